import { type Budget, PortError, type Rect, type Subscription, type WindowHandle, type WindowManager } from '../port.ts'
import { openEcho } from './keys/echo.ts'
import type { AtomName } from './x11/atoms.ts'
import { readDisplays } from './x11/displays.ts'
import { requireWindowId } from './x11/handles.ts'
import { openInbox } from './x11/inbox.ts'
import type { XLink } from './x11/link.ts'
import { ownWindow, serverTime } from './x11/own-window.ts'
import { type Extents, readExtents, readWord, readWords } from './x11/properties.ts'
import type { XServer } from './x11/server.ts'
import { attributesOf, readProperty } from './x11/window-list.ts'
import { handled, requestOfWindowManager, sendToClient } from './x11/window-messages.ts'

/** EWMH source indication: a tool that acts for the user, such as a pager. Window managers obey it as they obey a person. */
const PAGER = 2
const NORMAL_STATE = 1
const ICONIC_STATE = 3
const STATE_REMOVE = 0
const STATE_ADD = 1
/** Of _NET_MOVERESIZE_WINDOW: x and y are those of the app's own window, whatever its decoration. */
const STATIC_GRAVITY = 10

type State = Parameters<WindowManager['setState']>[1]
type Work = (server: XServer, id: number) => Promise<void>

/** Requests to an EWMH window manager. Each settles when it has been carried out or declined. */
export function openWindowManager(link: XLink): WindowManager {
  const on = (window: WindowHandle, what: string, budget: Budget, work: Work) =>
    link.use(budget, what, async (server) => {
      const id = requireWindowId(window)
      await requireManaged(server, id)
      await work(server, id)
      await settled(server, id, budget)
    })
  return {
    displays: (budget) => link.use(budget, 'read the displays', readDisplays),
    activate: (window, budget) =>
      on(window, 'activate the window', budget, (server, id) => activate(server, id, budget)),
    setFrame: (window, frame, budget) =>
      on(window, 'place the window', budget, (server, id) => place(server, id, frame, budget)),
    setState: (window, state, budget) =>
      on(window, 'change the window', budget, (server, id) => change(server, id, state, budget)),
  }
}

/** A window manager that declines says nothing; one that does it needs a few, in milliseconds. */
const ACTIVE_WITHIN = 300

const activationListeners = new Set<() => void>()

/** Told before we ourselves bring a window to the front for a call that may do so; then the focus is not taken but given. */
export function onOwnActivation(listener: () => void): Subscription {
  activationListeners.add(listener)
  return { close: () => activationListeners.delete(listener) }
}

/** Also takes it out of the minimised state, and goes to its workspace. Resolves when it is active, or was declined. */
export async function activate(server: XServer, id: number, budget: Budget): Promise<void> {
  for (const listener of [...activationListeners]) listener()
  const { connection, atoms } = server
  const { root } = connection
  const changes = openInbox(connection, (event) =>
    event.name === 'PropertyNotify' && event.wid === root && event.atom === atoms._NET_ACTIVE_WINDOW ? true : undefined,
  )
  try {
    await requestActivation(server, id, budget)
    const wait = { ...budget, deadline: Math.min(budget.deadline, performance.now() + ACTIVE_WITHIN) }
    while (readWord(await readProperty(server, root, '_NET_ACTIVE_WINDOW')) !== id)
      if (!(await changes.next(wait, 'see the window become active').catch(() => false))) return
  } finally {
    changes.close()
  }
}

/** Asks for it and does not wait. */
export async function requestActivation(server: XServer, id: number, budget: Budget): Promise<void> {
  const time = await serverTime(server, await ownWindow(server), budget)
  await requestOfWindowManager(server, id, '_NET_ACTIVE_WINDOW', [PAGER, time, 0])
}

async function place(server: XServer, id: number, frame: Partial<Rect>, budget: Budget): Promise<void> {
  await requireSupport(server, '_NET_MOVERESIZE_WINDOW')
  const [shadow, states] = await Promise.all([
    readProperty(server, id, '_GTK_FRAME_EXTENTS'),
    readProperty(server, id, '_NET_WM_STATE'),
  ])
  const { atoms } = server
  const maximised = [atoms._NET_WM_STATE_MAXIMIZED_HORZ, atoms._NET_WM_STATE_MAXIMIZED_VERT]
  if (readWords(states)?.some((state) => maximised.includes(state))) {
    // A maximised window keeps its place until it is none; Openbox must have given it its decoration back, too.
    await requestOfWindowManager(server, id, '_NET_WM_STATE', [STATE_REMOVE, ...maximised, PAGER])
    await settled(server, id, budget)
  }
  await requestOfWindowManager(server, id, '_NET_MOVERESIZE_WINDOW', placement(frame, readExtents(shadow)))
}

/** For an app that is busy; one that is stopped costs this once. Milliseconds. */
const APP_ANSWERS_WITHIN = 300

/**
 * Resolves when the window manager has done what was asked, the app has taken notice, and the window manager has done what
 * the app then asked for: GTK gives a window that is no longer maximised its own idea of a size, which mutter moves to fit.
 */
async function settled(server: XServer, id: number, budget: Budget): Promise<void> {
  await handled(server, budget)
  const echo = await openEcho(server.connection)
  try {
    const limit = { ...budget, deadline: Math.min(budget.deadline, performance.now() + APP_ANSWERS_WITHIN) }
    const hasAnswered = await echo.answered(id, limit).catch(() => false)
    if (hasAnswered) await handled(server, budget)
  } finally {
    echo.close()
  }
}

const NO_SHADOW: Extents = { left: 0, right: 0, top: 0, bottom: 0 }

/** The data of _NET_MOVERESIZE_WINDOW for the visible frame; only the given sides change. Pure. */
export function placement(frame: Partial<Rect>, shadow: Extents = NO_SHADOW): readonly number[] {
  const sides = [
    frame.x === undefined ? undefined : frame.x - shadow.left,
    frame.y === undefined ? undefined : frame.y - shadow.top,
    frame.width === undefined ? undefined : frame.width + shadow.left + shadow.right,
    frame.height === undefined ? undefined : frame.height + shadow.top + shadow.bottom,
  ]
  const given = sides.reduce((bits: number, side, index) => (side === undefined ? bits : bits | (1 << (8 + index))), 0)
  return [STATIC_GRAVITY | given | (PAGER << 12), ...sides.map((side) => side ?? 0)]
}

async function change(server: XServer, id: number, state: State, budget: Budget): Promise<void> {
  const { atoms } = server
  switch (state) {
    case 'minimized':
      return requestOfWindowManager(server, id, 'WM_CHANGE_STATE', [ICONIC_STATE])
    case 'restored':
      // Openbox hears the first and xfwm4 the second, both without moving the focus. mutter only ever activates.
      await requestOfWindowManager(server, id, 'WM_CHANGE_STATE', [NORMAL_STATE])
      return requestOfWindowManager(server, id, '_NET_WM_STATE', [STATE_REMOVE, atoms._NET_WM_STATE_HIDDEN, 0, PAGER])
    case 'fullscreen':
    case 'not-fullscreen': {
      await requireSupport(server, '_NET_WM_STATE_FULLSCREEN')
      const action = state === 'fullscreen' ? STATE_ADD : STATE_REMOVE
      return requestOfWindowManager(server, id, '_NET_WM_STATE', [action, atoms._NET_WM_STATE_FULLSCREEN, 0, PAGER])
    }
    case 'closed':
      return close(server, id, budget)
  }
}

/** Never kills: a window manager ends the app of a window that cannot be asked, so such a window is refused. */
async function close(server: XServer, id: number, budget: Budget): Promise<void> {
  const { atoms } = server
  const [protocols, time] = await Promise.all([
    readProperty(server, id, 'WM_PROTOCOLS'),
    serverTime(server, await ownWindow(server), budget),
  ])
  if (!readWords(protocols)?.includes(atoms.WM_DELETE_WINDOW))
    throw new PortError('interface-missing', 'the window has no way to be asked to close (WM_DELETE_WINDOW)')
  if (await supports(server, '_NET_CLOSE_WINDOW'))
    return requestOfWindowManager(server, id, '_NET_CLOSE_WINDOW', [time, PAGER])
  return sendToClient(server, id, 'WM_PROTOCOLS', [atoms.WM_DELETE_WINDOW, time])
}

/** @throws PortError `gone`; `interface-missing` for menus and popups, and where no window manager runs */
async function requireManaged(server: XServer, id: number): Promise<void> {
  const [attributes, check] = await Promise.all([
    attributesOf(server, id),
    readProperty(server, server.connection.root, '_NET_SUPPORTING_WM_CHECK'),
  ])
  if (attributes === undefined) throw new PortError('gone', 'the window no longer exists')
  if (attributes.overrideRedirect !== 0)
    throw new PortError('interface-missing', 'this is a menu or popup, which no window manager moves or closes')
  const manager = readWord(check)
  // The announcement outlives a window manager that crashed; its window does not.
  if (manager === undefined || (await attributesOf(server, manager)) === undefined)
    throw new PortError('interface-missing', 'no window manager runs on this display (_NET_SUPPORTING_WM_CHECK)')
}

/** @throws PortError `interface-missing` */
async function requireSupport(server: XServer, what: AtomName): Promise<void> {
  if (!(await supports(server, what)))
    throw new PortError('interface-missing', `the window manager does not offer this (${what} in _NET_SUPPORTED)`)
}

async function supports(server: XServer, what: AtomName): Promise<boolean> {
  const supported = readWords(await readProperty(server, server.connection.root, '_NET_SUPPORTED'))
  return supported?.includes(server.atoms[what]) === true
}
