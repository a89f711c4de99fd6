import {
  type Budget,
  type Desktop,
  type Launched,
  type Launcher,
  PortError,
  type WindowManager,
} from '../desktop/port.ts'
import type { Rung, RungAnswer } from './rung.ts'
import type { FallbackReason } from './tiers.ts'

/** Rungs that are no input: requests to the window manager, the launcher and the clipboard. */

/** @param takesFocus it may move the person's focus: to the window, or away from it */
export function windowManagerRung(
  { windowManager }: Pick<Desktop, 'windowManager'>,
  request: (manager: WindowManager) => Promise<void>,
  takesFocus: boolean,
): Rung {
  return {
    tier: 'window-manager',
    takesFocus,
    deliver: async () => {
      if (!windowManager.offered) return notDelivered('cannot-be-asked')
      return answered(async () => {
        await request(windowManager.use)
        return { status: 'delivered' }
      }, NO_PROOF)
    },
  }
}

/** @param launched told what was started */
export function launchRung(
  { launcher }: Pick<Desktop, 'launcher'>,
  launch: (launcher: Launcher) => Promise<Launched>,
  launched: (app: Launched) => void,
  takesFocus: boolean,
): Rung {
  return {
    tier: 'app-launch',
    takesFocus,
    deliver: async () => {
      if (!launcher.offered) return notDelivered('cannot-be-asked')
      return answered(
        async () => {
          const app = await launch(launcher.use)
          launched(app)
          const { focusTaken, exitCode, window } = app
          const hasFailed = exitCode !== undefined && exitCode !== 0 && window === undefined
          return {
            status: 'delivered',
            ...(focusTaken && { focusTaken }),
            ...(hasFailed && { shortfall: `It ended by itself with exit code ${exitCode}.` }),
          }
        },
        { rejected: 'could-not-start' },
      )
    },
  }
}

/** Puts `before` back when the write fails half way, so that a failure loses nothing. */
export function clipboardRung(
  { clipboard }: Pick<Desktop, 'clipboard'>,
  text: string,
  before: string | undefined,
  budget: Budget,
): Rung {
  return {
    tier: 'pasteboard',
    deliver: async () => {
      if (!clipboard.offered) return notDelivered('cannot-be-asked')
      const { use } = clipboard
      const answer = await answered(
        async () => {
          await use.write(text, budget)
          return { status: 'delivered' }
        },
        { rejected: 'clipboard-taken' },
      )
      if (answer.status !== 'unknown') return answer
      const isBack = await use.write(before, { deadline: performance.now() + RESTORE_MS }).then(
        () => true,
        () => false,
      )
      return { ...answer, detail: `${answer.detail}; the old content ${isBack ? 'was put back' : 'may be lost'}` }
    },
  }
}

const RESTORE_MS = 2_000

type Proofs = Readonly<Partial<Record<PortError['code'], FallbackReason>>>
const NO_PROOF: Proofs = {}

const notDelivered = (reason: FallbackReason): RungAnswer => ({ status: 'not_delivered', reason })

/** @param proofs further codes by which the request says that nothing happened */
async function answered(send: () => Promise<RungAnswer>, proofs: Proofs): Promise<RungAnswer> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof PortError)) throw error
    const known: Proofs = { 'interface-missing': 'cannot-be-asked', gone: 'window-gone', ...proofs }
    const reason = known[error.code]
    return reason === undefined
      ? { status: 'unknown', detail: `${error.code}: ${error.message}` }
      : notDelivered(reason)
  }
}
