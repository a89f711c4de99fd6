import type { Budget, HealthPart } from '../../port.ts'
import type { Lock } from '../session/lock.ts'
import { failed, ok, type PartFacts } from './part.ts'

const LOCK: Omit<PartFacts, 'remedy'> = {
  name: 'screen lock',
  neededFor: ['refusing to act while the screen is locked'],
}

/** Which places tell whether the screen is locked. One that is silent stops all actions, so that is the fault to mend. */
export async function checkLock(lock: Lock, budget: Budget): Promise<HealthPart> {
  const readings = await lock.read(budget)
  const present = readings.filter(({ state }) => state !== 'absent')
  const silent = present.filter(({ state }) => state === 'silent').map(({ source }) => source)
  if (present.length === 0) {
    const remedy = 'mend the X display and the session bus: they are asked'
    return failed({ ...LOCK, remedy }, 'degraded', 'no place here tells whether the screen is locked')
  }
  const detail = present.map(({ source, state }) => `${source} says ${state}`).join(', ')
  if (silent.length === 0) return ok(LOCK, detail)
  const remedy = `restart what does not answer (${silent.join(', ')}): until then surehand refuses to act`
  return failed({ ...LOCK, remedy }, 'degraded', detail)
}
