import { constants } from 'node:fs'
import { access, realpath } from 'node:fs/promises'
import { basename, delimiter, dirname, isAbsolute, join } from 'node:path'

/** Toolkits look at these once, when an app starts; without them some stay off the accessibility bus for good. */
export const accessibleEnvironment = {
  set: {
    GTK_A11Y: 'atspi',
    QT_ACCESSIBILITY: '1',
    QT_LINUX_ACCESSIBILITY_ALWAYS_ON: '1',
    GNOME_ACCESSIBILITY: '1',
    ACCESSIBILITY_ENABLED: '1',
  },
  unset: ['NO_AT_BRIDGE'],
} as const

/** Browsers and apps built on Chromium show only their frames to accessibility unless they are told to show all. */
export const chromiumApps = {
  flags: ['--force-renderer-accessibility'],
  /** Of launchers that hide what they start. */
  executables: [
    'brave-browser',
    'chrome',
    'chromium',
    'chromium-browser',
    'code',
    'codium',
    'discord',
    'element-desktop',
    'google-chrome',
    'google-chrome-beta',
    'google-chrome-stable',
    'google-chrome-unstable',
    'microsoft-edge',
    'microsoft-edge-stable',
    'obsidian',
    'opera',
    'signal-desktop',
    'slack',
    'teams',
    'vivaldi',
    'vivaldi-stable',
    'ungoogled-chromium',
  ],
  /** Every app that brings Chromium along has these beside its program. */
  markers: ['chrome_100_percent.pak', 'icudtl.dat'],
} as const

/** What an app of this program needs to be told, so that accessibility sees all of it. */
export async function accessibleFlags(program: string, env: NodeJS.ProcessEnv): Promise<readonly string[]> {
  const known: readonly string[] = chromiumApps.executables
  if (known.includes(basename(program))) return chromiumApps.flags
  const folder = await folderOf(program, env)
  if (folder === undefined) return []
  const present = await Promise.all(chromiumApps.markers.map((marker) => exists(join(folder, marker))))
  return present.every(Boolean) ? chromiumApps.flags : []
}

async function folderOf(program: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const candidates = isAbsolute(program)
    ? [program]
    : (env.PATH ?? '').split(delimiter).map((folder) => join(folder, program))
  for (const candidate of candidates) {
    const real = await realpath(candidate).catch(() => undefined)
    if (real !== undefined) return dirname(real)
  }
  return undefined
}

const exists = (path: string): Promise<boolean> =>
  access(path, constants.F_OK).then(
    () => true,
    () => false,
  )
