import type { AccessibleHandle, Budget, Point, WindowInfo } from '../../port.ts'
import { type Coordinates, readExtents, type Reference, referenceFor } from './extents.ts'
import { addressOf, handleFromReference } from './handles.ts'
import type { Link } from './link.ts'

/** Deeper than any real tree; ends a cycle of accessibles that name each other. */
const DEPTH_LIMIT = 100
const COORD_TYPE: Readonly<Record<Coordinates, number>> = { screen: 0, window: 1 }

/** Asks the window's accessible what is at the point, then that, until it names itself or nothing: ATK answers one level at a time. */
export async function accessibleAt(
  link: Link,
  window: WindowInfo,
  point: Point,
  budget: Budget,
): Promise<AccessibleHandle | undefined> {
  const { accessible, frame } = window
  if (accessible === undefined || frame === undefined) return undefined
  const [screen, own] = await Promise.all([
    readExtents(link, accessible, 'screen', budget),
    readExtents(link, accessible, 'window', budget),
  ])
  const reference = referenceFor(window, { screen, window: own })
  if (reference === undefined) return undefined
  const local = toLocal(point, frame, reference, window.scale)
  const seen = new Set<AccessibleHandle>()
  let deepest: AccessibleHandle | undefined
  let next: AccessibleHandle | undefined = accessible
  while (next !== undefined && !seen.has(next) && seen.size < DEPTH_LIMIT) {
    seen.add(next)
    deepest = next
    const call = {
      ...addressOf(next),
      iface: 'org.a11y.atspi.Component',
      member: 'GetAccessibleAtPoint',
      signature: 'iiu',
      body: [local.x, local.y, COORD_TYPE[reference.coordinates]],
    }
    next = handleFromReference((await link.call(call, budget).catch(() => ({ body: [] }))).body[0])
  }
  return deepest
}

/** A screen point in the app's own coordinates: the inverse of `toBox`. */
export function toLocal(point: Point, frame: Point, reference: Reference, scale: number): Point {
  return {
    x: Math.floor((point.x - frame.x - reference.shift.x) / scale),
    y: Math.floor((point.y - frame.y - reference.shift.y) / scale),
  }
}
