import type { LockReading } from '../desktop/port.ts'

export type LockDecision =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly source: string; readonly why: 'locked' | 'silent' }

/**
 * Any source that says "locked" refuses, and so does one that once answered and is now silent: no locker protects
 * against input from a second seat, only this gate does.
 */
export function decideScreenLock(readings: readonly LockReading[]): LockDecision {
  const locked = readings.find(({ state }) => state === 'locked')
  if (locked !== undefined) return { allowed: false, source: locked.source, why: 'locked' }
  const silent = readings.find(({ state }) => state === 'silent')
  if (silent !== undefined) return { allowed: false, source: silent.source, why: 'silent' }
  return { allowed: true }
}
