import type { WindowInfo } from '../desktop/port.ts'
import { LIMITS, outlineStructured, renderOutline } from '../perception/index.ts'
import type { Action, Answer, ToolContext } from '../tools/define.ts'

const LOOK_MS = 2_000

/** The window that an action acts in, as it is now; undefined when it is gone or the action has none. */
export async function currentWindow(action: Action, { desktop }: ToolContext): Promise<WindowInfo | undefined> {
  if (action.app === undefined || action.window === undefined) return undefined
  const windows = await desktop.windows.list(action.app, { deadline: performance.now() + LOOK_MS })
  return windows.find(({ handle }) => handle === action.window)
}

/** The state of the window after the action. If it is gone, no other one takes its place. Never rejects: the verdict stands. */
export async function stateAfter(action: Action, context: ToolContext): Promise<Answer | undefined> {
  const { app, options } = action
  if (!options.includeState || app === undefined || action.window === undefined) return undefined
  try {
    const window = await currentWindow(action, context)
    if (window === undefined)
      return { text: 'The window is gone. Call list_windows or get_app_state to go on.', data: { window_gone: true } }
    const seen = await context.look(app, window, {
      includeScreenshot: options.includeScreenshot && LIMITS.pictureAfterAction,
    })
    return { text: renderOutline(seen), data: outlineStructured(seen), picture: seen.snapshot.picture }
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown fault'
    return { text: `The state after the action could not be read: ${why}`, data: { state_unreadable: true } }
  }
}
