import type { AccessibleEvent, AccessibleHandle, AccessibleRecord, Budget, Rect, WindowInfo } from '../../../port.ts'
import type { Graph } from '../graph.ts'
import type { Link } from '../link.ts'
import { readRecord } from '../record.ts'
import { consequenceOf } from './consequence.ts'
import { differs } from './difference.ts'
import { KeptDetails } from './kept-details.ts'

/** No tree is kept for longer, in milliseconds. */
const KEPT_FOR = 60_000
/** With more records out of date than this, reading everything costs less than reading them. */
const MOST_STALE = 12
/** At least one look in so many reads everything, whatever the app tells. */
const TRIED_EVERY = 32

export interface Kept {
  readonly graph: Graph
  readonly details: KeptDetails
  /** Milliseconds of the monotonic clock. */
  readonly readAt: number
  /** Records that an event made out of date. */
  readonly stale: Set<AccessibleHandle>
  /** Another one after each event of the application or of one of its windows. */
  toplevelMark: object
}

/** A whole read of the app that is under way. */
export interface WholeRead {
  /** @param graph as the app told it, with all lists of children that were asked for */
  keep(graph: Graph): void
  /** To be called in the end, whatever came of it. */
  end(): void
}

/**
 * The tree of one app between two looks: as it was read, less what events made out of date. It is as good as what the
 * app tells, so the app is tried: the first, second, fourth, … look that could be answered from memory, and at least
 * every 32nd, reads everything all the same, and an app that changed what it had not told of is not believed again.
 */
export class TreeMirror {
  #kept: Kept | undefined
  readonly #reads = new Set<AccessibleEvent[]>()
  #looks = 0
  #isBelieved = true

  hear(event: AccessibleEvent): void {
    for (const heard of this.#reads) heard.push(event)
    this.#apply(event)
  }

  /** Nothing is kept of the app any more; what is being read may be. */
  drop(): void {
    this.#kept = undefined
  }

  /** As `drop`, and what the app tells may not reach us. */
  lose(): void {
    this.#kept = undefined
    this.#reads.clear()
  }

  get isBelieved(): boolean {
    return this.#isBelieved
  }

  /** What is kept now, for those who read more of the app. */
  get kept(): Kept | undefined {
    return this.#kept
  }

  /** To be called before the app is asked: what it tells from then on counts as told after its answer. */
  beginRead(now: number): WholeRead {
    const heard: AccessibleEvent[] = []
    this.#reads.add(heard)
    return {
      keep: (graph) => {
        if (!this.#reads.delete(heard) || !this.#isBelieved) return
        const before = this.#kept
        const isTried = before !== undefined && heard.length === 0 && before.stale.size === 0
        if (isTried && differs(before.graph, graph)) return this.disbelieve()
        // The details of what was dropped went with it; of what was not they are as good as before.
        const details = before?.details ?? new KeptDetails()
        this.#kept = { graph, details, readAt: now, stale: new Set(), toplevelMark: {} }
        for (const event of heard) this.#apply(event)
      },
      end: () => void this.#reads.delete(heard),
    }
  }

  /**
   * The tree as it is by all that the app has told so far.
   * @returns undefined: everything is to be read
   */
  async tree(link: Link, budget: Budget): Promise<Graph | undefined> {
    const kept = this.#kept
    if (kept === undefined || performance.now() - kept.readAt > KEPT_FOR || kept.stale.size > MOST_STALE) return
    this.#looks += 1
    if (isPowerOfTwo(this.#looks) || this.#looks % TRIED_EVERY === 0) return
    const stale = [...kept.stale]
    // What the app tells of them from here on makes them stale again.
    kept.stale.clear()
    const records = await Promise.all(stale.map((handle) => readAgain(link, kept.graph, handle, budget)))
    for (const record of records) {
      if (record === undefined) this.drop()
      else kept.graph.records.set(record.handle, record)
    }
    return this.#kept === kept ? kept.graph : undefined
  }

  /** Whether what is kept is as the app is by all that it has told so far; its events come before its next answer. */
  get isCurrent(): boolean {
    return this.#kept !== undefined && this.#kept.stale.size === 0
  }

  /**
   * Holds places against those seen before. A pane that scrolls, or a window that is laid out anew, changes what shows in
   * it, and of that toolkits tell little.
   */
  place(window: WindowInfo, boxes: Iterable<readonly [AccessibleHandle, Rect]>, areOnScreen: boolean): void {
    if (this.#kept?.details.place(window, boxes, areOnScreen) === false) this.drop()
  }

  /** The app changed something and did not tell. */
  disbelieve(): void {
    this.#isBelieved = false
    this.drop()
  }

  #apply(event: AccessibleEvent): void {
    const kept = this.#kept
    if (kept === undefined) return
    kept.details.hear(event)
    const source = kept.graph.records.get(event.source)
    // Where its windows are the window system knows better.
    if (event.kind !== 'bounds' && isToplevel(source, kept.graph)) kept.toplevelMark = {}
    const consequence = consequenceOf(event, source)
    if (consequence === 'all') this.drop()
    else if (consequence === 'itself') kept.stale.add(event.source)
  }
}

/** Its place in the tree is known: a change of that makes the whole tree out of date. */
function readAgain(
  link: Link,
  graph: Graph,
  handle: AccessibleHandle,
  budget: Budget,
): Promise<AccessibleRecord | undefined> {
  const before = graph.records.get(handle)
  const place = before?.parent && { parent: before.parent, indexInParent: before.indexInParent }
  return readRecord(link, handle, budget, place)
}

function isToplevel(record: AccessibleRecord | undefined, { records }: Graph): boolean {
  if (record === undefined || record.parent === undefined) return true
  return record.role === 'application' || records.get(record.parent)?.role === 'application'
}

const isPowerOfTwo = (count: number): boolean => (count & (count - 1)) === 0
