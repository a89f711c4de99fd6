import { isDeepStrictEqual } from 'node:util'
import type {
  AccessibleDetails,
  AccessibleEvent,
  AccessibleHandle,
  AccessibleRecord,
  Rect,
  WindowInfo,
} from '../../../port.ts'

/** They tell of what an accessible holds, and of nothing else of it. */
const OF_CONTENT: ReadonlySet<AccessibleEvent['kind']> = new Set(['text', 'caret', 'text-selection', 'value'])
const CONTENT = /^(text|value)\b/

type Part = Partial<AccessibleDetails>

interface Kept {
  readonly parts: Map<string, Part>
  /** When its app last told something of it, counted in events. */
  heardAt: number
  /** Characters of its text, whatever was put in since it was read. */
  leastText: number
}

/** Texts, values, actions … that were read of an app's accessibles, each as long as nothing was told of its accessible. */
export class KeptDetails {
  readonly #kept = new Map<AccessibleHandle, Kept>()
  readonly #boxes = new Map<AccessibleHandle, Rect>()
  /** Whose boxes may have changed. */
  readonly #moved = new Set<AccessibleHandle>()
  #placedIn = ''
  #areOnScreen = false
  #heard = 0

  hear({ kind, source, detail, length = Number.POSITIVE_INFINITY }: AccessibleEvent): void {
    if (kind === 'bounds') {
      this.#moved.add(source)
      return
    }
    this.#heard += 1
    const kept = this.#of(source)
    kept.heardAt = this.#heard
    if (kind === 'text' && detail !== 'insert') kept.leastText -= length
    const isOfContent = OF_CONTENT.has(kind)
    for (const part of kept.parts.keys()) if (!isOfContent || CONTENT.test(part)) kept.parts.delete(part)
  }

  /** To be taken before something is asked: what the app tells meanwhile makes the answer out of date. */
  get now(): number {
    return this.#heard
  }

  known(handle: AccessibleHandle, part: string): Part | undefined {
    return this.#kept.get(handle)?.parts.get(part)
  }

  /** So many characters the text has at least, by all that was told. */
  leastText(handle: AccessibleHandle): number {
    return Math.max(0, this.#kept.get(handle)?.leastText ?? 0)
  }

  /** @returns false where it contradicts what is known: the app changed it and told nothing */
  learn(record: AccessibleRecord, part: string, value: Part, askedAt: number): boolean {
    // Cells are made for who asks, and are told of by chance.
    if (record.states.has('transient')) return true
    const kept = this.#of(record.handle)
    if (kept.heardAt > askedAt) return true
    const before = kept.parts.get(part)
    if (before !== undefined && !isDeepStrictEqual(before, value)) return false
    kept.parts.set(part, value)
    if (value.text !== undefined) kept.leastText = value.text.characterCount
    return true
  }

  /** They were read in SCREEN coordinates in this window. */
  areOnScreen(window: WindowInfo): boolean {
    return this.#areOnScreen && this.#placedIn === placeOf(window)
  }

  /** The box as it was seen in this window. */
  box(window: WindowInfo, handle: AccessibleHandle): Rect | undefined {
    return this.#placedIn === placeOf(window) ? this.#boxes.get(handle) : undefined
  }

  /**
   * Of which accessibles the box is to be read: what is new, what the app has said to have moved, and one somewhere in each
   * container. A container that scrolls moves all in it alike, and tells nothing of it.
   */
  boxesToRead(
    window: WindowInfo,
    records: readonly AccessibleRecord[],
    parentOf: (handle: AccessibleHandle) => AccessibleHandle | undefined,
  ): ReadonlySet<AccessibleHandle> {
    const wanted = new Set<AccessibleHandle>()
    const tried = new Set<AccessibleHandle>()
    // What is inside comes after its container, and tells of all containers around it.
    for (const { handle, parent, states } of records.toReversed()) {
      const isUnknown = this.box(window, handle) === undefined || states.has('transient') || this.#moved.has(handle)
      const tells = parent !== undefined && !tried.has(parent)
      if (!isUnknown && !tells) continue
      wanted.add(handle)
      for (let around = parent; around !== undefined && !tried.has(around); around = parentOf(around)) tried.add(around)
    }
    return wanted
  }

  /** @returns false where one lies elsewhere than before: then everything may, and may show or not */
  place(window: WindowInfo, boxes: Iterable<readonly [AccessibleHandle, Rect]>, areOnScreen: boolean): boolean {
    if (this.#placedIn !== placeOf(window)) this.#boxes.clear()
    this.#placedIn = placeOf(window)
    this.#areOnScreen = areOnScreen
    let isAsBefore = true
    for (const [handle, box] of boxes) {
      const before = this.#boxes.get(handle)
      if (before !== undefined && !isDeepStrictEqual(before, box)) isAsBefore = false
      this.#boxes.set(handle, box)
      this.#moved.delete(handle)
    }
    return isAsBefore
  }

  #of(handle: AccessibleHandle): Kept {
    const known = this.#kept.get(handle)
    if (known !== undefined) return known
    const kept: Kept = { parts: new Map(), heardAt: 0, leastText: 0 }
    this.#kept.set(handle, kept)
    return kept
  }
}

/** Boxes count from the frame, wherever that is. */
function placeOf({ handle, scale, frame }: WindowInfo): string {
  return `${handle} ${scale} ${frame?.width}×${frame?.height}`
}
