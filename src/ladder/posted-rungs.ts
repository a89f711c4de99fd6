import { type AppInfo, type Budget, type Button, type Desktop, type Key, PortError } from '../desktop/port.ts'
import type { Rung, RungAnswer } from './rung.ts'
import type { Aim } from './seat-rungs.ts'
import { toolkitOf, toolkits } from './toolkits.ts'

type Poster = Pick<Desktop, 'postedEvents'>

/** Tier 3: button events sent to the window without a device. */
export const postedClickRung = (
  desktop: Poster,
  app: AppInfo,
  aim: Aim,
  button: Button,
  count: number,
  budget: Budget,
): Rung => ({
  tier: 'tier3-posted-event',
  deliver: () =>
    post(desktop, toolkits[toolkitOf(app)].postedPointer.works, async (posted) => {
      const point = await aim.point()
      if (point === undefined) return { status: 'not_delivered', reason: 'element-has-no-frame' }
      await posted.click(aim.window, point, button, count, budget)
      return { status: 'posted' }
    }),
})

/** Tier 3: key events sent to the window without a device. */
export const postedChordRung = (
  desktop: Poster,
  app: AppInfo,
  aim: Aim,
  keys: readonly Key[],
  budget: Budget,
): Rung => ({
  tier: 'tier3-posted-event',
  deliver: () =>
    post(desktop, toolkits[toolkitOf(app)].postedKeys.works, async (posted) => {
      await posted.chord(aim.window, keys, budget)
      return { status: 'posted' }
    }),
})

async function post(
  { postedEvents }: Poster,
  works: boolean,
  send: (posted: Extract<Desktop['postedEvents'], { offered: true }>['use']) => Promise<RungAnswer>,
): Promise<RungAnswer> {
  if (!works) return { status: 'not_delivered', reason: 'toolkit-drops-events' }
  if (!postedEvents.offered) return { status: 'not_delivered', reason: 'seat-unavailable' }
  try {
    return await send(postedEvents.use)
  } catch (error) {
    if (!(error instanceof PortError)) throw error
    if (error.code === 'gone') return { status: 'not_delivered', reason: 'window-gone' }
    return { status: 'unknown', detail: `${error.code}: ${error.message}` }
  }
}
