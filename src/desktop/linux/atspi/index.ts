import type { Accessibility, AccessibleHandle, Budget, TreeNode } from '../../port.ts'
import { act } from './act.ts'
import { readAncestors, readRecords } from './ancestors.ts'
import {
  type ApplicationMemory,
  type AtspiApplication,
  type AtspiToplevel,
  listApplications,
  listToplevels,
  type ToplevelMemory,
} from './applications.ts'
import { describe, type Memory } from './describe.ts'
import { readWholeLineage } from './foreign-pane.ts'
import type { OrderMemory } from './graph.ts'
import { busOf } from './handles.ts'
import { accessibleAt } from './hit.ts'
import { wakeCaches } from './items.ts'
import { type ParentMemory, rememberParents } from './lineage.ts'
import { openLink } from './link.ts'
import { Mirrors } from './mirror/mirrors.ts'
import type { UnitMemory } from './offsets.ts'
import { findInnerPopups, type InnerPopup, visibleTree } from './popups.ts'
import { unlessFatal } from './record.ts'
import { type Environment, findService } from './service.ts'
import { withCells } from './sheet-cells.ts'
import { readTree } from './tree.ts'
import { Watchers } from './watch.ts'

export type { AtspiApplication, AtspiToplevel } from './applications.ts'
export type { InnerPopup } from './popups.ts'

/** The few words that this folder has for a log; pino fits. */
export interface AtspiLogger {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

/** Accessibility over AT-SPI2, and what only the merge with the window system needs. */
export interface Atspi extends Accessibility {
  /** Every application on the bus, stopped ones included; two of one process are both listed. */
  applications(budget: Budget): Promise<readonly AtspiApplication[]>
  /** The children of an application. */
  toplevels(root: AccessibleHandle, budget: Budget): Promise<readonly AtspiToplevel[]>
  /** Open popups that the tree of a window holds, although they are windows of their own. */
  innerPopups(window: AccessibleHandle, budget: Budget): Promise<readonly InnerPopup[]>
  /**
   * Changes with everything that an app tells of its windows, and with its tree not being kept any more; undefined for an
   * app that nothing is kept of.
   */
  toplevelMark(root: AccessibleHandle): object | undefined
  /** Changes with every app that comes or goes. */
  readonly applicationsMark: object
  close(): Promise<void>
}

/** How long opening may take where the caller has no budget of its own. */
const OPEN_LIMIT = 10_000

/**
 * Connects to the accessibility bus of a session.
 * @param env holds `AT_SPI_BUS_ADDRESS` or `DBUS_SESSION_BUS_ADDRESS`
 * @throws PortError `unavailable` with what is missing; `timeout` when a bus accepts and is silent
 */
export async function openAtspi(env: Environment, logger?: AtspiLogger, given?: Budget): Promise<Atspi> {
  const budget = given ?? { deadline: performance.now() + OPEN_LIMIT }
  const service = await findService(env, budget)
  if (service.enabling === 'turned-on') {
    logger?.info({ property: 'org.a11y.Status.IsEnabled' }, 'accessibility was off in this session; turned it on')
  }
  const link = withCells(await openLink('accessibility bus', service.address, budget))
  const mirrors = new Mirrors((bus) => watchers.isHeard(bus))
  const onFault = (fault: unknown) => logger?.warn({ err: fault }, 'a listener for accessibility events failed')
  const watchers: Watchers = new Watchers(link, onFault, mirrors)
  try {
    await Promise.all([wakeCaches(link, budget), watchers.start(budget)])
  } catch (error) {
    await link.close()
    throw error
  }
  let closing = false
  link.onClosed(() => {
    if (!closing) logger?.warn({}, 'the connection to the accessibility bus has closed')
  })
  const known: ApplicationMemory = new Map()
  const memory: Memory = {
    coordinates: new Map(),
    panes: new Map(),
    withoutHelpText: new Set(),
    toolkitOf: (bus) => known.get(bus)?.toolkitName,
    actions: new Map(),
  }
  const units: UnitMemory = new Map()
  const orders: OrderMemory = new Map()
  const parents: ParentMemory = new Map()
  const toplevels: ToplevelMemory = new Map()
  return {
    readTree: async (request, budget) => {
      const tree = await readTree(link, orders, mirrors, request, budget)
      rememberParents(parents, tree.root)
      const own = busOf(request.root)
      const guests = [...busesIn(tree.root)].filter((bus) => bus !== own)
      await Promise.all(guests.map((guest) => watchers.join(own, guest, budget).catch(unlessFatal)))
      return tree
    },
    readRecords: (handles, budget) => readRecords(link, handles, budget),
    describe: (request, budget) => describe(link, memory, mirrors, request, budget),
    lineage: (handle, budget) => readWholeLineage(link, parents, handle, budget),
    ancestors: (handle, budget) => readAncestors(link, parents, handle, budget),
    at: (window, point, budget) => accessibleAt(link, window, point, budget),
    act: (handle, request, budget) => act(link, units, handle, request, budget),
    watch: (root, listener, budget) => watchers.watch(root, listener, budget),
    onGone: (handle, listener) => watchers.onGone(handle, listener),
    applications: (budget) => listApplications(link, known, budget),
    toplevels: (root, budget) => listToplevels(link, toplevels, root, budget),
    innerPopups: (window, budget) =>
      findInnerPopups(link, (root) => readTree(link, orders, mirrors, visibleTree(root), budget), window, budget),
    get applicationsMark() {
      return watchers.applicationsMark
    },
    toplevelMark: (root) => mirrors.of(busOf(root))?.kept?.toplevelMark,
    close: () => {
      closing = true
      return link.close()
    },
  }
}

/** Of all accessibles in a tree. */
function busesIn(root: TreeNode, buses = new Set<string>()): ReadonlySet<string> {
  buses.add(busOf(root.record.handle))
  for (const child of root.children) busesIn(child, buses)
  return buses
}
