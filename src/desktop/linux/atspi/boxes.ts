import type { AccessibleHandle, AccessibleRecord, Budget, Point, Rect, WindowInfo } from '../../port.ts'
import { CellGrid } from './cell-grid.ts'
import {
  type Coordinates,
  type Reference,
  readExtents,
  readWindowExtents,
  referenceFor,
  toBox,
  type WindowExtents,
} from './extents.ts'
import { type PaneMemory, PaneShift } from './foreign-pane.ts'
import { busOf, cellOf } from './handles.ts'
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
  /** Absent: SCREEN coordinates are known to be right. */
  readonly #reported: Promise<WindowExtents> | undefined
  readonly #read = new Map<AccessibleHandle, Rect | undefined>()
  readonly #pane: PaneShift | undefined
  #areOnScreen = false
  #cells: CellGrid

  /**
   * @param panes absent for an app that has no panes of another toolkit
   * @param onScreen The window's boxes were read in SCREEN coordinates before, and it has the same size now.
   */
  constructor(
    link: Link,
    memory: CoordinateMemory,
    panes: PaneMemory | undefined,
    window: WindowInfo,
    onScreen: boolean,
    budget: Budget,
  ) {
    this.#link = link
    this.#memory = memory
    this.#window = window
    this.#budget = budget
    this.#bus = window.accessible === undefined ? '' : busOf(window.accessible)
    this.#guess = onScreen ? 'screen' : (memory.get(this.#bus) ?? 'screen')
    this.#reported = onScreen ? undefined : readWindowExtents(link, window, budget)
    this.#cells = this.#gridIn(this.#guess)
    const { accessible } = window
    this.#pane = panes && accessible && new PaneShift(link, panes, accessible, budget)
  }

  /** Once settled: they were read in SCREEN coordinates. */
  get areOnScreen(): boolean {
    return this.#areOnScreen
  }

  async read(handle: AccessibleHandle): Promise<void> {
    const reported = handle === this.#window.accessible ? (await this.#reported)?.[this.#guess] : undefined
    this.#read.set(handle, reported ?? (await this.#extents(handle, this.#guess)))
  }

  #gridIn(coordinates: Coordinates): CellGrid {
    return new CellGrid((handle) => readExtents(this.#link, handle, coordinates, this.#budget))
  }

  #extents(handle: AccessibleHandle, coordinates: Coordinates): Promise<Rect | undefined> {
    const cell = cellOf(handle)
    return cell === undefined ? readExtents(this.#link, handle, coordinates, this.#budget) : this.#cells.extents(cell)
  }

  /**
   * @param records all that are described: their parents tell what lies in a popup
   * @returns undefined where nothing tells how the extents lie to the window
   */
  async settle(
    records: readonly AccessibleRecord[],
  ): Promise<readonly (readonly [AccessibleHandle, Rect])[] | undefined> {
    if (this.#read.size === 0) return []
    const reported = await this.#reported
    const reference = reported === undefined ? onScreenOf(this.#window) : referenceFor(this.#window, reported)
    if (reference === undefined) return undefined
    if (reference.coordinates !== this.#guess) {
      this.#cells = this.#gridIn(reference.coordinates)
      const again = (handle: AccessibleHandle) => this.#extents(handle, reference.coordinates).catch(unlessFatal)
      const handles = [...this.#read.keys()]
      const rects = await pool(handles, WIDTH, again)
      for (const [index, handle] of handles.entries()) this.#read.set(handle, rects[index])
    }
    if (this.#bus !== '') this.#memory.set(this.#bus, reference.coordinates)
    this.#areOnScreen = reference.coordinates === 'screen'
    await this.#correct(records, reference.coordinates)
    // SCREEN coordinates know where popups are; WINDOW ones do not.
    const elsewhere =
      reference.coordinates === 'window' ? insidePopups(records, this.#window.accessible) : new Set<AccessibleHandle>()
    return [...this.#read].flatMap(([handle, extents]) =>
      extents === undefined || elsewhere.has(handle)
        ? []
        : [[handle, toBox(extents, reference, this.#window.scale)] as const],
    )
  }

  /** Moves what another toolkit placed wrongly. */
  async #correct(records: readonly AccessibleRecord[], coordinates: Coordinates): Promise<void> {
    const pane = this.#pane
    const shift = await pane?.read(coordinates).catch(unlessFatal)
    if (pane === undefined || shift === undefined) return
    await pool(records, WIDTH, async ({ handle, parent, states }) => {
      const extents = this.#read.get(handle)
      if (extents === undefined) return
      // Cells are as their table is, and asking each is expensive.
      const isNative = await pane.isNative(states.has('transient') && parent !== undefined ? parent : handle)
      if (!isNative) this.#read.set(handle, moved(extents, shift))
    })
  }
}

function onScreenOf({ frame }: WindowInfo): Reference | undefined {
  return frame && { coordinates: 'screen', shift: { x: -frame.x, y: -frame.y } }
}

const moved = (rect: Rect, by: Point): Rect => ({ ...rect, x: rect.x + by.x, y: rect.y + by.y })

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
