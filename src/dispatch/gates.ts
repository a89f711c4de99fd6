import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '../config/schema.ts'
import type { Budget, Desktop } from '../desktop/port.ts'
import { Refusal } from '../errors.ts'
import type { Tier } from '../ladder/tiers.ts'
import { RateBuckets } from '../policy/rate-limit.ts'
import { decideScreenLock } from '../policy/screen-lock.ts'
import type { Action, ToolContext } from '../tools/define.ts'
import type { GateLog } from './gate-log.ts'
import { type PolicyGate, requirePassed, tiersLeft } from './policy-gate.ts'

/** The gates of a mutating call, in order. Each decision is a pure function in `policy/`; here are the readings and waits. */
export class Gates {
  readonly #desktop: Pick<Desktop, 'session'>
  readonly #rates: RateBuckets
  readonly #maxWaitMs: number
  readonly policy: PolicyGate

  constructor(desktop: Pick<Desktop, 'session'>, config: Config, policy: PolicyGate) {
    this.#desktop = desktop
    this.policy = policy
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

  /**
   * All gates that cost no wait, in order: the first of them that refuses is the one that is told.
   * @returns the ways of delivery that are left
   * @throws {Refusal} SCREEN_LOCKED, POLICY_DENIED, CONFIRMATION_REQUIRED
   */
  async passed(log: GateLog, tool: string, action: Action, context: ToolContext): Promise<ReadonlySet<Tier>> {
    // Read at the same time, told in order.
    const judged = this.policy.judge(tool, action, context)
    judged.catch(() => undefined)
    await log.pass('screen_lock', () => this.unlocked(context.budget))
    await log.pass('app_lists', async () => requirePassed('apps', await judged))
    await log.pass('url_policy', async () => requirePassed('urls', await judged))
    await log.pass('rules', async () => requirePassed('rules', await judged))
    return tiersLeft(await judged)
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
