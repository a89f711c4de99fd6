import type {
  AccessibleDetails,
  AccessibleHandle,
  AccessibleRecord,
  DescribeRequest,
  DetailField,
  Rect,
} from '../../../port.ts'
import type { Kept, TreeMirror } from './tree-mirror.ts'

export interface Wanted {
  readonly record: AccessibleRecord
  readonly fields: readonly DetailField[]
}

type Part = Partial<AccessibleDetails>

/**
 * What memory has for one request for details, and what memory learns from it. Who asks about a tree that was kept is
 * answered from memory where it can be; everyone else is answered by the app, which puts memory to the test.
 */
export class Recollection {
  readonly #mirror: TreeMirror | undefined
  readonly #kept: Kept | undefined
  readonly #request: DescribeRequest
  readonly #askedAt: number
  readonly #boxesToRead: ReadonlySet<AccessibleHandle> | undefined

  constructor(mirror: TreeMirror | undefined, request: DescribeRequest, wanted: readonly Wanted[]) {
    this.#mirror = mirror
    this.#kept = mirror?.kept
    this.#request = request
    this.#askedAt = this.#kept?.details.now ?? 0
    const { window, kept } = request
    const placed = wanted.filter(({ fields }) => fields.includes('box')).map(({ record }) => record)
    if (!kept || window === undefined) return
    // Its box is the frame, which the window system knows.
    const inside = placed.filter(({ handle }) => handle !== window.accessible)
    const graph = this.#kept?.graph
    this.#boxesToRead = this.#kept?.details.boxesToRead(window, inside, (handle) => graph?.records.get(handle)?.parent)
  }

  async recall(
    record: AccessibleRecord,
    field: DetailField,
    read: (record: AccessibleRecord) => Promise<Part>,
  ): Promise<Part> {
    if (field === 'box') return this.#box(record) ?? read(record)
    const details = this.#kept?.details
    if (details === undefined) return read(record)
    const part = field === 'text' ? `${field} ${this.#request.textLimit}` : field
    const known = this.#request.kept ? details.known(record.handle, part) : undefined
    if (known !== undefined) return known
    const value = await read(record)
    if (!details.learn(record, part, value, this.#askedAt)) this.#mirror?.disbelieve()
    return value
  }

  #box({ handle }: AccessibleRecord): Part | undefined {
    const { window } = this.#request
    if (window === undefined || this.#boxesToRead?.has(handle) !== false) return undefined
    if (handle === window.accessible) return {}
    const box = this.#kept?.details.box(window, handle)
    return box && { box }
  }

  /** So many characters a text has at least; 0: that is not known, or must not be relied on. */
  leastText({ handle, interfaces, states }: AccessibleRecord): number {
    // A label of GTK 3 reads on behind its memory when it is asked for more than it has; what many lines are typed into
    // does not.
    const isClamped = interfaces.has('EditableText') && states.has('multi-line')
    return this.#request.kept && isClamped ? (this.#kept?.details.leastText(handle) ?? 0) : 0
  }

  /** The boxes of the window were read in SCREEN coordinates before, so that need not be found out. */
  get areOnScreen(): boolean {
    const { window, kept } = this.#request
    return kept === true && window !== undefined && this.#kept?.details.areOnScreen(window) === true
  }

  /** @param boxes those that were read */
  place(boxes: readonly (readonly [AccessibleHandle, Rect])[], areOnScreen: boolean): void {
    const { window } = this.#request
    if (window === undefined) return
    const read = new Set(boxes.map(([handle]) => handle))
    const vanished = [...(this.#boxesToRead ?? [])].some(
      (handle) => !read.has(handle) && this.#kept?.details.box(window, handle) !== undefined,
    )
    if (vanished) this.#mirror?.drop()
    else this.#mirror?.place(window, boxes, areOnScreen)
  }

  /** The answer was given from memory, which the app has made out of date meanwhile. */
  get isOutdated(): boolean {
    const isStillKept = this.#mirror?.kept === this.#kept && this.#mirror?.isCurrent === true
    return this.#request.kept === true && !isStillKept
  }
}
