import {
  type AgentSeat,
  type Budget,
  type CoreSeat,
  type Focus,
  type Offer,
  PortError,
  type PostedEvents,
} from '../../port.ts'
import { lazily } from '../connection.ts'
import type { XLink } from '../x11/link.ts'
import { RiggedSeat } from './agent-seat.ts'
import { PersonSeat } from './core-seat.ts'
import { findSeatExtensions } from './extensions.ts'
import { Muting } from './muting.ts'
import { OwnInput } from './own-input.ts'
import { openPostedEvents } from './posted.ts'
import { openRig } from './rig.ts'
import { Turns } from './turns.ts'
import { closeWorkbench, openWorkbench } from './workbench.ts'

/** The three ways to send input, as the port offers them. */
export interface Seats {
  readonly agentSeat: Offer<AgentSeat>
  readonly coreSeat: Offer<CoreSeat>
  readonly postedEvents: Offer<PostedEvents>
  /** What we sent through the person's devices, to be told from what the person did. */
  readonly ownInput: OwnInput
  close(): Promise<void>
}

/** A watchdog, two connections and two devices: 130 ms where nothing else runs. */
const OPEN_LIMIT = 5_000
const LOOK_LIMIT = 2_000
/** A display that was not there may be by now. */
const LOOK_AGAIN_AFTER = 2_000

interface Pair {
  readonly agent: RiggedSeat
  readonly core: PersonSeat
}

/**
 * The seats of one environment's display. Devices and watchdog are made at the first use, so a server that never uses them
 * pays nothing, and anew after the X server was restarted, or after they made way for a person.
 */
export async function openSeats(
  env: NodeJS.ProcessEnv,
  link: XLink,
  focus: Pick<Focus, 'read' | 'watch'>,
  budget: Budget,
): Promise<Seats> {
  const ownInput = new OwnInput()
  const muting = new Muting(focus)
  let failure: string | undefined
  let lookedAt = 0
  let closing: Promise<void> = Promise.resolve()
  const reason = (error: unknown) => (error instanceof Error ? error.message : String(error))
  const look = async (budget: Budget) => {
    lookedAt = performance.now()
    failure = await link
      .use(budget, 'look for the extensions that input needs', ({ connection }) => findSeatExtensions(connection))
      .then(() => undefined, reason)
  }
  /** Takes the devices away while the person is where they would not be heard beside them. */
  const makeWay = async (): Promise<void> => {
    const seats = pairs.live
    if (seats === undefined) return
    await seats.idle()
    const soon = { deadline: performance.now() + LOOK_LIMIT }
    if (pairs.live !== seats || (await muting.now(soon)) === undefined) return
    pairs.drop(seats)
    closing = seats.close()
    await closing
  }
  const makeWayInTime = () =>
    void makeWay().catch(() => {
      // The server has gone, and the devices with it.
    })
  const open = async (budget: Budget): Promise<Pair & { idle(): Promise<void>; close(): Promise<void> }> => {
    try {
      await closing
      const rig = await openRig(env, budget)
      const bench = await openWorkbench(rig, ownInput)
      const turns = new Turns(rig.watchdog)
      const pair = { agent: new RiggedSeat(bench, turns), core: new PersonSeat(bench, turns) }
      const watching = await muting.watch(makeWayInTime)
      const seats = {
        ...pair,
        idle: () => turns.idle(async () => {}),
        async close() {
          watching.close()
          turns.guardWith(undefined)
          // The server may have gone, and all that was held with it.
          await Promise.allSettled([pair.agent.releaseAll(), pair.core.releaseAll()])
          await closeWorkbench(bench)
        },
      }
      rig.core.connection.onEnd(() => {
        pairs.drop(seats)
        void rig.close()
      })
      failure = undefined
      return seats
    } catch (error) {
      failure = reason(error)
      lookedAt = performance.now()
      throw error
    }
  }
  const pairs = lazily(open, OPEN_LIMIT, (seats) => {
    closing = seats.close()
  })
  const offer = <T>(use: T): Offer<T> => {
    if (failure === undefined) return { offered: true, use }
    const answer = { offered: false, reason: failure } as const
    if (performance.now() - lookedAt > LOOK_AGAIN_AFTER) {
      void look({ deadline: performance.now() + LOOK_LIMIT })
    }
    return answer
  }
  /** @throws PortError `disturbs` */
  const free = async (budget: Budget): Promise<Pair> => {
    const muted = await muting.now(budget)
    if (muted !== undefined)
      throw new PortError(
        'disturbs',
        `while the agent's keyboard exists, "${muted.title ?? ''}" does not hear the person`,
      )
    return pairs.get()
  }
  const agent: AgentSeat = {
    pointer: async (budget) => (await pairs.get()).agent.pointer(budget),
    move: async (to, budget) => (await free(budget)).agent.move(to, budget),
    press: async (what, holdLimit, budget) => (await free(budget)).agent.press(what, holdLimit, budget),
    release: async (what, budget) => (await pairs.get()).agent.release(what, budget),
    releaseAll: async () => pairs.live?.agent.releaseAll(),
    aimed: async (window, point, gestures, budget) => (await free(budget)).agent.aimed(window, point, gestures, budget),
  }
  const core: CoreSeat = {
    pointer: async (budget) => (await pairs.get()).core.pointer(budget),
    move: async (to, budget) => (await pairs.get()).core.move(to, budget),
    press: async (what, holdLimit, budget) => (await pairs.get()).core.press(what, holdLimit, budget),
    release: async (what, budget) => (await pairs.get()).core.release(what, budget),
    releaseAll: async () => pairs.live?.core.releaseAll(),
    takeover: async (window, point, gestures, budget) =>
      (await pairs.get()).core.takeover(window, point, gestures, budget).finally(makeWayInTime),
  }
  await look(budget)
  return {
    get agentSeat() {
      return offer(agent)
    },
    get coreSeat() {
      return offer(core)
    },
    postedEvents: { offered: true, use: openPostedEvents(link) },
    ownInput,
    async close() {
      pairs.close()
      await closing
    },
  }
}
