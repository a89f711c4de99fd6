import type { AppInfo, ListOptions, WindowInfo } from '../desktop/port.ts'
import { Refusal } from '../errors.ts'
import { chooseWindow, displayText, named, quoted } from '../perception/index.ts'
import type { ToolContext } from './define.ts'

const MAX_LISTED = 20

/** Does the app answer to this name or pid? Exact only; case does not matter. */
export function answersTo(app: AppInfo, query: string): boolean {
  const wanted = query.trim().toLowerCase()
  return (
    String(app.process?.pid) === wanted ||
    [app.name, app.executable, app.windowClass].some((name) => name?.toLowerCase() === wanted)
  )
}

/**
 * The running app that a caller means: pid, else exact name, executable or window class, else the beginning of a name.
 * @throws {Refusal} APP_NOT_FOUND, AMBIGUOUS_TARGET, POLICY_DENIED
 */
export async function findApp(context: ToolContext, query: string, options: ListOptions = {}): Promise<AppInfo> {
  const apps = await context.apps(options)
  const wanted = query.trim().toLowerCase()
  const tests: ((app: AppInfo) => boolean)[] = [
    (app) => String(app.process?.pid) === wanted,
    (app) => app.name.toLowerCase() === wanted,
    (app) => answersTo(app, wanted),
    (app) => app.name.toLowerCase().startsWith(wanted),
  ]
  for (const test of tests) {
    const found = apps.filter(test)
    if (found.length === 1 && found[0] !== undefined) {
      context.guard.requireReadable(found[0])
      return found[0]
    }
    if (found.length > 1)
      throw new Refusal(
        'AMBIGUOUS_TARGET',
        `${found.length} running apps match ${quoted(query)}, told apart by their pid: ${found.map(describeApp).join('; ')}.`,
        { candidates: found.map((app) => ({ name: displayText(app.name), pid: app.process?.pid })) },
      )
  }
  const listed = apps.slice(0, MAX_LISTED).map(describeApp).join('; ')
  throw new Refusal(
    'APP_NOT_FOUND',
    apps.length === 0
      ? `No app named ${quoted(query)} is running; none is.`
      : `No app named ${quoted(query)} is running. Running: ${listed}.`,
  )
}

const describeApp = (app: AppInfo): string => {
  const title = app.windowTitles[0]
  const pid = app.process === undefined ? 'pid unknown' : `pid ${app.process.pid}`
  return `${named(app.name)} (${pid}${title === undefined || title === '' ? '' : `, ${quoted(title)}`})`
}

export interface FoundWindow {
  readonly app: AppInfo
  readonly window: WindowInfo
  /** All windows of the app, listed in this call. */
  readonly windows: readonly WindowInfo[]
  /** Something about the choice that the caller should know, as a clause. */
  readonly note?: string
}

/**
 * The window to look at or act in. The windows of an app that was looked at before are listed while it is found out
 * whether that is the app meant.
 * @throws {Refusal} APP_NOT_FOUND, WINDOW_NOT_FOUND, AMBIGUOUS_TARGET
 */
export async function findAppAndWindow(
  context: ToolContext,
  query: string,
  title: string | undefined,
  options: ListOptions = {},
): Promise<FoundWindow> {
  const { desktop, budget } = context
  const guess = context.knownApps().find((known) => answersTo(known, query))
  const early = guess && desktop.windows.list(guess, budget, options)
  early?.catch(() => undefined)
  const app = await findApp(context, query, options)
  const isAsGuessed = app.id === guess?.id && app.root === guess.root
  const windows = await (early !== undefined && isAsGuessed ? early : desktop.windows.list(app, budget, options))
  return { app, windows, ...choose(app, windows, title) }
}

/**
 * The window of an app that is known already.
 * @throws {Refusal} WINDOW_NOT_FOUND, AMBIGUOUS_TARGET
 */
export async function findWindow(
  context: ToolContext,
  app: AppInfo,
  title: string | undefined,
): Promise<Omit<FoundWindow, 'app'>> {
  const windows = await context.desktop.windows.list(app, context.budget)
  return { windows, ...choose(app, windows, title) }
}

function choose(
  app: AppInfo,
  windows: readonly WindowInfo[],
  title: string | undefined,
): Pick<FoundWindow, 'window' | 'note'> {
  const choice = chooseWindow(windows, title)
  if (choice.ok) return { window: choice.window, ...(choice.note === undefined ? {} : { note: choice.note }) }
  const candidates = choice.candidates.map((window) => quoted(window.title))
  throw new Refusal(
    choice.ambiguous ? 'AMBIGUOUS_TARGET' : 'WINDOW_NOT_FOUND',
    `${named(app.name)}: ${choice.reason}.${candidates.length === 0 ? '' : ` Its windows: ${candidates.join(', ')}.`}`,
    { candidates: choice.candidates.map((window) => displayText(window.title)) },
  )
}
