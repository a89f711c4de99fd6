import { readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'
import type { ProcessOrigin } from '../port.ts'

/** A session may put a process that it started into its unit a moment later: milliseconds. */
const KEPT_FOR = 5_000
const MOST_KEPT = 256
const kept = new Map<
  number,
  { readonly origin: ProcessOrigin; readonly link: string | undefined; readonly at: number }
>()

/**
 * Where a process comes from, as the kernel, the sandbox and the session tell. Kept for a moment, as the same object, for
 * as long as it runs the same executable.
 */
export function originOf(pid: number): ProcessOrigin {
  const link = executableOf(pid)
  const before = kept.get(pid)
  const now = performance.now()
  if (before !== undefined && link !== undefined && before.link === link && now - before.at < KEPT_FOR)
    return before.origin
  const origin = readOrigin(pid, link)
  if (kept.size >= MOST_KEPT) kept.clear()
  kept.set(pid, { origin, link, at: now })
  return origin
}

function readOrigin(pid: number, link: string | undefined): ProcessOrigin {
  const command = read(`/proc/${pid}/cmdline`)?.split('\0') ?? []
  const executable = link ?? (command[0] === '' ? undefined : command[0])
  const script = executable === undefined ? undefined : scriptOf(executable, command)
  const groups = read(`/proc/${pid}/cgroup`) ?? ''
  const sandbox =
    flatpakOf(read(`/proc/${pid}/root/.flatpak-info`)) ?? snapOf(groups, read(`/proc/${pid}/attr/current`))
  const desktopId = launchedFrom(read(`/proc/${pid}/environ`), pid) ?? unitOf(groups)
  return {
    ...(executable !== undefined && { executable }),
    ...(script !== undefined && { script }),
    ...(desktopId !== undefined && { desktopId }),
    ...(sandbox !== undefined && { sandbox }),
  }
}

const read = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function executableOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, '')
  } catch {
    return undefined
  }
}

const INTERPRETERS = /^(?:(?:ba|da|z)?sh|python[\d.]*|perl|node|java|gjs(?:-console)?|mono(?:-sgen)?|ruby[\d.]*)$/

/** What an interpreter runs: its first argument that is no option. Pure. */
export function scriptOf(executable: string, command: readonly string[]): string | undefined {
  if (!INTERPRETERS.test(basename(executable))) return undefined
  const script = command.slice(1).find((argument) => argument !== '' && !argument.startsWith('-'))
  return script === undefined ? undefined : basename(script)
}

/** flatpak-metadata(5): every sandbox holds this file. Pure. */
export function flatpakOf(info: string | undefined): ProcessOrigin['sandbox'] {
  const id = info && /^\[Application\]\n(?:(?!\[).*\n)*?name=(.+)$/m.exec(info)?.[1]
  return id ? { kind: 'flatpak', id } : undefined
}

/** Snap names its units `snap.NAME.APP…` and its AppArmor profiles `snap.NAME.APP`. Pure. */
export function snapOf(groups: string, label: string | undefined): ProcessOrigin['sandbox'] {
  const id = /\/snap\.([a-z0-9_-]+)\./.exec(groups)?.[1] ?? /^snap\.([a-z0-9_-]+)\./.exec(label ?? '')?.[1]
  return id === undefined ? undefined : { kind: 'snap', id }
}

/** GLib tells what it starts from which entry, and names the process because children inherit the variables. Pure. */
export function launchedFrom(environment: string | undefined, pid: number): string | undefined {
  if (environment === undefined) return undefined
  const variables = `\0${environment}`
  if (!variables.includes(`\0GIO_LAUNCHED_DESKTOP_FILE_PID=${pid}\0`)) return undefined
  const file = /\0GIO_LAUNCHED_DESKTOP_FILE=([^\0]+)/.exec(variables)?.[1]
  return file && basename(file, '.desktop')
}

/** systemd's names for what desktops start: `app[-LAUNCHER]-ID-RANDOM.scope`, `app[-LAUNCHER]-ID[@RANDOM].service`. Pure. */
export function unitOf(groups: string): string | undefined {
  const unit = /\/app-([^/\n]+?)(?:-[0-9a-f]+\.scope|(?:@[^/\n]*)?\.service)$/m.exec(groups)?.[1]
  const escaped = unit?.slice(unit.lastIndexOf('-') + 1)
  return escaped?.replace(/\\x([0-9a-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
