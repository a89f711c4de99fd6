import type { AccessibleEvent, AccessibleHandle, Instant } from '../desktop/port.ts'
import { type GradedEvent, isSubstantive, MANY_LATE_CHANGES, MEMORY_MS, type SourceHistory } from './evidence.ts'

/** Events of one source this close together are one change: a label tells name, deletion and insertion. Milliseconds. */
const ONE_CHANGE_MS = 20
const MAX_SOURCES = 20_000

interface Source {
  /** Last change while no action was under way, or one of several in a single action. */
  spontaneousAt?: Instant
  /** The latest changes that came too late to be attributed to the action that was under way; oldest first. */
  lateAt: Instant[]
}

/**
 * Which accessibles of one app change by themselves (clocks, progress, chat). Fed with every event of the app from
 * the first look at it; changes that an action explains are left out, so that a counter is not taken for a clock.
 */
export class ChangeHistory {
  readonly #startedAt: Instant
  readonly #sources = new Map<AccessibleHandle, Source>()

  constructor(startedAt: Instant) {
    this.#startedAt = startedAt
  }

  /** An event that arrived while no action of ours was under way in this app. */
  noteIdle(event: Pick<AccessibleEvent, 'source' | 'at' | 'kind' | 'detail'>): void {
    if (isSubstantive(event)) this.#source(event.source).spontaneousAt = event.at
  }

  /** All graded events of one finished action. */
  noteAction(events: readonly (GradedEvent & { readonly at: Instant })[]): void {
    const unexplained = new Map<AccessibleHandle, Instant>()
    for (const event of events) {
      if (event.grade === 'bracketed' || event.grade === 'prompt' || event.grade === 'direct') continue
      const began = unexplained.get(event.source) ?? event.at
      const again = event.at - began > ONE_CHANGE_MS
      const source = this.#source(event.source)
      if (!unexplained.has(event.source)) source.lateAt = [...source.lateAt, event.at].slice(-MANY_LATE_CHANGES)
      if (again || event.grade === 'restless') source.spontaneousAt = event.at
      unexplained.set(event.source, began)
    }
  }

  of(handle: AccessibleHandle, now: Instant): SourceHistory {
    const source = this.#sources.get(handle)
    const { spontaneousAt = -Infinity, lateAt = [] } = source ?? {}
    return {
      restless: now - spontaneousAt < MEMORY_MS,
      quietFor: now - Math.max(spontaneousAt, lateAt.at(-1) ?? -Infinity),
      lateChanges: lateAt.filter((at) => now - at < MEMORY_MS).length,
      observedFor: now - this.#startedAt,
    }
  }

  #source(handle: AccessibleHandle): Source {
    let source = this.#sources.get(handle)
    if (source === undefined) {
      if (this.#sources.size >= MAX_SOURCES) this.#forgetOldest()
      source = { lateAt: [] }
      this.#sources.set(handle, source)
    }
    return source
  }

  #forgetOldest(): void {
    const oldest = this.#sources.keys().next()
    if (!oldest.done) this.#sources.delete(oldest.value)
  }
}
