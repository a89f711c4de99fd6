import type { AccessibleHandle, Budget, Point, Rect } from '../../port.ts'
import { type Coordinates, readExtents } from './extents.ts'
import { decodeAttributes } from './fields.ts'
import { addressOf, handleFromReference, handleOf, ROOT_PATH } from './handles.ts'
import type { ParentMemory } from './lineage.ts'
import { readLineage } from './lineage.ts'
import type { Link } from './link.ts'
import { pool } from './pool.ts'
import { ACCESSIBLE, accessibleCall, propertyCall, readBrief, unlessFatal } from './record.ts'

/**
 * The part of a window that another toolkit draws and tells of: LibreOffice puts all of its own widgets into one pane of a
 * GTK 3 window. That pane is wrong about two things (measured, 7.4 with its GTK 3 plugin):
 * - it names a frame as its parent that no list of children holds, so the line of parents of all in it misses the window;
 * - it places itself at the top of the window, although GTK's menu bar is there, so all in it is some 25 px too high. The
 *   GTK widget that lists the pane has the same size and knows where it is.
 */
export interface ForeignPane {
  readonly pane: AccessibleHandle
  /** From the accessible that lists it up to the window. */
  readonly listers: readonly AccessibleHandle[]
}

/** Where a window's pane is, or that it has none: it is made with the window. What it says of itself is asked each time. */
export type PaneMemory = Map<AccessibleHandle, ForeignPane | undefined>

const MEMORY_LIMIT = 500
const DEPTH = 4
/** Layout near the window's root holds few things; whatever holds more is content. */
const MOST_CHILDREN = 32
const LAYOUT = new Set(['panel', 'filler'])

export async function findPane(link: Link, window: AccessibleHandle, budget: Budget): Promise<ForeignPane | undefined> {
  let level: readonly (readonly AccessibleHandle[])[] = [[window]]
  for (let depth = 0; depth < DEPTH && level.length > 0; depth++) {
    const below = await pool(level, 8, async (line) => {
      const children = await fewChildren(link, line[0] as AccessibleHandle, budget)
      const briefs = await pool(children, 8, (child) => readBrief(link, child, budget).catch(unlessFatal))
      return briefs.flatMap((brief) => (brief?.states.has('showing') ? [{ brief, line }] : []))
    })
    for (const { brief, line } of below.flat()) {
      if (brief.role !== 'root pane') continue
      const named = await link.call(propertyCall(brief.handle, ACCESSIBLE, 'Parent'), budget).catch(unlessFatal)
      if (named !== undefined && handleFromReference(named.body[0]) !== line[0])
        return { pane: brief.handle, listers: line }
    }
    level = below.flat().flatMap(({ brief, line }) => (LAYOUT.has(brief.role) ? [[brief.handle, ...line]] : []))
  }
  return undefined
}

async function fewChildren(link: Link, handle: AccessibleHandle, budget: Budget): Promise<readonly AccessibleHandle[]> {
  const asked = await link.call(propertyCall(handle, ACCESSIBLE, 'ChildCount'), budget).catch(unlessFatal)
  const count = asked?.body[0]
  if (typeof count !== 'number' || count <= 0 || count > MOST_CHILDREN) return []
  const list = (await link.call(accessibleCall(handle, 'GetChildren'), budget).catch(unlessFatal))?.body[0]
  if (!Array.isArray(list)) return []
  return (list as unknown[]).map(handleFromReference).filter((child) => child !== undefined)
}

/**
 * As `readLineage`. Where the line ends before the application, because a pane names a parent that is nobody's child, it
 * goes on with those that list the pane, which are asked now.
 */
export async function readWholeLineage(
  link: Link,
  memory: ParentMemory,
  handle: AccessibleHandle,
  budget: Budget,
): Promise<readonly AccessibleHandle[]> {
  const lineage = await readLineage(link, memory, handle, budget)
  const last = lineage.at(-1) ?? handle
  const { bus, path } = addressOf(last)
  if (path === ROOT_PATH) return lineage
  const root = handleOf(bus, ROOT_PATH)
  const toplevels = await fewChildren(link, root, budget)
  for (const toplevel of toplevels) {
    const found = await findPane(link, toplevel, budget)
    if (found === undefined) continue
    if (handle === found.pane) return [...found.listers, root]
    const place = lineage.indexOf(found.pane)
    if (place >= 0) return [...lineage.slice(0, place + 1), ...found.listers, root]
  }
  return lineage
}

/** How far what lies in a window's pane is from where it says it is. */
export class PaneShift {
  readonly #link: Link
  readonly #budget: Budget
  readonly #pane: Promise<ForeignPane | undefined>
  readonly #native = new Map<AccessibleHandle, Promise<boolean>>()

  constructor(link: Link, memory: PaneMemory, window: AccessibleHandle, budget: Budget) {
    this.#link = link
    this.#budget = budget
    this.#pane = this.#remembered(memory, window)
    this.#pane.catch(() => undefined)
  }

  async #remembered(memory: PaneMemory, window: AccessibleHandle): Promise<ForeignPane | undefined> {
    if (memory.has(window)) return memory.get(window)
    const found = await findPane(this.#link, window, this.#budget)
    if (memory.size >= MEMORY_LIMIT) memory.clear()
    memory.set(window, found)
    return found
  }

  /** @returns undefined where there is nothing to correct */
  async read(coordinates: Coordinates): Promise<Point | undefined> {
    const found = await this.#pane
    const lister = found?.listers[0]
    if (found === undefined || lister === undefined) return undefined
    const extents = (handle: AccessibleHandle) =>
      readExtents(this.#link, handle, coordinates, this.#budget).catch(unlessFatal)
    const [told, real] = await Promise.all([extents(found.pane), extents(lister)])
    return shiftBetween(told, real)
  }

  /** GTK's own widgets, also those inside of the pane, know where they are. */
  isNative(handle: AccessibleHandle): Promise<boolean> {
    const asked = this.#native.get(handle) ?? this.#askWhoseItIs(handle)
    this.#native.set(handle, asked)
    return asked
  }

  async #askWhoseItIs(handle: AccessibleHandle): Promise<boolean> {
    const reply = await this.#link.call(accessibleCall(handle, 'GetAttributes'), this.#budget).catch(unlessFatal)
    return decodeAttributes(reply?.body[0]).toolkit !== undefined
  }
}

/** Of the same widget, told twice: only where the sizes agree do the places mean the same. */
export function shiftBetween(told: Rect | undefined, real: Rect | undefined): Point | undefined {
  if (told === undefined || real === undefined) return undefined
  if (told.width !== real.width || told.height !== real.height) return undefined
  const shift = { x: real.x - told.x, y: real.y - told.y }
  return shift.x === 0 && shift.y === 0 ? undefined : shift
}
