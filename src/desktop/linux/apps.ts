import { type AppInfo, type AppListing, type Apps, type Budget, PortError } from '../port.ts'
import { mergeApps, sharingProcess } from './app-merge.ts'
import type { AtspiApplication } from './atspi/index.ts'
import type { AtspiLink } from './atspi-link.ts'
import { originOf } from './origin.ts'
import { executableOf, identify, isAlive, loadsTk } from './processes.ts'
import type { WindowListing } from './x11/kept-listing.ts'
import type { XLink } from './x11/link.ts'
import type { XWindow } from './x11/window-facts.ts'
import { listWindows } from './x11/window-list.ts'

/** Apps as accessibility and the window system know them. One of the two may be missing; `notes` say so. */
export function openApps(x: XLink, atspi: AtspiLink): Apps {
  let kept: Kept | undefined
  return {
    isAlive,
    origin: originOf,
    async list(budget, { keptWillDo } = {}) {
      const listed = x.use(budget, 'list the windows', listWindows)
      // Taken before they are asked: what comes meanwhile makes the answer out of date.
      const mark = atspi.applicationsMark
      const before = keptWillDo && isRecent(kept) && kept.mark === mark ? kept : undefined
      if (before && (await listed.catch(() => undefined)) === before.windows) return before.listing
      const [accessible, shown] = await Promise.allSettled([atspi.use(budget, (it) => it.applications(budget)), listed])
      const [noBus, noDisplay] = [failureOf(accessible), failureOf(shown)]
      if (noBus !== undefined && noDisplay !== undefined)
        throw new PortError('unavailable', `${noBus.message}; ${noDisplay.message}`)
      const applications = accessible.status === 'fulfilled' ? accessible.value : []
      const windows = shown.status === 'fulfilled' ? shown.value.windows : []
      const empty = await findEmpty(atspi, sharingProcess(applications), budget)
      const merged = mergeApps({ applications, windows, empty, processes: { identify, executableOf, loadsTk } })
      const silent = new Set(applications.filter(({ responsive }) => !responsive).map(({ root }) => root))
      const apps = merged.map((app): AppInfo => {
        if (noBus !== undefined) return { ...app, unreadable: 'no-bus' }
        return app.root !== undefined && silent.has(app.root) ? { ...app, unreadable: 'silent' } : app
      })
      const notes = [
        ...(noBus === undefined ? [] : [`surehand reaches no accessibility bus: ${noBus.message}. ${MEND}`]),
        ...(noDisplay === undefined ? [] : [`surehand reaches no display: ${noDisplay.message}. ${MEND}`]),
        ...apps
          .filter((app) => app.unreadable === 'silent')
          .map(({ name }) => `${name} does not answer accessibility requests.`),
      ]
      const listing = { apps: await withTitles(apps, windows, atspi, budget), notes }
      const isWhole = mark !== undefined && shown.status === 'fulfilled' && silent.size === 0
      kept = isWhole ? { listing, windows: shown.value, mark, at: performance.now() } : undefined
      return listing
    },
  }
}

/** That an app does not answer any more, nothing tells: milliseconds. */
const KEPT_FOR = 5_000

interface Kept {
  readonly listing: AppListing
  readonly windows: WindowListing
  readonly mark: object
  readonly at: number
}

const isRecent = (kept: Kept | undefined): kept is Kept => kept !== undefined && performance.now() - kept.at < KEPT_FOR

const MEND = '`surehand doctor` says how to mend it.'

/** One of the two may be missing; a caller that went is told at once. */
function failureOf(result: PromiseSettledResult<unknown>): PortError | undefined {
  if (result.status === 'fulfilled') return undefined
  if (result.reason instanceof PortError && result.reason.code !== 'aborted') return result.reason
  throw result.reason
}

/** An application that does not say is taken for populated: leaving it out would hide it. */
async function findEmpty(
  atspi: AtspiLink,
  candidates: readonly AtspiApplication[],
  budget: Budget,
): Promise<ReadonlySet<AtspiApplication>> {
  if (candidates.length === 0) return new Set()
  const roots = candidates.map(({ root }) => root)
  try {
    const records = await atspi.use(budget, (it) => it.readRecords(roots, budget))
    return new Set(candidates.filter(({ root }) => records.get(root)?.childCount === 0))
  } catch {
    return new Set()
  }
}

/** Without an X display titles come from accessibility. */
async function withTitles(
  apps: readonly AppInfo[],
  windows: readonly XWindow[],
  atspi: AtspiLink,
  budget: Budget,
): Promise<readonly AppInfo[]> {
  if (windows.length > 0) return apps
  return Promise.all(
    apps.map(async (app) => {
      const { root } = app
      if (root === undefined) return app
      const toplevels = await atspi.use(budget, (it) => it.toplevels(root, budget)).catch(() => [])
      return { ...app, windowTitles: toplevels.map(({ title }) => title).filter((title) => title !== '') }
    }),
  )
}
