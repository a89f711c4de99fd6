import type { AccessibleHandle, Budget, Point, Rect, WindowInfo } from '../../port.ts'
import { listChildren } from './children.ts'
import { type Coordinates, pointCall, type Reference, readExtents, readWindowExtents, referenceFor } from './extents.ts'
import { cellHandle, handleFromReference } from './handles.ts'
import { pool } from './pool.ts'
import { propertyCall, readRecord, unlessFatal } from './record.ts'
import { isSheet, mayBeSheet, placeOf } from './sheet.ts'
import type { CellLink } from './sheet-cells.ts'

/** Deeper than any real tree; ends a cycle of accessibles that name each other. */
const DEPTH_LIMIT = 100
/** Siblings that are looked at one by one where the toolkit has no answer. */
const SIBLING_LIMIT = 200

/**
 * Asks the window's accessible what is at the point, then that one, and so on: ATK answers one level at a time. Where
 * it names nothing deeper (GTK 3 below the page of a notebook, which has no extents), the children's own extents decide.
 */
export async function accessibleAt(
  link: CellLink,
  window: WindowInfo,
  point: Point,
  budget: Budget,
): Promise<AccessibleHandle | undefined> {
  const { accessible, frame } = window
  if (accessible === undefined || frame === undefined) return undefined
  const reference = referenceFor(window, await readWindowExtents(link, window, budget))
  if (reference === undefined) return undefined
  const local = toLocal(point, frame, reference, window.scale)
  const seen = new Set<AccessibleHandle>()
  let next: AccessibleHandle | undefined = accessible
  let deepest: AccessibleHandle = accessible
  let around: AccessibleHandle | undefined
  while (next !== undefined && !seen.has(next) && seen.size < DEPTH_LIMIT) {
    seen.add(next)
    if (next !== deepest) around = deepest
    deepest = next
    const named = await askAtPoint(link, next, local, reference.coordinates, budget)
    next = named === undefined || seen.has(named) ? await childAt(link, next, local, reference, budget) : named
  }
  return (around && (await cellIn(link, around, deepest, budget))) ?? deepest
}

/** Cells of a sheet are known by their place: the accessible that was just told is gone soon. */
async function cellIn(
  link: CellLink,
  table: AccessibleHandle,
  accessible: AccessibleHandle,
  budget: Budget,
): Promise<AccessibleHandle | undefined> {
  const record = await readRecord(link, table, budget)
  if (record === undefined || !mayBeSheet(record) || !(await isSheet(link, table, budget))) return undefined
  const [columns] = (await link.call(propertyCall(table, 'org.a11y.atspi.Table', 'NColumns'), budget)).body
  const place = typeof columns === 'number' ? await placeOf(link, table, accessible, columns, budget) : undefined
  return place && cellHandle({ table, ...place })
}

async function askAtPoint(
  link: CellLink,
  handle: AccessibleHandle,
  point: Point,
  coordinates: Coordinates,
  budget: Budget,
): Promise<AccessibleHandle | undefined> {
  try {
    return handleFromReference((await link.call(pointCall(handle, point, coordinates), budget)).body[0])
  } catch (error) {
    return unlessFatal(error)
  }
}

/** The smallest child around the point; a child without extents counts through its own children. */
async function childAt(
  link: CellLink,
  parent: AccessibleHandle,
  point: Point,
  reference: Reference,
  budget: Budget,
  depth = 0,
): Promise<AccessibleHandle | undefined> {
  const record = await readRecord(link, parent, budget)
  if (record === undefined || record.childCount <= 0 || record.childCount > SIBLING_LIMIT) return undefined
  const { handles } = await listChildren(link, parent, { record }, budget)
  const extents = await pool(handles, 24, (handle) =>
    readExtents(link, handle, reference.coordinates, budget).catch(unlessFatal),
  )
  const around = handles
    .map((handle, index) => ({ handle, area: areaAround(extents[index], point) }))
    .filter(({ area }) => area !== undefined)
    .sort((a, b) => (a.area ?? 0) - (b.area ?? 0))
  if (around[0] !== undefined) return around[0].handle
  if (depth >= 2) return undefined
  for (const [index, handle] of handles.entries()) {
    if (extents[index] !== undefined) continue
    const found = await childAt(link, handle, point, reference, budget, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}

function areaAround(rect: Rect | undefined, point: Point): number | undefined {
  if (rect === undefined) return undefined
  const inside =
    point.x >= rect.x && point.y >= rect.y && point.x < rect.x + rect.width && point.y < rect.y + rect.height
  return inside ? rect.width * rect.height : undefined
}

/** A screen point in the app's own coordinates: the inverse of `toBox`. */
export function toLocal(point: Point, frame: Point, reference: Reference, scale: number): Point {
  return {
    x: Math.floor((point.x - frame.x - reference.shift.x) / scale),
    y: Math.floor((point.y - frame.y - reference.shift.y) / scale),
  }
}
