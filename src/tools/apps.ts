import type { AppInfo, WindowInfo } from '../desktop/port.ts'
import { Refusal } from '../errors.ts'
import { chooseWindow } from '../perception/index.ts'
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
 * @throws {Refusal} APP_NOT_FOUND, AMBIGUOUS_TARGET
 */
export async function findApp(context: ToolContext, query: string): Promise<AppInfo> {
  const apps = await context.apps()
  const wanted = query.trim().toLowerCase()
  const tests: ((app: AppInfo) => boolean)[] = [
    (app) => String(app.process?.pid) === wanted,
    (app) => app.name.toLowerCase() === wanted,
    (app) => answersTo(app, wanted),
    (app) => app.name.toLowerCase().startsWith(wanted),
  ]
  for (const test of tests) {
    const found = apps.filter(test)
    if (found.length === 1 && found[0] !== undefined) return found[0]
    if (found.length > 1)
      throw new Refusal(
        'AMBIGUOUS_TARGET',
        `${found.length} running apps match "${query}". Use the pid: ${found.map(describeApp).join('; ')}.`,
        { candidates: found.map((app) => ({ name: app.name, pid: app.process?.pid })) },
      )
  }
  const listed = apps.slice(0, MAX_LISTED).map(describeApp).join('; ')
  throw new Refusal(
    'APP_NOT_FOUND',
    apps.length === 0
      ? `No app named "${query}" is running; none is.`
      : `No app named "${query}" is running. Running: ${listed}.`,
  )
}

const describeApp = (app: AppInfo): string => {
  const title = app.windowTitles[0]
  const pid = app.process === undefined ? 'pid unknown' : `pid ${app.process.pid}`
  return `${app.name} (${pid}${title === undefined || title === '' ? '' : `, "${title}"`})`
}

/**
 * The window to look at or act in.
 * @throws {Refusal} WINDOW_NOT_FOUND, AMBIGUOUS_TARGET
 */
export async function findWindow(
  context: ToolContext,
  app: AppInfo,
  title: string | undefined,
): Promise<{ readonly window: WindowInfo; readonly windows: readonly WindowInfo[]; readonly note?: string }> {
  const windows = await context.desktop.windows.list(app, context.budget)
  const choice = chooseWindow(windows, title)
  if (choice.ok) return { window: choice.window, windows, ...(choice.note === undefined ? {} : { note: choice.note }) }
  const candidates = choice.candidates.map((window) => `"${window.title}"`)
  const several = choice.candidates.length > 1 && title !== undefined
  throw new Refusal(
    several ? 'AMBIGUOUS_TARGET' : 'WINDOW_NOT_FOUND',
    `${app.name}: ${choice.reason}.${candidates.length === 0 ? '' : ` Its windows: ${candidates.join(', ')}.`}`,
    { candidates: choice.candidates.map((window) => window.title) },
  )
}
