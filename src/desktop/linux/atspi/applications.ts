import type { AccessibleHandle, Budget, Rect } from '../../port.ts'
import { listChildren } from './children.ts'
import { readExtents } from './extents.ts'
import { addressOf, handleOf, ROOT_PATH } from './handles.ts'
import { busCall, type Link } from './link.ts'
import { pool } from './pool.ts'
import { ACCESSIBLE, type BriefRecord, isFatal, isGone, propertyCall, readBrief, unlessFatal } from './record.ts'

/** One application root on the accessibility bus. A field that its app did not tell in time is absent. */
export interface AtspiApplication {
  readonly root: AccessibleHandle
  readonly busName: string
  readonly pid?: number
  readonly name?: string
  readonly toolkitName?: string
  readonly toolkitVersion?: string
  /** False: the app did not answer; what is here comes from the bus, or from an earlier answer. */
  readonly responsive: boolean
}

/** A child of an application: a window, dialog, popup or menu as accessibility sees it. */
export interface AtspiToplevel {
  readonly record: BriefRecord
  readonly title: string
  /** As the toolkit says, in its own pixels. GTK 4 does not know where it is: it says 0,0. */
  readonly screenExtents?: Rect
  readonly windowExtents?: Rect
  readonly active: boolean
  readonly modal: boolean
  readonly iconified: boolean
  readonly showing: boolean
}

/** What an app may take to say its name; a stopped one costs this much, whatever the budget. */
const APP_LIMIT = 500

/**
 * What is known of apps, by bus name, which is never given out twice. A stopped app keeps its name; process and toolkit
 * cannot change, so they are asked for until they were told once.
 */
export type ApplicationMemory = Map<string, Pick<AtspiApplication, 'pid' | 'name' | 'toolkitName' | 'toolkitVersion'>>

export async function listApplications(
  link: Link,
  memory: ApplicationMemory,
  budget: Budget,
): Promise<readonly AtspiApplication[]> {
  const desktop = {
    bus: 'org.a11y.atspi.Registry',
    path: ROOT_PATH,
    iface: ACCESSIBLE,
    member: 'GetChildren',
  }
  const early = new Map([...memory.keys()].map((bus) => [bus, readApplication(link, memory, bus, ROOT_PATH, budget)]))
  // One that has left is not looked at, however its reading ends.
  for (const reading of early.values()) reading.catch(() => undefined)
  const [list] = (await link.call(desktop, budget)).body
  const references = (Array.isArray(list) ? list : []) as readonly [string, string][]
  const apps = await pool(references, 64, ([bus, path]) => {
    const known = path === ROOT_PATH ? early.get(bus) : undefined
    return known ?? readApplication(link, memory, bus, path, budget)
  })
  const listed = new Set(references.map(([bus]) => bus))
  for (const bus of memory.keys()) if (!listed.has(bus)) memory.delete(bus)
  return apps.filter((app) => app !== undefined)
}

/** @returns undefined when the app has left meanwhile */
async function readApplication(
  link: Link,
  memory: ApplicationMemory,
  bus: string,
  path: string,
  budget: Budget,
): Promise<AtspiApplication | undefined> {
  const root = handleOf(bus, path)
  let responsive = false
  const property = async (iface: string, name: string) => {
    try {
      const [value] = (await link.call(propertyCall(root, iface, name), budget, APP_LIMIT)).body
      responsive = true
      return typeof value === 'string' && value !== '' ? value : undefined
    } catch (error) {
      if (isFatal(error) || isGone(error)) throw error
      return undefined
    }
  }
  const known = memory.get(bus)
  try {
    const [pid, name, toolkitName, toolkitVersion] = await Promise.all([
      known?.pid ?? readPid(link, bus, budget),
      property(ACCESSIBLE, 'Name'),
      known?.toolkitName ?? property('org.a11y.atspi.Application', 'ToolkitName'),
      known?.toolkitVersion ?? property('org.a11y.atspi.Application', 'Version'),
    ])
    const said = {
      ...known,
      ...(pid === undefined ? {} : { pid }),
      ...(name === undefined ? {} : { name }),
      ...(toolkitName === undefined ? {} : { toolkitName }),
      ...(toolkitVersion === undefined ? {} : { toolkitVersion }),
    }
    memory.set(bus, said)
    if (said.name !== undefined) link.names.set(bus, printable(said.name))
    return { root, busName: bus, ...said, responsive }
  } catch (error) {
    if (isGone(error)) return undefined
    throw error
  }
}

/** As it may stand in a message: one line, and not endless. */
const printable = (name: string): string => name.replace(/\p{C}/gu, '').slice(0, 60)

/** From the bus, which knows it from the kernel and answers for stopped apps too. A process in another pid namespace has 0. */
async function readPid(link: Link, bus: string, budget: Budget): Promise<number | undefined> {
  const [pid] = (await link.call(busCall('GetConnectionUnixProcessID', 's', bus), budget)).body
  return typeof pid === 'number' && pid > 0 ? pid : undefined
}

/** Which toplevels an app had last: a hint, so that they are read along with the question which it has. */
export type ToplevelMemory = Map<AccessibleHandle, readonly AccessibleHandle[]>

/** More apps are not remembered. */
const TOPLEVEL_MEMORY_LIMIT = 200

export async function listToplevels(
  link: Link,
  memory: ToplevelMemory,
  root: AccessibleHandle,
  budget: Budget,
): Promise<readonly AtspiToplevel[]> {
  addressOf(root)
  const early = new Map((memory.get(root) ?? []).map((handle) => [handle, readToplevel(link, handle, budget)]))
  // One that the app has no more is not looked at, however its reading ends.
  for (const reading of early.values()) reading.catch(() => undefined)
  const { handles } = await listChildren(link, root, {}, budget)
  if (memory.size >= TOPLEVEL_MEMORY_LIMIT) memory.clear()
  memory.set(root, handles)
  const toplevels = await pool(handles, 8, (handle) => early.get(handle) ?? readToplevel(link, handle, budget))
  return toplevels.filter((toplevel) => toplevel !== undefined)
}

async function readToplevel(link: Link, handle: AccessibleHandle, budget: Budget): Promise<AtspiToplevel | undefined> {
  const extents = (coordinates: 'screen' | 'window') =>
    readExtents(link, handle, coordinates, budget).catch(unlessFatal)
  const [record, screenExtents, windowExtents] = await Promise.all([
    readBrief(link, handle, budget),
    extents('screen'),
    extents('window'),
  ])
  if (record === undefined) return undefined
  return {
    record,
    title: record.name,
    ...(screenExtents === undefined ? {} : { screenExtents }),
    ...(windowExtents === undefined ? {} : { windowExtents }),
    active: record.states.has('active'),
    modal: record.states.has('modal'),
    iconified: record.states.has('iconified'),
    showing: record.states.has('showing'),
  }
}
