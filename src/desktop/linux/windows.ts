import {
  type AccessibleHandle,
  type AppInfo,
  type Budget,
  type ListOptions,
  PortError,
  type WindowHandle,
  type WindowInfo,
} from '../port.ts'
import { isWindowOf } from './app-merge.ts'
import type { AtspiToplevel, InnerPopup } from './atspi/index.ts'
import type { AtspiLink } from './atspi-link.ts'
import { type PopupMemory, placeInnerPopups } from './inner-popups.ts'
import { isAlive } from './processes.ts'
import { type AccessibleWindow, matchWindows, type Pairs, type ServerWindow, scaleOf } from './window-match.ts'
import { windowHandle } from './x11/handles.ts'
import type { WindowListing } from './x11/kept-listing.ts'
import type { XLink } from './x11/link.ts'
import type { XWindow } from './x11/window-facts.ts'
import { listWindows } from './x11/window-list.ts'

const EMPTY: WindowListing = { windows: [], screen: { x: 0, y: 0, width: 0, height: 0 } }

/** Merges each app's top-level accessibles with its X windows, and remembers which belong together. */
export function openWindowMerger(x: XLink, atspi: AtspiLink) {
  const memory = new Map<AppInfo['id'], Remembered>()
  const remember = (app: AppInfo, remembered: Omit<Remembered, 'process'>) => {
    for (const [id, { process }] of memory) if (process !== undefined && !isAlive(process)) memory.delete(id)
    memory.set(app.id, { process: app.process, ...remembered })
  }

  return async (app: AppInfo, budget: Budget, { keptWillDo }: ListOptions = {}): Promise<readonly WindowInfo[]> => {
    const { root } = app
    const before = memory.get(app.id)?.merged
    const isTold = root !== undefined && before !== undefined && before.mark === atspi.toplevelMark(root)
    const listed = x.use(budget, 'list the windows', listWindows)
    if (keptWillDo && isTold && (await listed.catch(() => undefined)) === before.listing) return before.windows
    // Taken before they are asked: what the app tells meanwhile makes the answer out of date.
    const mark = root === undefined ? undefined : atspi.toplevelMark(root)
    const [server, accessible] = await Promise.allSettled([
      listed,
      root === undefined ? [] : atspi.use(budget, (it) => it.toplevels(root, budget)),
    ])
    if (server.status === 'rejected') {
      // Without a display there still is accessibility; a display that does not answer in time is not "without".
      const isMissing = server.reason instanceof PortError && server.reason.code === 'unavailable'
      if (!isMissing || root === undefined || accessible.status === 'rejected') throw server.reason
    }
    const listing = server.status === 'fulfilled' ? server.value : EMPTY
    const own = listing.windows.filter((window) => isWindowOf(app, window))
    const { pairs: known, popups } = memory.get(app.id) ?? { pairs: new Map(), popups: new Map() }
    if (accessible.status === 'rejected') {
      // A stopped app cannot name its windows; those that it named before are still the same. The X server knows the rest.
      const isAborted = accessible.reason instanceof PortError && accessible.reason.code === 'aborted'
      if (isAborted || own.length === 0) throw accessible.reason
      return own.map((window) => fromServer(app, window, listing, accessibleOf(window.id, known)))
    }
    const toplevels = accessible.value
    const pairs = pairUp(toplevels, own, listing, known)
    const windows = mergeWindows(app, toplevels, own, listing, pairs)
    remember(app, { pairs, popups, ...(mark && { merged: { windows, listing, mark } }) })
    if (!toplevels.some(isAnywhere)) return windows
    remember(app, { pairs, popups })
    const find = (window: AccessibleHandle) => atspi.use(budget, (it) => it.innerPopups(window, budget)).catch(none)
    return placeInnerPopups(app, windows, popups, find)
  }
}

/** The windows are listed, whatever can be found out of the popups. */
function none(error: unknown): readonly InnerPopup[] {
  if (!(error instanceof PortError) || error.code === 'aborted') throw error
  return []
}

interface Remembered {
  readonly process: AppInfo['process']
  readonly pairs: Pairs
  readonly popups: PopupMemory
  /** The windows as they were merged last, for as long as neither side tells of a change. */
  readonly merged?: { readonly windows: readonly WindowInfo[]; readonly listing: WindowListing; readonly mark: object }
}

/** A toolkit that does not know where its windows are (GTK 4) does not know either that its popups are windows. */
function isAnywhere({ screenExtents }: AtspiToplevel): boolean {
  return screenExtents?.x === 0 && screenExtents.y === 0
}

/** A frame is never a popup's accessible and the reverse, so each kind is matched among itself; hidden ones come last. */
function pairUp(
  toplevels: readonly AtspiToplevel[],
  windows: readonly XWindow[],
  listing: WindowListing,
  known: Pairs,
): Pairs {
  const pairs = new Map<AccessibleHandle, number>()
  for (const isPopup of [false, true]) {
    const rivals = toplevels.filter(({ record }) => POPUP_ROLES.has(record.role) === isPopup)
    const shown = windows.filter(({ managed }) => managed !== isPopup)
    for (const round of [rivals.filter(isOnScreen), rivals.filter((toplevel) => !isOnScreen(toplevel))]) {
      const taken = new Set(pairs.values())
      const free = shown.filter(({ id }) => !taken.has(id)).map((window) => serverWindow(window, listing))
      for (const [handle, id] of matchWindows(round.map(accessibleWindow), free, known)) pairs.set(handle, id)
    }
  }
  return pairs
}

/** Toolkits keep accessibles of windows that they have hidden, with all the properties of a shown one. */
function isOnScreen({ showing, iconified }: AtspiToplevel): boolean {
  return showing || iconified
}

/** Roles of top-level accessibles that toolkits show in override-redirect windows. */
const POPUP_ROLES: ReadonlySet<string> = new Set(['window', 'menu', 'popup menu', 'tool tip', 'notification', 'list'])

function mergeWindows(
  app: AppInfo,
  toplevels: readonly AtspiToplevel[],
  windows: readonly XWindow[],
  listing: WindowListing,
  pairs: Pairs,
): readonly WindowInfo[] {
  const byHandle = new Map(toplevels.map((toplevel) => [toplevel.record.handle, toplevel]))
  const merged = windows.map((window) => {
    const handle = accessibleOf(window.id, pairs)
    return fromServer(app, window, listing, handle, handle === undefined ? undefined : byHandle.get(handle))
  })
  const unpaired = toplevels.filter((toplevel) => !pairs.has(toplevel.record.handle) && isOnScreen(toplevel))
  return [...unpaired.map((toplevel) => fromAccessible(app, toplevel)), ...merged]
}

function fromServer(
  app: AppInfo,
  window: XWindow,
  listing: WindowListing,
  accessible: AccessibleHandle | undefined,
  toplevel?: AtspiToplevel,
): WindowInfo {
  const stacked = listing.windows.filter(({ viewable }) => viewable).indexOf(window)
  return {
    handle: windowHandle(window.id),
    title: window.title,
    kind: window.kind,
    frame: window.frame,
    scale: toplevel === undefined ? 1 : scaleOf(accessibleWindow(toplevel), window),
    ...(app.process === undefined ? {} : { process: app.process }),
    ...(accessible === undefined ? {} : { accessible }),
    ...(listing.active === undefined ? {} : { active: window.id === listing.active }),
    minimized: window.minimized,
    modal: window.modal || toplevel?.modal === true,
    fullscreen: window.fullscreen,
    ...(window.passive && { passive: true }),
    ...(stacked < 0 ? {} : { stacking: stacked }),
    ...(window.transientFor === undefined ? {} : { transientFor: windowHandle(window.transientFor) }),
  }
}

/** A window that the X server does not show, or that could not be told from its twin: no place, no picture. */
function fromAccessible(app: AppInfo, { record, title, active, iconified, modal }: AtspiToplevel): WindowInfo {
  return {
    handle: `atspi:${record.handle}` as WindowHandle,
    title,
    kind: POPUP_ROLES.has(record.role) ? 'popup' : record.role === 'dialog' ? 'dialog' : 'unknown',
    scale: 1,
    ...(app.process === undefined ? {} : { process: app.process }),
    accessible: record.handle,
    active,
    minimized: iconified,
    modal,
  }
}

function accessibleWindow({ record, title, active, screenExtents, windowExtents }: AtspiToplevel): AccessibleWindow {
  return {
    handle: record.handle,
    title,
    active,
    ...(screenExtents === undefined ? {} : { screen: screenExtents }),
    ...(windowExtents === undefined ? {} : { window: windowExtents }),
  }
}

function serverWindow({ id, title, bounds, frame }: XWindow, { active }: WindowListing): ServerWindow {
  return { id, title, bounds, frame, active: id === active }
}

function accessibleOf(id: number, pairs: Pairs): AccessibleHandle | undefined {
  for (const [handle, window] of pairs) if (window === id) return handle
  return undefined
}
