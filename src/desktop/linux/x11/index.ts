import {
  type Budget,
  type Capture,
  type Focus,
  type Point,
  PortError,
  type Subscription,
  type WindowEvent,
  type WindowHandle,
} from '../../port.ts'
import { captureScreen, captureWindow } from './capture.ts'
import { findCoreDevices } from './devices.ts'
import { openXEvents } from './events.ts'
import { readFocus } from './focus-read.ts'
import { requireWindowId, windowHandle } from './handles.ts'
import { openXLink, type XLink } from './link.ts'
import { watchPaint } from './paint-watch.ts'
import { type Redirection, redirectWindows } from './redirect.ts'
import type { XServer } from './server.ts'
import { windowAt } from './window-at.ts'

/** The parts of the port that only the X server answers. */
export interface X11 {
  readonly link: XLink
  /** Resolves once connected; rejects with the reason why not. */
  ready(budget: Budget): Promise<void>
  readonly focus: Omit<Focus, 'keep'>
  readonly capture: Capture
  at(point: Point, budget: Budget): Promise<WindowHandle | undefined>
  watch(listener: (event: WindowEvent) => void): Promise<Subscription>
  close(): void
}

/** Subscribing has no budget of its own in the port. */
const WATCH_LIMIT = 2_000

/** Never fails: without a display each part rejects with `unavailable` and says why. */
export function openX11(env: NodeJS.ProcessEnv): X11 {
  const events = openXEvents()
  const redirections = new WeakMap<XServer, Promise<Redirection>>()
  const redirect = (server: XServer) => {
    const redirection = redirectWindows(server)
    // Told to those who ask for a picture.
    redirection.catch(() => {})
    redirections.set(server, redirection)
    return redirection
  }
  const link = openXLink(env, [redirect, (server) => events.attach(server)])
  const soon = () => ({ deadline: performance.now() + WATCH_LIMIT })
  return {
    link,
    ready: (budget) => link.use(budget, 'connect to the X display', async () => {}),
    focus: {
      async read(budget) {
        const reading = await link.use(budget, 'read the focus', async (server) =>
          readFocus(server, await findCoreDevices(server)),
        )
        // Moves that the server told before its answer must not be heard after it.
        await events.settled()
        return reading
      },
      watch: (listener) => link.use(soon(), 'watch the focus', (server) => events.onFocus(server, listener)),
    },
    capture: {
      async window({ handle, frame, process, kind }, budget) {
        const id = requireWindowId(handle)
        if (frame === undefined)
          throw new PortError('rejected', 'this window has no known frame, so there is nothing to crop to')
        return link.use(budget, 'capture the window', async (server) => {
          const redirection = await (redirections.get(server) ?? redirect(server))
          return captureWindow(
            server,
            redirection,
            { id, size: frame, pid: process?.pid, withAlpha: kind === 'popup' },
            budget,
          )
        })
      },
      display: (budget) => link.use(budget, 'capture the display', captureScreen),
      watchPaint: async (handle, budget) => {
        const id = requireWindowId(handle)
        return link.use(budget, 'watch what is painted', (server) => watchPaint(server, id))
      },
    },
    at: (point, budget) =>
      link.use(budget, 'find the window at a point', async (server) => {
        const id = await windowAt(server, point)
        return id === undefined ? undefined : windowHandle(id)
      }),
    watch: (listener) => link.use(soon(), 'watch the windows', (server) => events.onWindow(server, listener)),
    close: () => link.close(),
  }
}
