import type { WindowInfo } from '../desktop/port.ts'
import {
  APP_TEXTS,
  diffSnapshots,
  displayText,
  type IdentifiedSnapshot,
  LIMITS,
  modalInFront,
  outlineStructured,
  quote,
  renderOutline,
} from '../perception/index.ts'
import type { Action, Answer, ArrivedWindow, ToolContext } from '../tools/define.ts'

const LOOK_MS = 2_000

/** The window that an action acts in or leads to, as it is now; undefined when it is gone, has not come, or there is none. */
export async function currentWindow(
  { app, window, arrives }: Pick<Action, 'app' | 'window' | 'arrives'>,
  { desktop }: Pick<ToolContext, 'desktop'>,
): Promise<(ArrivedWindow & { readonly windows?: readonly WindowInfo[] }) | undefined> {
  const budget = { deadline: performance.now() + LOOK_MS }
  if (arrives !== undefined) return arrives(budget)
  if (app === undefined || window === undefined) return undefined
  const windows = await desktop.windows.list(app, budget)
  const found = windows.find(({ handle }) => handle === window)
  return found && { app, window: found, windows }
}

/**
 * The state of the window after the action: what changed since the caller's last look at it, or all of it. If the window
 * is gone, no other one takes its place. Never rejects: the verdict stands.
 * @param painted what changed has been painted: the picture waits for it, and nothing else does
 */
export async function stateAfter(
  action: Action,
  context: ToolContext,
  painted?: () => Promise<void>,
): Promise<Answer | undefined> {
  if (!action.options.includeState || (action.window === undefined && action.arrives === undefined)) return undefined
  const { options } = action
  try {
    const current = await currentWindow(action, context)
    // The verdict says why no window has come.
    if (current === undefined && action.arrives !== undefined) return undefined
    if (current === undefined)
      return { text: 'The window is gone. Call list_windows or get_app_state to go on.', data: { mode: 'gone' } }
    const { app, window, windows } = current
    const before = context.lastLook(window.handle)
    const seen = await context.look(app, window, {
      includeScreenshot: options.includeScreenshot && LIMITS.pictureAfterAction,
      windows,
      pictureAfter: painted,
    })
    const { picture } = seen.snapshot
    const state = before === undefined || options.fullState ? whole(seen) : since(before, seen)
    return { ...withModal(state, windows && modalInFront(window, windows)), picture }
  } catch (error) {
    const why = error instanceof Error ? displayText(error.message) : 'unknown fault'
    return { text: `The state after the action could not be read: ${why}`, data: { mode: 'unreadable' } }
  }
}

/** The window that an action was in may be one that the app takes no input for any more. */
function withModal({ text, data }: Answer, modal: WindowInfo | undefined): Answer {
  if (modal === undefined) return { text, data }
  const title = displayText(modal.title)
  return {
    text: `${text}\n\nNote: a modal window is in front of this one now: ${quote(title)}. Call get_app_state to look at it.`,
    data: { ...data, modal_in_front: title },
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
        text: [
          'Changed since your last look (~ changed, + new, - gone); all other ids are still good:',
          ...lines,
          APP_TEXTS,
        ].join('\n'),
        data: { mode: 'diff', snapshot, lines, changed, appeared, gone },
      }
    }
  }
}
