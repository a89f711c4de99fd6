import type { AppInfo, InstalledApp } from '../desktop/port.ts'
import { Refusal } from '../errors.ts'
import { displayText, named, quoted } from '../perception/index.ts'

const MAX_LISTED = 40

const same = (a: string | undefined, b: string): boolean => a?.toLowerCase() === b.toLowerCase()

/**
 * The installed app that a caller means: by its id (with or without `.desktop`), else a name, else its program, else the
 * beginning of a name that no other has. Pure.
 * @returns undefined: none
 * @throws {Refusal} AMBIGUOUS_TARGET
 */
export function findInstalled(query: string, installed: readonly InstalledApp[]): InstalledApp | undefined {
  const wanted = query.trim()
  const tests: ((app: InstalledApp) => boolean)[] = [
    ({ id }) => same(id, wanted) || same(id, `${wanted}.desktop`),
    ({ names }) => names.some((name) => same(name, wanted)),
    ({ executable }) => same(executable, wanted),
    ({ names }) => names.some((name) => name.toLowerCase().startsWith(wanted.toLowerCase())),
  ]
  for (const test of tests) {
    const found = installed.filter(test)
    if (found.length === 1) return found[0]
    if (found.length > 1)
      throw new Refusal(
        'AMBIGUOUS_TARGET',
        `${found.length} installed apps match ${quoted(query)}, told apart by their id: ${found.map(describe).join('; ')}.`,
        { candidates: found.map(({ id }) => displayText(id)) },
      )
  }
  return undefined
}

/** Is this running app a run of that installed one? A shared launcher such as `env` or `python3` says nothing. Pure. */
export function isRunOf(
  running: Pick<AppInfo, 'name' | 'executable' | 'windowClass'>,
  { names, executable, windowClass, id }: InstalledApp,
): boolean {
  const classes = [windowClass, id.replace(/\.desktop$/, '')].filter((name) => name !== undefined)
  return (
    classes.some((name) => same(running.windowClass, name)) ||
    (same(running.executable, executable) && !INTERPRETERS.test(executable)) ||
    names.some((name) => same(running.name, name))
  )
}

const INTERPRETERS = /^(env|(ba|da|z)?sh|python[\d.]*|perl|node|java|gjs|flatpak|snap)$/

export function notInstalled(query: string, installed: readonly InstalledApp[]): Refusal {
  const listed = installed.slice(0, MAX_LISTED).map(({ id, names }) => named(names[0] ?? id))
  return new Refusal(
    'APP_NOT_FOUND',
    installed.length === 0
      ? `No app named ${quoted(query)} is running or installed; no app is installed that could be started.`
      : `No app named ${quoted(query)} is running or installed. Installed: ${listed.join(', ')}.`,
  )
}

const describe = ({ id, names }: InstalledApp): string => `${named(id)} (${named(names[0] ?? id)})`
