import type { AccessibleHandle, AccessibleRecord, Budget, Point, Rect } from '../../port.ts'
import { pointCall, readExtents } from './extents.ts'
import type { ChildList } from './graph.ts'
import { handleFromReference } from './handles.ts'
import type { Link } from './link.ts'
import { readPlug } from './plug.ts'
import { pool } from './pool.ts'
import { ACCESSIBLE, accessibleCall, propertyCall, unlessFatal } from './record.ts'

/** A container that claims more children than this is never listed as a whole. */
const LIST_LIMIT = 10_000
/** Virtual containers make each child when it is asked for: listing them is what took 100 s on a spreadsheet. */
const VIRTUAL_LIMIT = 200
/** Children read of a container that is not listed: more are hardly in view at a time. */
const SAMPLE_LIMIT = 200

/** What is known of a container beforehand; nothing: it is listed whatever it holds. */
export interface Container {
  readonly record?: AccessibleRecord
  /** Children known from a bulk read, in order. */
  readonly known?: readonly AccessibleHandle[]
  /** Read this many from the beginning of one too big to list, instead of those in view. */
  readonly atMost?: number | undefined
}

/** The children of one accessible, from the app itself, in its order; of one too big to list, those in view. */
export async function listChildren(
  link: Link,
  handle: AccessibleHandle,
  container: Container,
  budget: Budget,
): Promise<ChildList> {
  const { record, known = [], atMost } = container
  if (record !== undefined) {
    const count = await childCount(link, record, budget)
    if (known.length > 0 && known.length === count) return { handles: known, more: 0, how: 'complete' }
    const limit = record.states.has('manages-descendants') ? VIRTUAL_LIMIT : LIST_LIMIT
    if (count > limit) {
      const range = atMost === undefined ? await rangeInView(link, record, budget) : { first: 0, last: atMost - 1 }
      return childrenInRange(link, record, range, count, budget)
    }
  }
  const reply = await link.call(accessibleCall(handle, 'GetChildren'), budget)
  const [list] = reply.body
  const references = Array.isArray(list) ? (list as unknown[]) : []
  const handles = references.map(handleFromReference).filter((child) => child !== undefined)
  if (handles.length === 0 && record?.childCount === 1) {
    const plug = await readPlug(link, handle, budget)
    if (plug !== undefined) return { handles: [plug], more: 0, how: 'complete' }
  }
  return { handles: [...new Set(handles)], more: 0, how: 'complete' }
}

async function childCount(link: Link, record: AccessibleRecord, budget: Budget): Promise<number> {
  if (record.childCount >= 0) return record.childCount
  const [count] = (await link.call(propertyCall(record.handle, ACCESSIBLE, 'ChildCount'), budget)).body
  return typeof count === 'number' ? count : 0
}

async function childrenInRange(
  link: Link,
  record: AccessibleRecord,
  range: Range | undefined,
  count: number,
  budget: Budget,
): Promise<ChildList> {
  if (range === undefined) return { handles: [], more: count, how: 'sampled' }
  const last = Math.min(range.last, count - 1)
  const indices = Array.from({ length: Math.max(0, last - range.first + 1) }, (_, offset) => range.first + offset)
  // Most of the time is for reading them; what is not found by then stays unread.
  const now = performance.now()
  const share = { ...budget, deadline: now + (budget.deadline - now) / 3 }
  const children = await pool(indices, 24, async (index) => {
    const call = { ...accessibleCall(record.handle, 'GetChildAtIndex'), signature: 'i', body: [index] }
    return link.call(call, share).then((reply) => handleFromReference(reply.body[0]), unlessFatal)
  })
  const seen = indices.filter((_, offset) => children[offset] !== undefined)
  const handles = children.filter((child) => child !== undefined)
  return { handles, indices: seen, more: count - handles.length, how: 'sampled' }
}

/** Distances from the edges at which rows are looked for: header and half a row may lie before the first. */
const PROBES = [4, 16, 32, 48, 64]
/** And columns: Qt answers "nothing" for the row headers. */
const COLUMNS = [4, 72]
/** How far out a container looks for what clips it. */
const LEVELS_AROUND = 3

/** First to last child seen; where none is seen from the bottom (empty space below the last row), on from the first. */
export function rangeOf(
  fromTop: readonly (number | undefined)[],
  fromBottom: readonly (number | undefined)[],
): Range | undefined {
  const seen = (list: readonly (number | undefined)[]) => list.filter((index) => index !== undefined)
  const [top, bottom] = [seen(fromTop), seen(fromBottom)]
  if (top.length === 0) return undefined
  const first = Math.min(...top, ...bottom)
  const last = bottom.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...top, ...bottom)
  return { first, last: Math.min(last, first + SAMPLE_LIMIT - 1) }
}

export interface Range {
  readonly first: number
  readonly last: number
}

/**
 * From the child at the container's first visible corner to the one at its last. Only the app knows which of its
 * children are where, so it is asked for what is at those points.
 */
async function rangeInView(link: Link, record: AccessibleRecord, budget: Budget): Promise<Range | undefined> {
  if (!record.interfaces.has('Component') || record.parent === undefined) return undefined
  try {
    // The container itself may be as tall as all its rows; its parent is the viewport they are seen through.
    // Extents and hit test agree in SCREEN coordinates everywhere, wherever their origin is; Qt 5's WINDOW ones are broken.
    const [own, view] = await Promise.all([
      readExtents(link, record.handle, 'screen', budget),
      extentsAround(link, record.parent, budget),
    ])
    if (own === undefined) return undefined
    const left = Math.max(own.x, view?.x ?? own.x)
    const top = Math.max(own.y, view?.y ?? own.y)
    const right = Math.min(own.x + own.width, view === undefined ? Infinity : view.x + view.width)
    const bottom = Math.min(own.y + own.height, view === undefined ? Infinity : view.y + view.height)
    const probes = PROBES.flatMap((y) => COLUMNS.map((x) => ({ x, y })))
    const indices = (points: readonly Point[]) =>
      Promise.all(points.map((point) => indexAt(link, record.handle, point, budget).catch(unlessFatal)))
    const [fromTop, fromBottom] = await Promise.all([
      indices(probes.map(({ x, y }) => ({ x: left + x, y: top + y }))),
      indices(probes.map(({ x, y }) => ({ x: right - x, y: bottom - y }))),
    ])
    return rangeOf(fromTop, fromBottom)
  } catch (error) {
    return unlessFatal(error)
  }
}

/** Of the nearest that tells: a viewport of GTK 3 does not any more once it is scrolled, the pane around it does. */
async function extentsAround(link: Link, nearest: AccessibleHandle, budget: Budget): Promise<Rect | undefined> {
  let around: AccessibleHandle | undefined = nearest
  for (let level = 0; level < LEVELS_AROUND && around !== undefined; level++) {
    const extents: Rect | undefined = await readExtents(link, around, 'screen', budget).catch(unlessFatal)
    if (extents !== undefined) return extents
    const parent = await link.call(propertyCall(around, ACCESSIBLE, 'Parent'), budget).catch(unlessFatal)
    around = handleFromReference(parent?.body[0])
  }
  return undefined
}

async function indexAt(
  link: Link,
  container: AccessibleHandle,
  point: Point,
  budget: Budget,
): Promise<number | undefined> {
  const child = handleFromReference((await link.call(pointCall(container, point, 'screen'), budget)).body[0])
  if (child === undefined || child === container) return undefined
  const [index] = (await link.call(accessibleCall(child, 'GetIndexInParent'), budget)).body
  return typeof index === 'number' && index >= 0 ? index : undefined
}
