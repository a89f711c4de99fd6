import { z } from 'zod'
import type { AppInfo, Budget, Rect, WindowInfo } from '../desktop/port.ts'
import { Refusal } from '../errors.ts'
import type { Facts, WindowFacts } from '../outcome/facts.ts'
import type { WindowAim } from '../outcome/intent.ts'
import { named, quoted } from '../perception/index.ts'
import { actionOptions, actionOutput } from './action.ts'
import { findAppAndWindow } from './apps.ts'
import { actionArguments } from './arguments.ts'
import { type Action, defineActionTool, type ToolContext } from './define.ts'
import { inWords, isShown } from './visible-frame.ts'
import { planFrame, planState } from './window-plan.ts'

const { allow_global_cursor: _, ...shared } = actionArguments

const MOST = 100_000
const place = (side: string) => z.int().min(-MOST).max(MOST).optional().describe(`${side} edge, in screen pixels.`)
const size = (side: string) => z.int().min(1).max(MOST).optional().describe(`${side}, in pixels.`)

export const manageWindow = defineActionTool({
  name: 'manage_window',
  title: 'Manage a window',
  description:
    'Moves, resizes, raises, minimizes, restores (unminimize), makes fullscreen or closes one window of an app. ' +
    'move takes x and/or y, resize width and/or height: of the window without its title bar, as list_windows shows it. ' +
    'raise, fullscreen and, with some window managers, unminimize take the focus and need allow_focus_change; so does whatever takes the ' +
    'active window away. close needs confirm; an app that asks back first counts as success.',
  input: z.strictObject({
    ...shared,
    action: z.enum(['raise', 'minimize', 'unminimize', 'move', 'resize', 'fullscreen', 'exit_fullscreen', 'close']),
    window_title: z
      .string()
      .min(1)
      .optional()
      .describe('Title of the window, whole or part. Default: the active or main one; for unminimize a minimised one.'),
    x: place('Left'),
    y: place('Top'),
    width: size('Width'),
    height: size('Height'),
  }),
  output: actionOutput,
  facts: { mutating: true, appScoped: true, idempotent: true, destructive: true, openWorld: true },
  async resolve(args, context): Promise<Action> {
    const frame = frameOf(args)
    const { app, window } = await choose(context, args)
    if (frame !== undefined) await requireShown(context, window, frame)
    return {
      app,
      window: window.handle,
      confirmation: { ...(args.action === 'close' && { always: 'This closes a window.' }) },
      observe: (budget) => observeWindow(context, app, window, budget),
      plan: (before) =>
        frame === undefined
          ? planState(aims[args.action as keyof typeof aims], window, before, context.desktop)
          : planFrame(frame, window, before, context.desktop),
      ...actionOptions(args),
    }
  },
})

type Arguments = { readonly action: string } & { readonly [side in keyof Rect]?: number | undefined }

const aims = {
  raise: 'raised',
  minimize: 'minimized',
  unminimize: 'restored',
  fullscreen: 'fullscreen',
  exit_fullscreen: 'not-fullscreen',
  close: 'closed',
} as const satisfies Record<string, WindowAim>

const sidesOf: Readonly<Record<string, readonly (keyof Rect)[]>> = { move: ['x', 'y'], resize: ['width', 'height'] }

/**
 * What move and resize ask for; undefined for the other actions.
 * @throws {Refusal} INVALID_ARGUMENTS
 */
export function frameOf(args: Arguments): Partial<Rect> | undefined {
  const allowed = sidesOf[args.action] ?? []
  const given = (['x', 'y', 'width', 'height'] as const).filter((side) => args[side] !== undefined)
  const wrong = given.filter((side) => !allowed.includes(side))
  if (wrong.length > 0)
    throw new Refusal(
      'INVALID_ARGUMENTS',
      `${args.action} takes no ${wrong.join(' or ')}. move takes x and y, resize takes width and height.`,
    )
  if (allowed.length === 0) return undefined
  if (given.length === 0)
    throw new Refusal('INVALID_ARGUMENTS', `${args.action} needs ${allowed.join(' or ')}, or both.`)
  return Object.fromEntries(given.map((side) => [side, args[side]]))
}

async function choose(
  context: ToolContext,
  args: { readonly app: string; readonly action: string; readonly window_title?: string | undefined },
): Promise<{ readonly app: AppInfo; readonly window: WindowInfo }> {
  const found = await findAppAndWindow(context, args.app, args.window_title)
  if (args.action !== 'unminimize' || args.window_title !== undefined) return found
  const [minimised, second] = found.windows.filter((window) => window.minimized)
  if (second !== undefined)
    throw new Refusal(
      'AMBIGUOUS_TARGET',
      `Several windows of ${named(found.app.name)} are minimised, told apart by window_title: ${found.windows
        .filter((window) => window.minimized)
        .map(({ title }) => quoted(title))
        .join(', ')}.`,
    )
  return { app: found.app, window: minimised ?? found.window }
}

/** @throws {Refusal} OFFSCREEN_TARGET */
async function requireShown({ desktop, budget }: ToolContext, window: WindowInfo, asked: Partial<Rect>): Promise<void> {
  const { windowManager } = desktop
  if (!windowManager.offered || window.frame === undefined) return
  const target = { ...window.frame, ...asked }
  const displays = await windowManager.use.displays(budget)
  if (isShown(target, displays)) return
  throw new Refusal(
    'OFFSCREEN_TARGET',
    `The window would be ${inWords(target)}, where no display shows enough of it. Displays: ${displays.map(inWords).join('; ')}.`,
    { displays },
  )
}

async function observeWindow(
  { desktop }: ToolContext,
  app: AppInfo,
  { handle }: WindowInfo,
  budget: Budget,
): Promise<Facts> {
  const windows = await desktop.windows.list(app, budget).catch((error: unknown) => {
    // An app that has ended has no windows; one that does not answer has.
    if (app.process !== undefined && !desktop.apps.isAlive(app.process)) return []
    throw error
  })
  const window = windows.find((each) => each.handle === handle)
  return { window: window === undefined ? { present: false } : windowFacts(window, windows) }
}

function windowFacts(
  { frame, active, minimized, fullscreen }: WindowInfo,
  windows: readonly WindowInfo[],
): WindowFacts {
  const managed = windows.filter(({ kind }) => kind !== 'popup')
  return {
    present: true,
    others: managed.length - 1,
    ...(frame && { frame }),
    ...(active === undefined ? {} : { active }),
    ...(minimized === undefined ? {} : { minimized }),
    ...(fullscreen === undefined ? {} : { fullscreen }),
  }
}
