import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '../config/schema.ts'
import type { Budget, Desktop } from '../desktop/port.ts'
import { Refusal } from '../errors.ts'
import { RateBuckets } from '../policy/rate-limit.ts'
import { decideScreenLock } from '../policy/screen-lock.ts'

/** The gates of a mutating call, in order. Each decision is a pure function in `policy/`; here are the readings and waits. */
export class Gates {
  readonly #desktop: Pick<Desktop, 'session'>
  readonly #rates: RateBuckets
  readonly #maxWaitMs: number

  constructor(desktop: Pick<Desktop, 'session'>, config: Config) {
    this.#desktop = desktop
    this.#rates = new RateBuckets({
      perSecond: config.rate_limit.actions_per_second,
      burst: config.rate_limit.burst,
    })
    this.#maxWaitMs = config.rate_limit.max_wait_seconds * 1_000
  }

  /**
   * The first gate: waits for a place, up to a bound. Whatever was known before is old afterwards.
   * @throws {Refusal} RATE_LIMITED
   */
  async admitted(caller: string, budget: Budget): Promise<void> {
    const { granted, waitMs } = this.#rates.take(caller, performance.now(), this.#maxWaitMs)
    if (!granted)
      throw new Refusal('RATE_LIMITED', `Too many actions: the next one may go in ${(waitMs / 1_000).toFixed(1)} s.`, {
        retry_after_seconds: waitMs / 1_000,
      })
    if (waitMs > 0) await delay(waitMs, undefined, budget.signal === undefined ? {} : { signal: budget.signal })
  }

  /** @throws {Refusal} SCREEN_LOCKED */
  async unlocked(budget: Budget): Promise<void> {
    const decision = decideScreenLock(await this.#desktop.session.lock(budget))
    if (decision.allowed) return
    const why =
      decision.why === 'locked'
        ? `The screen is locked (says ${decision.source}).`
        : `Whether the screen is locked cannot be told: ${decision.source} does not answer.`
    throw new Refusal('SCREEN_LOCKED', `${why} Nothing was sent.`, {
      source: decision.source,
    })
  }
}
