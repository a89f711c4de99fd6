import type { AccessibleHandle, AccessibleRecord, Budget, Rect, WindowInfo } from '../../port.ts'
import { type Coordinates, readExtents, readWindowExtents, referenceFor, toBox, type WindowExtents } from './extents.ts'
import { busOf } from './handles.ts'
import type { Link } from './link.ts'
import { pool } from './pool.ts'
import { popupRoots } from './popups.ts'
import { unlessFatal } from './record.ts'

/** Extents in flight at a time, when they are read again. */
const WIDTH = 24

/** Which kind of coordinates proved right for an app, by bus name: the first guess for its next read. */
export type CoordinateMemory = Map<string, Coordinates>

/** Boxes of one window. Extents are read on a first guess of their coordinates, and again if the guess was wrong. */
export class Boxes {
  readonly #link: Link
  readonly #memory: CoordinateMemory
  readonly #window: WindowInfo
  readonly #budget: Budget
  readonly #bus: string
  readonly #guess: Coordinates
  readonly #reported: Promise<WindowExtents>
  readonly #read = new Map<AccessibleHandle, Rect | undefined>()

  constructor(link: Link, memory: CoordinateMemory, window: WindowInfo, budget: Budget) {
    this.#link = link
    this.#memory = memory
    this.#window = window
    this.#budget = budget
    this.#bus = window.accessible === undefined ? '' : busOf(window.accessible)
    this.#guess = memory.get(this.#bus) ?? 'screen'
    this.#reported = readWindowExtents(link, window, budget)
  }

  async read(handle: AccessibleHandle): Promise<void> {
    const reported = handle === this.#window.accessible ? (await this.#reported)[this.#guess] : undefined
    this.#read.set(handle, reported ?? (await readExtents(this.#link, handle, this.#guess, this.#budget)))
  }

  /**
   * @param records all that are described: their parents tell what lies in a popup
   * @returns undefined where nothing tells how the extents lie to the window
   */
  async settle(
    records: readonly AccessibleRecord[],
  ): Promise<readonly (readonly [AccessibleHandle, Rect])[] | undefined> {
    if (this.#read.size === 0) return []
    const reference = referenceFor(this.#window, await this.#reported)
    if (reference === undefined) return undefined
    if (reference.coordinates !== this.#guess) {
      const again = (handle: AccessibleHandle) =>
        readExtents(this.#link, handle, reference.coordinates, this.#budget).catch(unlessFatal)
      const handles = [...this.#read.keys()]
      const rects = await pool(handles, WIDTH, again)
      for (const [index, handle] of handles.entries()) this.#read.set(handle, rects[index])
    }
    if (this.#bus !== '') this.#memory.set(this.#bus, reference.coordinates)
    // SCREEN coordinates know where popups are; WINDOW ones do not.
    const elsewhere =
      reference.coordinates === 'window' ? insidePopups(records, this.#window.accessible) : new Set<AccessibleHandle>()
    return [...this.#read].flatMap(([handle, extents]) =>
      extents === undefined || elsewhere.has(handle)
        ? []
        : [[handle, toBox(extents, reference, this.#window.scale)] as const],
    )
  }
}

/** Popups that lie within a window's tree, and all below them: what they report is not relative to the window. */
export function insidePopups(
  records: readonly AccessibleRecord[],
  window: AccessibleHandle | undefined,
): ReadonlySet<AccessibleHandle> {
  const byHandle = new Map(records.map((record) => [record.handle, record]))
  const roots = popupRoots(records)
  const known = new Map<AccessibleHandle, boolean>()
  const isInside = (handle: AccessibleHandle | undefined): boolean => {
    const record = handle === undefined || handle === window ? undefined : byHandle.get(handle)
    if (record === undefined) return false
    const answer = known.get(record.handle)
    if (answer !== undefined) return answer
    // Set first: a cycle of parents ends here.
    known.set(record.handle, false)
    const inside = roots.has(record.handle) || isInside(record.parent)
    known.set(record.handle, inside)
    return inside
  }
  return new Set(records.filter(({ handle }) => isInside(handle)).map(({ handle }) => handle))
}
