import type { Geometry } from 'x11'
import { type Point, PortError, type Rect, type WindowHandle } from '../../port.ts'
import { isGone } from '../x11/connection.ts'
import { requireWindowId } from '../x11/handles.ts'
import type { XServer } from '../x11/server.ts'
import { attributesOf, childrenOf } from '../x11/window-list.ts'
import { pidsByConnection } from '../x11/window-pids.ts'
import type { WindowPath } from './devices.ts'

/** The window that a gesture is meant for. */
export interface Target {
  /** The client's own top-level window. */
  readonly client: number
  /** From the root to `client`; the second is the window manager's frame, or `client` itself. */
  readonly path: WindowPath
  /** Of the client's window, on the screen. */
  readonly area: Rect
  /** Absent where the server cannot tell. */
  readonly pid?: number
}

/** Enough to tell the windows of its app. */
export type TargetApp = Pick<Target, 'client' | 'pid'>

/** X: mapped, and all around it too. */
export const VIEWABLE = 2
/** Reparenting window managers put one or two windows of their own around a client's. */
const DEEPEST = 8

/** @throws PortError `gone`, or `rejected` for a window that is not on the screen. */
export async function findTarget(server: XServer, handle: WindowHandle): Promise<Target> {
  const client = requireWindowId(handle)
  const [attributes, area, path, pids] = await Promise.all([
    attributesOf(server, client),
    areaOf(server, client),
    pathTo(server, client),
    pidsByConnection(server, [client]),
  ])
  if (attributes === undefined || area === undefined || path === undefined) {
    throw new PortError('gone', 'the window no longer exists')
  }
  if (attributes.mapState !== VIEWABLE) {
    throw new PortError('rejected', 'the window is not on the screen (minimised, or on another desktop)')
  }
  const pid = pids.get(client)
  return { client, path, area, ...(pid === undefined ? {} : { pid }) }
}

/** On the screen, without the border; `undefined` when the window has gone. */
export async function areaOf(server: XServer, window: number): Promise<Rect | undefined> {
  const { connection } = server
  try {
    const [{ width, height }, { destX, destY }] = await Promise.all([
      connection.ask<Geometry>((X, done) => X.GetGeometry(window, done)),
      connection.ask<{ destX: number; destY: number }>((X, done) =>
        X.TranslateCoordinates(window, connection.root, 0, 0, done),
      ),
    ])
    return { x: destX, y: destY, width, height }
  } catch (error) {
    if (isGone(error)) return undefined
    throw error
  }
}

export function contains({ x, y, width, height }: Rect, point: Point): boolean {
  return point.x >= x && point.y >= y && point.x < x + width && point.y < y + height
}

/** Does this window belong to the target's process? One X client is one process; a process may have several. */
export function isOfTarget(server: XServer, window: number, pid: number | undefined, target: TargetApp): boolean {
  const clientOf = (id: number) => (id & ~server.connection.display.resource_mask) >>> 0
  return clientOf(window) === clientOf(target.client) || (pid !== undefined && pid === target.pid)
}

async function pathTo(server: XServer, client: number): Promise<WindowPath | undefined> {
  const { root } = server.connection
  const below = [client]
  for (let window = client; below.length < DEEPEST; ) {
    const parent = (await childrenOf(server, window))?.parent
    if (parent === undefined || parent === 0) return undefined
    if (parent === root) return [root, ...(below as [number, ...number[]])]
    below.unshift(parent)
    window = parent
  }
  return undefined
}
