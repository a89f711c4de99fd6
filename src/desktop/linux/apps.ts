import { type AppInfo, type Apps, type Budget, PortError } from '../port.ts'
import { mergeApps, sharingProcess } from './app-merge.ts'
import type { AtspiApplication } from './atspi/index.ts'
import type { AtspiLink } from './atspi-link.ts'
import { executableOf, identify, isAlive } from './processes.ts'
import type { XLink } from './x11/link.ts'
import type { XWindow } from './x11/window-facts.ts'
import { listWindows } from './x11/window-list.ts'

/** Apps as accessibility and the window system know them. One of the two may be missing; `notes` say so. */
export function openApps(x: XLink, atspi: AtspiLink): Apps {
  return {
    isAlive,
    async list(budget) {
      const notes: string[] = []
      const orNote = async <T>(work: Promise<readonly T[]>, what: string): Promise<readonly T[]> => {
        try {
          return await work
        } catch (error) {
          if (error instanceof PortError && error.code === 'aborted') throw error
          notes.push(`${what}: ${error instanceof Error ? error.message : String(error)}`)
          return []
        }
      }
      const [applications, windows] = await Promise.all([
        orNote(
          atspi.use(budget, (it) => it.applications(budget)),
          'apps on the accessibility bus are not listed',
        ),
        orNote(
          x.use(budget, 'list the windows', async (server) => (await listWindows(server)).windows),
          'apps known only by their windows are not listed',
        ),
      ])
      if (notes.length === 2) throw new PortError('unavailable', notes.join('; '))
      const empty = await findEmpty(atspi, sharingProcess(applications), budget)
      const apps = mergeApps({ applications, windows, empty, processes: { identify, executableOf } })
      notes.push(...silent(applications))
      return { apps: await withTitles(apps, windows, atspi, budget), notes }
    },
  }
}

function silent(applications: readonly AtspiApplication[]): readonly string[] {
  return applications
    .filter(({ responsive }) => !responsive)
    .map(({ name, pid, busName }) => `${name ?? `the app with pid ${pid ?? 'unknown'} (${busName})`} does not answer`)
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
