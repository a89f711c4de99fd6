import type { Desktop, Rect, WindowInfo, WindowManager } from '../desktop/port.ts'
import { windowManagerRung } from '../ladder/request-rungs.ts'
import type { Rung } from '../ladder/rung.ts'
import type { WindowAim } from '../outcome/intent.ts'
import { stateReached } from '../outcome/reduce-window.ts'
import { alreadyThere } from '../outcome/settled.ts'
import { unsupported } from '../outcome/verdict.ts'
import type { Before, Decision } from './define.ts'
import { inWords } from './visible-frame.ts'

type Subject = Pick<WindowInfo, 'handle'>
type Manager = Pick<Desktop, 'windowManager'>

/** Pure but for the rungs. */
export function planFrame(asked: Partial<Rect>, { handle }: Subject, { facts }: Before, desktop: Manager): Decision {
  const now = facts.window
  if (now?.minimized)
    return { settled: unsupported('The window is minimised and has no place to change. Use unminimize first.') }
  if (now?.fullscreen) return { settled: unsupported('The window fills the screen. Use exit_fullscreen first.') }
  const frame = now?.frame
  if (frame !== undefined && Object.entries(asked).every(([side, value]) => frame[side as keyof Rect] === value))
    return { settled: alreadyThere(`the window is ${inWords(frame)}`) }
  return {
    intent: { type: 'place-window', frame: asked },
    leftOut: [],
    rungs: (budget) => [windowManagerRung(desktop, (manager) => manager.setFrame(handle, asked, budget), false)],
  }
}

const inPlainWords: Readonly<Record<WindowAim, string>> = {
  raised: 'active',
  minimized: 'minimised',
  restored: 'not minimised',
  fullscreen: 'fullscreen',
  'not-fullscreen': 'not fullscreen',
  closed: 'closed',
}

/** Pure but for the rungs. */
export function planState(aim: WindowAim, { handle }: Subject, { facts }: Before, desktop: Manager): Decision {
  const now = facts.window
  if (aim !== 'closed' && now !== undefined && stateReached(aim, now) === true)
    return { settled: alreadyThere(`the window is ${inPlainWords[aim]}`) }
  return {
    intent: { type: 'window-state', state: aim },
    leftOut: [],
    mayRepeat: true,
    rungs: (budget) => {
      const rung = (request: (manager: WindowManager) => Promise<void>, takesFocus: boolean): Rung =>
        windowManagerRung(desktop, request, takesFocus)
      const activate = rung((manager) => manager.activate(handle, budget), true)
      switch (aim) {
        case 'raised':
          return [activate]
        case 'restored':
          return [rung((manager) => manager.setState(handle, aim, budget), false), activate]
        case 'fullscreen':
          // Openbox gives it the focus, and it covers what the person works in.
          return [rung((manager) => manager.setState(handle, aim, budget), true)]
        case 'not-fullscreen':
          return [rung((manager) => manager.setState(handle, aim, budget), false)]
        default:
          // With the active window the focus goes.
          return [rung((manager) => manager.setState(handle, aim, budget), now?.active === true)]
      }
    },
  }
}
