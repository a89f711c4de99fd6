import type { WindowInfo } from '../desktop/port.ts'
import {
  diffSnapshots,
  type IdentifiedSnapshot,
  LIMITS,
  outlineStructured,
  renderOutline,
} from '../perception/index.ts'
import type { Action, Answer, ToolContext } from '../tools/define.ts'

const LOOK_MS = 2_000

/** The window that an action acts in, as it is now; undefined when it is gone or the action has none. */
export async function currentWindow(action: Action, { desktop }: ToolContext): Promise<WindowInfo | undefined> {
  if (action.app === undefined || action.window === undefined) return undefined
  const windows = await desktop.windows.list(action.app, { deadline: performance.now() + LOOK_MS })
  return windows.find(({ handle }) => handle === action.window)
}

/**
 * The state of the window after the action: what changed since the caller's last look at it, or all of it. If the window
 * is gone, no other one takes its place. Never rejects: the verdict stands.
 */
export async function stateAfter(action: Action, context: ToolContext): Promise<Answer | undefined> {
  const { app, options } = action
  if (!options.includeState || app === undefined || action.window === undefined) return undefined
  try {
    const window = await currentWindow(action, context)
    if (window === undefined)
      return { text: 'The window is gone. Call list_windows or get_app_state to go on.', data: { mode: 'gone' } }
    const before = context.lastLook(window.handle)
    const seen = await context.look(app, window, {
      includeScreenshot: options.includeScreenshot && LIMITS.pictureAfterAction,
    })
    const { picture } = seen.snapshot
    return { ...(before === undefined || options.fullState ? whole(seen) : since(before, seen)), picture }
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown fault'
    return { text: `The state after the action could not be read: ${why}`, data: { mode: 'unreadable' } }
  }
}

const whole = (seen: IdentifiedSnapshot): Answer => ({
  text: renderOutline(seen),
  data: { mode: 'full', ...outlineStructured(seen) },
})

function since(before: IdentifiedSnapshot, seen: IdentifiedSnapshot): Answer {
  const difference = diffSnapshots(before, seen)
  const snapshot = `s${seen.generation}`
  switch (difference.kind) {
    case 'full':
      return whole(seen)
    case 'unchanged':
      return {
        text: 'The outline of the window is as you last saw it; all its ids are still good.',
        data: { mode: 'unchanged', snapshot },
      }
    case 'diff': {
      const { lines, changed, appeared, gone } = difference
      return {
        text: ['Changed since your last look (~ changed, + new, - gone); all other ids are still good:', ...lines].join(
          '\n',
        ),
        data: { mode: 'diff', snapshot, lines, changed, appeared, gone },
      }
    }
  }
}
