import type { Budget } from './values.ts'

/** `absent`: this source does not exist here. `silent`: it exists, or once answered, and now does not. */
export type LockState = 'locked' | 'unlocked' | 'silent' | 'absent'

export interface LockReading {
  readonly source: string
  readonly state: LockState
  readonly detail?: string
}

export interface Session {
  /** One reading per source of truth about the screen lock. Never rejects; a source that fails is `silent`. */
  lock(budget: Budget): Promise<readonly LockReading[]>
}

/** One part of the machine that surehand needs, for `doctor` and `health_report`. */
export interface HealthPart {
  readonly name: string
  readonly state: 'ok' | 'degraded' | 'missing'
  readonly detail: string
  /** A command or a step that mends it. */
  readonly remedy?: string
  /** What does not work without it. */
  readonly neededFor: readonly string[]
}
