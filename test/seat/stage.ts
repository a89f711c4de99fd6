import { type EmbeddedDesktop, startEmbeddedDesktop } from '../../src/desktop/linux/embedded/desktop.ts'
import { openLinuxDesktop } from '../../src/desktop/linux/index.ts'
import { windowHandle } from '../../src/desktop/linux/x11/handles.ts'
import type { AgentSeat, AimedSeat, CoreSeat, Desktop, Point, WindowHandle } from '../../src/desktop/port.ts'
import { Bystander } from '../support/bystander.ts'
import { type FixtureProcess, startFixture } from '../support/fixture.ts'
import { entry } from '../support/journal.ts'
import { AccessibilityOracle, run } from '../support/oracles.ts'

export const WINDOW_MANAGERS = ['openbox', 'xfwm4', 'mutter'] as const
export const PLACES = ['visible', 'covered'] as const

export type Place = (typeof PLACES)[number]

/** Time for a desktop, two apps and a seat; the first start may have to build the apps. */
export const SET_UP_MS = 120_000
export const WITHIN_MS = 10_000

/** A person at work in a window in front, and the fixture beside it or wholly below it; an agent's seat. */
export interface Stage {
  readonly embedded: EmbeddedDesktop
  readonly env: Readonly<Record<string, string>>
  readonly person: Bystander
  readonly fixture: FixtureProcess
  readonly window: WindowHandle
  readonly desktop: Desktop
  readonly seat: AgentSeat
  readonly core: CoreSeat
  /** The middle of a control, on the screen, by the accessibility oracle. */
  middleOf(id: string): Promise<Point>
  boxOf(id: string): Promise<{ x: number; y: number; width: number; height: number }>
  /** Aims at a control of the fixture. */
  aim<T>(id: string, gestures: (seat: AimedSeat, at: Point) => Promise<T>): ReturnType<typeof soonAimed<T>>
  xdotool(...args: readonly string[]): Promise<string>
  /** Resolves when the person's own window has it. */
  personTypes(key: string): Promise<void>
  strike(): Promise<void>
}

export const soon = (ms = WITHIN_MS) => ({ deadline: performance.now() + ms })

const soonAimed = <T>(seat: AgentSeat, window: WindowHandle, at: Point, gestures: (seat: AimedSeat) => Promise<T>) =>
  seat.aimed(window, at, gestures, soon())

export async function setStage(windowManager: string, place: Place): Promise<Stage> {
  const ends: (() => Promise<unknown>)[] = []
  const strike = async () => {
    for (const end of ends.toReversed()) await end()
  }
  try {
    const embedded = await startEmbeddedDesktop({ windowManager })
    const { env } = embedded
    ends.push(() => embedded.stop())
    const xdotool = (...args: readonly string[]) => run(env, 'xdotool', ...args)
    await xdotool('mousemove', '1150', '500')
    const person = await Bystander.arrive(env, place === 'covered' ? 'covering' : 'corner')
    ends.push(() => person.leave())
    const fixture = await startFixture({ env, options: ['--background', '--geometry', '900x600+10+30'] })
    ends.push(() => fixture.stop())
    const oracle = new AccessibilityOracle(env, 'surehand-fixture')
    ends.push(() => oracle.stop())
    const desktop = await openLinuxDesktop(env)
    ends.push(() => desktop.close())
    const { agentSeat, coreSeat } = desktop
    if (!agentSeat.offered) throw new Error(agentSeat.reason)
    if (!coreSeat.offered) throw new Error(coreSeat.reason)
    const window = windowHandle(fixture.xid)
    const boxOf = async (id: string) => {
      const { extents } = await oracle.describe(id)
      if (extents === undefined) throw new Error(`${id} has no extents`)
      const [x, y, width, height] = extents
      return { x, y, width, height }
    }
    const middleOf = async (id: string) => {
      const { x, y, width, height } = await boxOf(id)
      return { x: x + (width >> 1), y: y + (height >> 1) }
    }
    return {
      embedded,
      env,
      person,
      fixture,
      window,
      desktop,
      seat: agentSeat.use,
      core: coreSeat.use,
      middleOf,
      boxOf,
      aim: async (id, gestures) => {
        const at = await middleOf(id)
        return soonAimed(agentSeat.use, window, at, (seat) => gestures(seat, at))
      },
      xdotool,
      async personTypes(key) {
        const { journal } = person.sentinel
        const from = journal.mark()
        await xdotool('key', key)
        await journal.until(entry('sentinel-entry', 'key-release', { key }), WITHIN_MS, from)
      },
      strike,
    }
  } catch (error) {
    await strike()
    throw error
  }
}
