import type { AgentSeat, Budget, HealthPart, Offer } from '../port.ts'
import type { AtspiLink } from './atspi-link.ts'
import { checkAccessibility, checkSessionBus, checkToolkits } from './health/accessibility.ts'
import { checkDisplay } from './health/display.ts'
import { checkInstalled } from './health/installed.ts'
import { checkLock } from './health/lock.ts'
import { checkSeat } from './health/seat.ts'
import { sessionBus } from './session/bus.ts'
import type { Lock } from './session/lock.ts'
import type { XLink } from './x11/link.ts'

/** Checks every part of the machine that surehand needs. `missing`: tools fail without it; `degraded`: they do less. */
export async function checkHealth(
  env: NodeJS.ProcessEnv,
  parts: {
    readonly x: XLink
    readonly atspi: AtspiLink
    readonly lock: Lock
    readonly agentSeat: Offer<AgentSeat>
  },
  budget: Budget,
): Promise<readonly HealthPart[]> {
  const bus = sessionBus(env)
  try {
    const [display, session, accessibility, lock] = await Promise.all([
      checkDisplay(env, parts.x, budget),
      checkSessionBus(bus),
      checkAccessibility(env, parts.atspi, bus, budget),
      checkLock(parts.lock, budget),
    ])
    // Of a display that is missing that alone is told, not what it would have.
    const seat = display.length > 1 ? [checkSeat(parts.agentSeat)] : []
    return [...display, ...seat, session, ...accessibility, checkToolkits(env), lock, ...checkInstalled(env)]
  } finally {
    bus.close()
  }
}
