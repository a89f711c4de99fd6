import type { AgentSeat, HealthPart, Offer } from '../../port.ts'
import { failed, ok, type PartFacts } from './part.ts'

const SEAT: PartFacts = {
  name: "agent's seat",
  neededFor: [
    'keys',
    'drags',
    'clicks and scrolls where accessibility offers no action',
    "taking over the person's pointer, where that is allowed",
  ],
  remedy: 'use an X server with XInput 2.2, XTEST and SHAPE, such as Xorg or Xvfb',
}

/** The agent's own pointer and keyboard. Without them surehand acts through accessibility alone. */
export const checkSeat = (seat: Offer<AgentSeat>): HealthPart =>
  seat.offered ? ok(SEAT, "a pointer and keyboard beside the person's") : failed(SEAT, 'degraded', seat.reason)
