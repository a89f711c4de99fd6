import type { AccessibleEvent, AccessibleHandle, Instant } from '../desktop/port.ts'
import { type GradedEvent, isSubstantive, MANY_LATE_CHANGES, MEMORY_MS, type SourceHistory } from './evidence.ts'

/**
 * Events of one source this close together are one change: a label tells name, deletion and insertion, and on a busy machine we
 * hear them one by one. A clock that ticks ten times a second is slower. Milliseconds.
 */
const ONE_CHANGE_MS = 60
/** So long after its delivery an action may still have effects, also when its verdict was quick. Milliseconds. */
const AFTERMATH_MS = 1_000
const MAX_SOURCES = 20_000

interface LateChange {
  readonly at: Instant
  /** How long the app had been watched at rest by then. */
  readonly idle: number
}

interface Source {
  /** Last change while the app was left alone, or one of several in a single action. */
  spontaneousAt?: Instant
  /** The latest changes that came too late to be attributed to the action before them; oldest first. */
  late: readonly LateChange[]
}

/**
 * Which accessibles of one app change by themselves (clocks, progress, chat). Fed with every event of the app from
 * the first look at it; changes that an action explains are left out, so that a counter is not taken for a clock.
 */
export class ChangeHistory {
  readonly #startedAt: Instant
  readonly #sources = new Map<AccessibleHandle, Source>()
  /** Time watched at rest, up to `#restingFrom`; from there on it still runs. */
  #rested = 0
  #restingFrom: Instant
  /** When something changed by itself, or too late to be an effect, that never had before. */
  #surprisedAt: Instant = -Infinity

  constructor(startedAt: Instant) {
    this.#startedAt = startedAt
    this.#restingFrom = startedAt
  }

  /** An event that arrived while no action of ours was under way in this app. */
  noteIdle(event: Pick<AccessibleEvent, 'source' | 'at' | 'kind' | 'detail'>): void {
    if (!isSubstantive(event)) return
    const source = this.#source(event.source, event.at)
    if (event.at >= this.#restingFrom) source.spontaneousAt = event.at
    else this.#noteLate(source, event.at)
  }

  /**
   * All graded events of one finished action.
   * @param broughtForward Its window was brought to the front for it: what changes several times then, as a window that
   *   becomes active may, is no clock yet.
   */
  noteAction(
    events: readonly (GradedEvent & { readonly at: Instant })[],
    sentAt: Instant,
    endedAt: Instant,
    broughtForward = false,
  ): void {
    this.#rested = this.#idleAt(sentAt)
    this.#restingFrom = Math.max(endedAt, sentAt + AFTERMATH_MS)
    const began = new Map<AccessibleHandle, Instant>()
    for (const event of events) {
      if (event.timely) continue
      const source = this.#source(event.source, event.at)
      const first = began.get(event.source)
      if (first === undefined) this.#noteLate(source, event.at)
      const isSeveral = event.at - (first ?? event.at) > ONE_CHANGE_MS
      if (event.grade === 'restless' || (isSeveral && !broughtForward)) source.spontaneousAt = event.at
      began.set(event.source, first ?? event.at)
    }
  }

  of(handle: AccessibleHandle, now: Instant): SourceHistory {
    const { spontaneousAt = -Infinity, late = [] } = this.#sources.get(handle) ?? {}
    const remembered = late.filter(({ at }) => now - at < MEMORY_MS)
    return {
      restless: now - spontaneousAt < MEMORY_MS,
      quietFor: now - Math.max(spontaneousAt, late.at(-1)?.at ?? -Infinity),
      observedFor: now - this.#startedAt,
      calmFor: now - this.#surprisedAt,
      lateChanges: remembered.length,
      restedFor: this.#idleAt(now) - (remembered[0]?.idle ?? 0),
    }
  }

  #noteLate(source: Source, at: Instant): void {
    const last = source.late.at(-1)
    if (last !== undefined && at - last.at <= ONE_CHANGE_MS) return
    source.late = [...source.late, { at, idle: this.#idleAt(at) }].slice(-MANY_LATE_CHANGES)
  }

  #idleAt(at: Instant): number {
    return this.#rested + Math.max(0, at - this.#restingFrom)
  }

  #source(handle: AccessibleHandle, changedAt: Instant): Source {
    let source = this.#sources.get(handle)
    if (source === undefined) {
      if (this.#sources.size >= MAX_SOURCES) this.#forgetOldest()
      source = { late: [] }
      this.#surprisedAt = Math.max(this.#surprisedAt, changedAt)
      this.#sources.set(handle, source)
    }
    return source
  }

  #forgetOldest(): void {
    const oldest = this.#sources.keys().next()
    if (!oldest.done) this.#sources.delete(oldest.value)
  }
}
