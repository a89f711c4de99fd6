import type { AgentSeat, Budget } from '../../port.ts'
import { lazily } from '../connection.ts'
import { RiggedSeat } from './agent-seat.ts'
import { openRig } from './rig.ts'
import { openWorkbench } from './workbench.ts'

/** A watchdog, two connections and two devices: 130 ms where nothing else runs. */
const OPEN_LIMIT = 5_000

/** The seat of one environment's display, set up at its first use, and anew after the server was restarted. */
export interface SeatLink extends AgentSeat {
  /** Why it could not be set up the last time. */
  readonly failure: string | undefined
  close(): Promise<void>
}

export function openSeatLink(env: NodeJS.ProcessEnv): SeatLink {
  let failure: string | undefined
  let closing: Promise<void> = Promise.resolve()
  const open = async (budget: Budget): Promise<RiggedSeat> => {
    try {
      const rig = await openRig(env, budget)
      const seat = new RiggedSeat(await openWorkbench(rig))
      rig.core.connection.onEnd(() => {
        seats.drop(seat)
        void rig.close()
      })
      failure = undefined
      return seat
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error)
      throw error
    }
  }
  const seats = lazily(open, OPEN_LIMIT, (seat) => {
    closing = seat.close()
  })
  return {
    get failure() {
      return failure
    },
    pointer: async (budget) => (await seats.get()).pointer(budget),
    move: async (to, budget) => (await seats.get()).move(to, budget),
    press: async (what, holdLimit, budget) => (await seats.get()).press(what, holdLimit, budget),
    release: async (what, budget) => (await seats.get()).release(what, budget),
    // What was never opened holds nothing.
    releaseAll: async () => seats.live?.releaseAll(),
    aimed: async (window, point, gestures, budget) => (await seats.get()).aimed(window, point, gestures, budget),
    async close() {
      seats.close()
      await closing
    },
  }
}
