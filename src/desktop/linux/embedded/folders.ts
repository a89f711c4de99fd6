import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { cookieFile } from './authority.ts'
import { sessionBusConfig, writeMaskedServices } from './bus-config.ts'

/** Where one embedded desktop keeps everything it has; removed as a whole when the desktop ends. */
export interface DesktopFolders {
  readonly root: string
  readonly home: string
  readonly configHome: string
  readonly dataHome: string
  readonly stateHome: string
  readonly cacheHome: string
  readonly runtime: string
  readonly busSocket: string
  readonly logs: string
  /** X authority file; the server and its clients read the same one. */
  readonly authority: string
  readonly busConfig: string
}

const prefix = 'surehand-desktop-'

/** Unix socket paths end at 107 bytes; the longest one below a desktop's root takes about 40. */
const longestRoot = 60

/** Guards the recursive removal: only what `createFolders` made may ever be removed. */
export function isDesktopRoot(path: string): boolean {
  return basename(path).startsWith(prefix) && (dirname(path) === '/tmp' || dirname(path) === tmpdir())
}

/**
 * The session's settings. GLib's keyfile backend reads them, so no dconf service is needed. Some toolkits look here
 * instead of at `org.a11y.Status`, once, when they start.
 */
const settings = `[org/gnome/desktop/interface]
toolkit-accessibility=true
enable-animations=false

[org/gnome/desktop/a11y/applications]
screen-reader-enabled=true
`

/** GTK's own, of both versions. A picture must not show a transition half drawn, nor depend on when the caret blinks. */
const gtkSettings = `[Settings]
gtk-enable-animations=false
gtk-cursor-blink=false
`

export async function createFolders(): Promise<DesktopFolders> {
  const parent = tmpdir().length + prefix.length + 7 <= longestRoot ? tmpdir() : '/tmp'
  const root = await mkdtemp(join(parent, prefix))
  const folders: DesktopFolders = {
    root,
    home: join(root, 'home'),
    configHome: join(root, 'home/.config'),
    dataHome: join(root, 'home/.local/share'),
    stateHome: join(root, 'home/.local/state'),
    cacheHome: join(root, 'home/.cache'),
    runtime: join(root, 'run'),
    busSocket: join(root, 'run/bus'),
    logs: join(root, 'logs'),
    authority: join(root, 'Xauthority'),
    busConfig: join(root, 'session-bus.conf'),
  }
  const settingsFolder = join(folders.configHome, 'glib-2.0/settings')
  const gtkFolders = ['gtk-3.0', 'gtk-4.0'].map((name) => join(folders.configHome, name))
  const { home, dataHome, stateHome, cacheHome, runtime, logs } = folders
  for (const folder of [home, settingsFolder, ...gtkFolders, dataHome, stateHome, cacheHome, runtime, logs]) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
  }
  const masked = join(root, 'masked-services')
  await writeMaskedServices(masked)
  await writeFile(join(settingsFolder, 'keyfile'), settings)
  for (const folder of gtkFolders) await writeFile(join(folder, 'settings.ini'), gtkSettings)
  await writeFile(folders.authority, cookieFile(randomBytes(16)), { mode: 0o600 })
  await writeFile(folders.busConfig, sessionBusConfig({ socket: folders.busSocket, masked }))
  await ensureSocketFolder()
  return folders
}

/** Only root's X server makes this folder itself; without it a display of another user cannot be reached. */
async function ensureSocketFolder(): Promise<void> {
  const folder = '/tmp/.X11-unix'
  try {
    await mkdir(folder)
    await chmod(folder, 0o1777)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
