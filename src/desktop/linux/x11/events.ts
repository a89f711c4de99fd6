import type { Event } from 'x11'
import type { FocusEvent, FocusWindow, Instant, Subscription, WindowEvent } from '../../port.ts'
import { findCoreDevices, inputMajor, readFocusWindow } from './devices.ts'
import { isGrab, isUngrab, isWhileGrabbed, judgeFocusNotice, parseFocusNotice, selectFocus } from './focus-notice.ts'
import { describeFocus, describeTopLevel } from './focus-read.ts'
import { windowHandle } from './handles.ts'
import { readWord } from './properties.ts'
import type { XServer } from './server.ts'
import { TopLevels, windowEvent } from './top-levels.ts'
import { readProperty } from './window-list.ts'
import { pidsByConnection } from './window-pids.ts'

/** What happens to windows and to the person's focus, for everyone who watches. Watching outlives a restart of the server. */
export interface XEvents {
  /** Called with each new connection; watches it if somebody listens. */
  attach(server: XServer): void
  /** Resolves once the server will tell us. */
  onWindow(server: XServer, listener: (event: WindowEvent) => void): Promise<Subscription>
  onFocus(server: XServer, listener: (event: FocusEvent) => void): Promise<Subscription>
  /** Resolves when everything that the server has told so far has been passed on. */
  settled(): Promise<void>
}

export function openXEvents(): XEvents {
  const windowListeners = new Set<(event: WindowEvent) => void>()
  const focusListeners = new Set<(event: FocusEvent) => void>()
  let watched: { readonly server: XServer; readonly ready: Promise<void> } | undefined
  // Describing a window takes a round trip; events are passed on in the order in which they came.
  let queue = Promise.resolve()

  const enqueue = <T>(listeners: ReadonlySet<(event: T) => void>, describe: () => Promise<T | undefined>) => {
    const described = describe().catch(() => undefined)
    queue = queue.then(async () => {
      const event = await described
      if (event === undefined) return
      for (const listener of listeners) tell(listener, event)
    })
  }
  const watch = (server: XServer): Promise<void> => {
    if (watched?.server !== server) {
      watched = {
        server,
        ready: watchServer(
          server,
          (describe) => enqueue(windowListeners, describe),
          (describe) => enqueue(focusListeners, describe),
        ),
      }
    }
    const { ready } = watched
    return ready.catch((error: unknown) => {
      if (watched?.ready === ready) watched = undefined
      throw error
    })
  }
  const subscribe = async <T>(server: XServer, listeners: Set<T>, listener: T): Promise<Subscription> => {
    await watch(server)
    listeners.add(listener)
    return { close: () => listeners.delete(listener) }
  }
  return {
    attach(server) {
      if (windowListeners.size + focusListeners.size === 0) return
      watch(server).catch(() => {
        // The server went again; the next connection is watched anew.
      })
    },
    onWindow: (server, listener) => subscribe(server, windowListeners, listener),
    onFocus: (server, listener) => subscribe(server, focusListeners, listener),
    settled: () => queue,
  }
}

/** A listener's fault surfaces as an uncaught exception of its own, after everybody has been told. */
function tell<T>(listener: (event: T) => void, event: T): void {
  try {
    listener(event)
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}

type Emit<T> = (describe: () => Promise<T | undefined>) => void

async function windowManagerPid(server: XServer): Promise<number | undefined> {
  const own = readWord(await readProperty(server, server.connection.root, '_NET_SUPPORTING_WM_CHECK'))
  return own === undefined ? undefined : (await pidsByConnection(server, [own])).get(own)
}

async function watchServer(server: XServer, emitWindow: Emit<WindowEvent>, emitFocus: Emit<FocusEvent>): Promise<void> {
  const { connection, atoms } = server
  const { keyboard } = await findCoreDevices(server)
  const select = (window: number) => {
    selectFocus(server, window, keyboard).catch(() => {
      // It has gone already; a focus that it had has left it with a notice of another window.
    })
  }
  const readActive = async () => readWord(await readProperty(server, connection.root, '_NET_ACTIVE_WINDOW')) ?? 0
  let active = await readActive()
  const windows = new TopLevels(server, {
    onTop: select,
    onWindow(kind, window) {
      const at = performance.now()
      emitWindow(() => windowEvent(at, kind, window))
    },
    onRootProperty(atom) {
      if (atom !== atoms._NET_ACTIVE_WINDOW) return
      const at = performance.now()
      emitFocus(async () => {
        const now = await readActive()
        // Window managers write the same value again and again; replies come in order, so the last one is known.
        if (now === active) return undefined
        active = now
        return { at, kind: 'active', window: await describeFocus(server, now) }
      })
    },
  })
  watchFocus(server, keyboard, windows, emitFocus)
  select(connection.root)
  await windows.start()
}

function watchFocus(server: XServer, keyboard: number, windows: TopLevels, emit: Emit<FocusEvent>): void {
  const { connection } = server
  const extension = inputMajor(server)
  let moves = 0
  /** The window that the keyboard is grabbed for. */
  let grabber: number | undefined

  const describe = async (top: number): Promise<FocusWindow> => {
    const known = windows.get(top)
    const client = known?.client ?? top
    const [described, pid] = await Promise.all([
      // A window that has gone since keeps its handle and its owner.
      describeTopLevel(server, client).catch((): FocusWindow => ({ handle: windowHandle(client) })),
      known?.pid,
    ])
    return { ...described, ...(pid === undefined ? {} : { pid }) }
  }
  const emitGrab = (at: Instant, top: number) =>
    emit(async () => {
      const [window, focus] = await Promise.all([describe(top), readFocusWindow(server, keyboard)])
      const [home, manager] = await Promise.all([describeFocus(server, focus), windowManagerPid(server)])
      // A person's own menus, and windows that they move by the keyboard, are where they want their keys to be.
      const isTheirs = window.pid === undefined || window.pid === home.pid || window.pid === manager
      return isTheirs ? undefined : { at, kind: 'grab', window }
    })
  const take = (event: Event, at: Instant) => {
    const notice = parseFocusNotice(event, extension)
    if (notice === undefined) return
    if (isGrab(notice, connection.root)) {
      grabber = notice.window
      emitGrab(at, notice.window)
      return
    }
    if (isUngrab(notice) && notice.window === grabber) grabber = undefined
    const judged = judgeFocusNotice(notice, connection.root)
    if (judged === 'entered') {
      moves++
      emit(async () => ({ at, kind: 'focus', window: await describe(notice.window) }))
      if (grabber !== undefined && isWhileGrabbed(notice)) emitGrab(at, grabber)
    } else if (judged === 'nowhere') {
      moves++
      emit(async () => ({ at, kind: 'focus', window: {} }))
    } else if (judged === 'left') {
      // Where to? Mostly the next notice says so. A window too new for our selection says nothing: ask.
      const seen = moves
      emit(async () => {
        const window = await readFocusWindow(server, keyboard)
        return moves === seen ? { at, kind: 'focus', window: await describeFocus(server, window) } : undefined
      })
    }
  }
  connection.onEvent((event) => take(event, performance.now()))
}
