/**
 * GCRA (generic cell rate algorithm): a bucket is one number, its theoretical arrival time. Times in milliseconds on
 * any one clock. Pure.
 */
export interface RateLimit {
  /** Sustained calls a second. */
  readonly perSecond: number
  /** Calls that may come at once. */
  readonly burst: number
}

export interface RateDecision {
  /** How long to wait before the call may go; 0 = now. */
  readonly waitMs: number
  /** The bucket after the call, if it goes. */
  readonly next: number
}

export function decideRate(limit: RateLimit, bucket: number | undefined, now: number): RateDecision {
  const interval = 1_000 / limit.perSecond
  const arrival = Math.max(bucket ?? now, now)
  const tolerance = (limit.burst - 1) * interval
  const waitMs = Math.max(0, arrival - tolerance - now)
  return { waitMs, next: arrival + interval }
}

/** Buckets in memory, one a key. A caller that has been quiet long enough to be full again costs nothing. */
export class RateBuckets {
  readonly #limit: RateLimit
  readonly #buckets = new Map<string, number>()

  constructor(limit: RateLimit) {
    this.#limit = limit
  }

  /** Takes a place if the wait is at most `maxWaitMs`; the place is kept, so the caller only has to wait. */
  take(key: string, now: number, maxWaitMs: number): { readonly granted: boolean; readonly waitMs: number } {
    const { waitMs, next } = decideRate(this.#limit, this.#buckets.get(key), now)
    if (waitMs > maxWaitMs) return { granted: false, waitMs }
    this.#sweep(now)
    this.#buckets.set(key, next)
    return { granted: true, waitMs }
  }

  #sweep(now: number): void {
    if (this.#buckets.size < 1_024) return
    for (const [key, bucket] of this.#buckets) if (bucket <= now) this.#buckets.delete(key)
  }
}
