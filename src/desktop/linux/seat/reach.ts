import type { Geometry } from 'x11'
import { type Point, PortError } from '../../port.ts'
import { readWords } from '../x11/properties.ts'
import type { XServer } from '../x11/server.ts'
import { attributesOf, childrenOf, readProperty } from '../x11/window-list.ts'
import { pidsByConnection } from '../x11/window-pids.ts'
import type { WindowPath } from './devices.ts'
import type { Holes } from './holes.ts'
import type { Rig } from './rig.ts'
import { contains, isOfTarget, type Target, VIEWABLE } from './target.ts'

/**
 * What an aim is for: keys always go to the window itself, a pointer hits what its own app shows above it there. So it does
 * while it drags; but what it drags may be shown in such a window, and the app looks below that for where it would be
 * dropped, so that nobody else's window may be there.
 */
export type Purpose = 'pointer' | 'keys' | 'drag'

/** More windows than this over one point, or others that come faster than we can look, end the attempt. */
const MOST_COVERS = 32

/**
 * Makes the target what is hit at this point, opening a pixel of each window above it. What the server itself finds there
 * counts, with all shapes, invisible windows included.
 * @returns the path to what will be hit: the target, or a popup of its process.
 * @throws PortError `rejected` when the target takes no input at this point.
 */
export async function reach(
  rig: Rig,
  holes: Holes,
  target: Target,
  point: Point,
  purpose: Purpose,
): Promise<WindowPath> {
  const { server } = rig.core
  const [root, top] = target.path
  for (let round = 0; round < MOST_COVERS; round++) {
    const [above, order] = await Promise.all([childAt(server, point), childrenOf(server, root)])
    if (above === top) return target.path
    const heights = order?.children ?? []
    if (!heights.includes(top)) throw new PortError('gone', 'the window has gone from the screen')
    if (heights.indexOf(above) < heights.indexOf(top)) throw notThere()
    const cover = await lookAt(server, above)
    if (cover === undefined) continue
    if (isShownByTarget(server, above, cover, target) && purpose !== 'keys') {
      if (purpose === 'drag') await openBetween(rig, holes, target, heights.slice(heights.indexOf(top) + 1), point)
      return [root, above]
    }
    await holes.open(above, cover.geometry, point)
  }
  throw new PortError(
    'rejected',
    `${MOST_COVERS} windows lie over this point of the window, or come faster than we look`,
  )
}

type Cover = NonNullable<Awaited<ReturnType<typeof lookAt>>>

/** A menu, a popover, the icon of a drag. */
const isShownByTarget = (server: XServer, window: number, { isUnmanaged, isTooltip, pid }: Cover, target: Target) =>
  isUnmanaged && !isTooltip && isOfTarget(server, window, pid, target)

/** Opens a pixel of all of these windows that take input there and are not the target's own. */
async function openBetween(rig: Rig, holes: Holes, target: Target, windows: readonly number[], point: Point) {
  const { server, shape } = rig.core
  const open = async (window: number) => {
    const cover = await lookAt(server, window)
    if (cover === undefined || !cover.isViewable || isShownByTarget(server, window, cover, target)) return
    const { xPos, yPos, width, height, borderWidth } = cover.geometry
    const inside = { x: point.x - xPos - borderWidth, y: point.y - yPos - borderWidth }
    if (!contains({ x: 0, y: 0, width, height }, inside)) return
    const rects = await shape.inputShape(window, cover.geometry)
    if (rects === undefined || rects.some((rect) => contains(rect, inside)))
      await holes.open(window, cover.geometry, point)
  }
  await Promise.all(windows.map(open))
}

/** The child of the root that the server hits at this point; 0: the root. */
async function childAt({ connection }: XServer, { x, y }: Point): Promise<number> {
  const { root } = connection
  const { child } = await connection.ask<{ child: number }>((X, done) => X.TranslateCoordinates(root, root, x, y, done))
  return child
}

/** What decides about a window that lies over the point; `undefined`: it has just gone. */
async function lookAt(server: XServer, window: number) {
  const [attributes, geometry, pids, type] = await Promise.all([
    attributesOf(server, window),
    server.connection.ask<Geometry>((X, done) => X.GetGeometry(window, done)).catch(() => undefined),
    pidsByConnection(server, [window]),
    readProperty(server, window, '_NET_WM_WINDOW_TYPE'),
  ])
  if (attributes === undefined || geometry === undefined) return undefined
  const { _NET_WM_WINDOW_TYPE_TOOLTIP: tooltip } = server.atoms
  const isUnmanaged = attributes.overrideRedirect !== 0
  return {
    geometry,
    isViewable: attributes.mapState === VIEWABLE,
    isUnmanaged,
    isTooltip: (readWords(type) ?? []).includes(tooltip),
    pid: pids.get(window),
  }
}

function notThere(): PortError {
  return new PortError(
    'rejected',
    'the window takes no input at this point: it is cut out of its shape, or off the screen',
  )
}
