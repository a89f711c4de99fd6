import type { Budget, HealthPart } from '../../port.ts'
import type { Lock } from '../session/lock.ts'
import { failed, ok, type PartFacts } from './part.ts'

const LOCK: PartFacts = {
  name: 'screen lock',
  neededFor: ['refusing to act while the screen is locked'],
  remedy: 'look at the service that it names: while one is silent, surehand refuses to act',
}

/** Which places tell whether the screen is locked. One that is silent stops all actions, so that is the fault to mend. */
export async function checkLock(lock: Lock, budget: Budget): Promise<HealthPart> {
  const readings = await lock.read(budget)
  const present = readings.filter(({ state }) => state !== 'absent')
  const detail = present.map(({ source, state }) => `${source} says ${state}`).join(', ')
  if (present.length === 0) return failed(LOCK, 'degraded', 'no place here tells whether the screen is locked')
  const isSilent = present.some(({ state }) => state === 'silent')
  return isSilent ? failed(LOCK, 'degraded', detail) : ok(LOCK, detail)
}
