import { type Budget, type LockReading, PortError } from '../../port.ts'
import { bounded } from '../x11/budget.ts'

/** What one place says about the screen lock. `absent`: there is no such place here. */
export interface LockAnswer {
  readonly state: 'locked' | 'unlocked' | 'absent'
  readonly detail?: string
}

/** One place that knows whether the screen is locked. */
export interface LockSource {
  readonly name: string
  /** May reject: `unavailable` where the whole service is missing, anything else where it does not answer properly. */
  ask(budget: Budget): Promise<LockAnswer>
}

export interface LockReader {
  read(budget: Budget): Promise<LockReading>
}

/**
 * Turns one source's answers into readings, with a memory: a source that once answered and now does not exist any more, or
 * fails, is `silent`. It may have been killed to get past it, so the caller must not take that for "unlocked".
 */
export function openLockReader(source: LockSource): LockReader {
  let hasAnswered = false
  return {
    async read(budget) {
      const reading = await settle(source, budget)
      if (reading.state === 'locked' || reading.state === 'unlocked') hasAnswered = true
      if (reading.state !== 'absent' || !hasAnswered) return reading
      return {
        ...reading,
        state: 'silent',
        detail: `it answered before and has gone: ${reading.detail ?? 'no reason'}`,
      }
    },
  }
}

async function settle({ name, ask }: LockSource, budget: Budget): Promise<LockReading> {
  try {
    return { source: name, ...(await bounded(budget, `ask ${name} about the screen lock`, () => ask(budget))) }
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    const isMissing = error instanceof PortError && error.code === 'unavailable'
    return { source: name, state: isMissing ? 'absent' : 'silent', detail }
  }
}
