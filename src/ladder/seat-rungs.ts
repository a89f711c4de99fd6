import {
  type AimedSeat,
  type Budget,
  type Desktop,
  type Instant,
  type Point,
  PortError,
  type WindowHandle,
} from '../desktop/port.ts'
import type { Gesture, Gestured } from './gestures.ts'
import type { Rung, RungAnswer } from './rung.ts'

/** A window, and the point of it to aim at; read at the moment of delivery, so that it is where the target is now. */
export interface Aim {
  readonly window: WindowHandle
  /** In screen pixels. Undefined: the target has no usable extents. */
  readonly point: () => Promise<Point | undefined>
}

type Seats = Pick<Desktop, 'agentSeat' | 'coreSeat'>

/** Tier 2: the agent's own pointer and keyboard. */
export function agentSeatRung(desktop: Seats, aim: Aim, gesture: Gesture, budget: Budget): Rung {
  return {
    tier: 'tier2-agent-seat',
    deliver: async () => {
      const { agentSeat } = desktop
      if (!agentSeat.offered) return { status: 'not_delivered', reason: 'seat-unavailable' }
      const point = await aim.point()
      if (point === undefined) return { status: 'not_delivered', reason: 'element-has-no-frame' }
      return watched(async (started) => {
        const aimed = await agentSeat.use.aimed(aim.window, point, started(gesture), budget)
        const { result, focusTaken, handledAt } = aimed
        return {
          status: 'delivered',
          ...(handledAt !== undefined && { handledAt }),
          ...(focusTaken && { focusTaken }),
          ...result,
        }
      })
    },
  }
}

/** Tier 4: the person's own pointer and keyboard, after the window was brought to the front. */
export function takeoverRung(
  desktop: Seats,
  tier: 'tier4-global-cursor' | 'tier4-global-keyboard',
  aim: Aim,
  gesture: Gesture,
  budget: Budget,
): Rung {
  return {
    tier,
    deliver: async () => {
      const { coreSeat } = desktop
      if (!coreSeat.offered) return { status: 'not_delivered', reason: 'seat-unavailable' }
      const point = tier === 'tier4-global-cursor' ? await aim.point() : undefined
      if (tier === 'tier4-global-cursor' && point === undefined)
        return { status: 'not_delivered', reason: 'element-has-no-frame' }
      return watched(async (started) => {
        let inFrontAt: Instant | undefined
        const inFront: Gesture = (seat) => {
          inFrontAt = performance.now()
          return gesture(seat)
        }
        const { result } = await coreSeat.use.takeover(aim.window, point, started(inFront), budget)
        // What changed until then, the window did because it came to the front.
        return { status: 'delivered', ...(inFrontAt !== undefined && { decisiveFrom: inFrontAt }), ...result }
      })
    },
  }
}

type Started = (gesture: Gesture) => (seat: AimedSeat) => Promise<Gestured>

/** A failure before anything was sent proves that nothing was; after that nothing is proved. */
async function watched(run: (started: Started) => Promise<RungAnswer>): Promise<RungAnswer> {
  const sent = { any: false, pressRefused: false }
  try {
    return await run((gesture) => (seat) => gesture(watching(seat, sent)))
  } catch (error) {
    if (!(error instanceof PortError)) throw error
    if (error.code === 'disturbs') return { status: 'not_delivered', reason: 'person-would-be-muted' }
    // The keyboard says so before it presses anything.
    if (error.code === 'interface-missing') return { status: 'not_delivered', reason: 'key-not-on-layout' }
    if (sent.any) return { status: 'unknown', detail: `${error.code}: ${error.message}` }
    switch (error.code) {
      case 'gone':
        return { status: 'not_delivered', reason: 'window-gone' }
      case 'rejected':
        return { status: 'not_delivered', reason: sent.pressRefused ? 'point-covered' : 'point-outside-window' }
      case 'unavailable':
        return { status: 'not_delivered', reason: 'seat-unavailable' }
      default:
        return { status: 'unknown', detail: `${error.code}: ${error.message}` }
    }
  }
}

/** Notes the first thing that is sent. A press that is `rejected` was not made. */
function watching(seat: AimedSeat, sent: { any: boolean; pressRefused: boolean }): AimedSeat {
  const sending = <T>(work: Promise<T>): Promise<T> => {
    sent.any = true
    return work
  }
  return {
    move: (to) => seat.move(to),
    settle: () => seat.settle(),
    press: async (button) => {
      try {
        await seat.press(button)
        sent.any = true
      } catch (error) {
        sent.pressRefused = error instanceof PortError && error.code === 'rejected'
        if (!sent.pressRefused) sent.any = true
        throw error
      }
    },
    release: (button) => sending(seat.release(button)),
    wheel: (direction, clicks) => sending(seat.wheel(direction, clicks)),
    chord: (keys) => sending(seat.chord(keys)),
    type: (text, signal) => sending(seat.type(text, signal)),
  }
}
