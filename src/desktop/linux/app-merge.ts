import type { AppInfo, ProcessIdentity } from '../port.ts'
import type { AtspiApplication } from './atspi/index.ts'
import type { XWindow } from './x11/window-facts.ts'

/** What /proc tells; a parameter, so that the merge is pure. */
export interface ProcessFacts {
  identify(pid: number): ProcessIdentity | undefined
  executableOf(pid: number): string | undefined
  /** Asked of apps that accessibility does not know. */
  loadsTk(pid: number): boolean
}

export interface MergeInput {
  readonly applications: readonly AtspiApplication[]
  /** Rearmost first. */
  readonly windows: readonly XWindow[]
  /** Applications known to have no children; only asked for where two share a process. */
  readonly empty: ReadonlySet<AtspiApplication>
  readonly processes: ProcessFacts
}

/**
 * One app for each process that accessibility or the window system knows. Two accessibility applications of one process
 * are both listed where both have content; an empty one beside a populated one is dropped. Windows whose owner cannot be
 * told become an app by their class.
 */
export function mergeApps({ applications, windows, empty, processes }: MergeInput): readonly AppInfo[] {
  const apps: AppInfo[] = []
  const windowsOf = groupBy(windows, ownerKey)
  for (const [key, group] of groupBy(applications, applicationKey)) {
    const populated = group.filter((application) => !empty.has(application))
    const shown = populated.length > 0 ? populated : group.slice(0, 1)
    shown.sort((a, b) => busNumber(a.busName) - busNumber(b.busName))
    shown.forEach((application, index) => {
      // The oldest keeps the plain id, so that a second one appearing does not rename it.
      apps.push(describeApp(key, windowsOf.get(key) ?? [], processes, application, index > 0))
    })
  }
  const known = new Set(applications.map(applicationKey))
  for (const [key, group] of windowsOf) {
    if (!known.has(key)) apps.push(describeApp(key, group, processes))
  }
  return apps
}

/** Applications that share a process with another one; of these it matters which are empty. */
export function sharingProcess(applications: readonly AtspiApplication[]): readonly AtspiApplication[] {
  return [...groupBy(applications, applicationKey).values()].filter(({ length }) => length > 1).flat()
}

/** Do these windows belong to this app? */
export function isWindowOf(app: AppInfo, window: XWindow): boolean {
  if (app.process !== undefined) return window.pid === app.process.pid
  return window.pid === undefined && app.root === undefined && app.id === classId(window.windowClass)
}

type Key = `pid:${number}` | `class:${string}` | `bus:${string}`

function applicationKey({ pid, busName }: AtspiApplication): Key {
  return pid === undefined ? `bus:${busName}` : `pid:${pid}`
}

function ownerKey({ pid, windowClass }: XWindow): Key {
  return pid === undefined ? classId(windowClass) : `pid:${pid}`
}

function classId(windowClass: string | undefined): `class:${string}` {
  return `class:${windowClass ?? ''}`
}

function describeApp(
  key: Key,
  windows: readonly XWindow[],
  processes: ProcessFacts,
  application?: AtspiApplication,
  isFurther = false,
): AppInfo {
  const pid = application?.pid ?? windows[0]?.pid
  const process = pid === undefined ? undefined : processes.identify(pid)
  const executable = pid === undefined ? undefined : processes.executableOf(pid)
  const isTk = application === undefined && pid !== undefined && processes.loadsTk(pid)
  const frontToBack = [...windows].reverse()
  const main = frontToBack.find(({ managed }) => managed) ?? frontToBack[0]
  const titled = frontToBack.filter(({ managed, title }) => managed && title !== '')
  const id = process === undefined ? key : `process:${process.pid}:${process.startTime}`
  return {
    id: isFurther ? `${id}:${application?.busName}` : id,
    name: application?.name ?? main?.windowClass ?? executable ?? main?.title ?? 'unnamed',
    ...(process === undefined ? {} : { process }),
    ...(application === undefined ? {} : { root: application.root }),
    ...(application?.toolkitName === undefined ? {} : { toolkit: toolkitOf(application.toolkitName, application) }),
    ...(isTk && { toolkit: { name: 'Tk' } }),
    ...(executable === undefined ? {} : { executable }),
    ...(main?.windowClass === undefined ? {} : { windowClass: main.windowClass }),
    windowTitles: titled.map(({ title }) => title),
  }
}

function toolkitOf(name: string, { toolkitVersion }: AtspiApplication) {
  return { name, ...(toolkitVersion === undefined ? {} : { version: toolkitVersion }) }
}

/** `:1.23` was given out before `:1.24`. */
function busNumber(busName: string): number {
  return Number(busName.slice(busName.lastIndexOf('.') + 1))
}

function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group === undefined) groups.set(keyOf(item), [item])
    else group.push(item)
  }
  return groups
}
