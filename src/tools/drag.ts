import { z } from 'zod'
import { dragGesture } from '../ladder/gestures.ts'
import { agentSeatRung, takeoverRung } from '../ladder/seat-rungs.ts'
import { actionOptions, actionOutput } from './action.ts'
import { actionArguments } from './arguments.ts'
import { type Action, defineActionTool } from './define.ts'
import { elementAt, onScreen, resolvePoint } from './point.ts'

const pixel = (what: string) => z.number().describe(`${what}, in pixels of the last picture of the window.`)

export const drag = defineActionTool({
  name: 'drag',
  title: 'Drag',
  description:
    'Presses the left button at one pixel of the last picture, moves to another and releases there. Works in the background. ' +
    'Use it for drag and drop, sliders without a value, and marking by mouse; for text use select_text.',
  input: z.strictObject({
    ...actionArguments,
    from_x: pixel('Where it begins, from the left'),
    from_y: pixel('Where it begins, from the top'),
    to_x: pixel('Where it ends, from the left'),
    to_y: pixel('Where it ends, from the top'),
  }),
  output: actionOutput,
  facts: { mutating: true, appScoped: true, idempotent: false, destructive: true, openWorld: true },
  async resolve(args, context): Promise<Action> {
    const from = await resolvePoint(context, args.app, { x: args.from_x, y: args.from_y }, [])
    const to = await onScreen(context, args.app, { x: args.to_x, y: args.to_y })
    const { accessibility } = context.desktop
    const over = await elementAt(context, to)
    const dropped = over === undefined ? undefined : (await accessibility.readRecords([over], context.budget)).get(over)
    const gesture = dragGesture(from.point, to.point, context.budget.signal)
    return {
      app: from.app,
      window: from.window,
      ...(from.element && { target: from.element.target }),
      confirmation: { ...(dropped && { pressedLabel: dropped.name }) },
      plan: () => ({
        intent: { type: 'drag' },
        leftOut: args.allow_global_cursor ? ['global-cursor-requested'] : [],
        rungs: (budget) => [
          args.allow_global_cursor
            ? takeoverRung(context.desktop, 'tier4-global-cursor', from.aim, gesture, budget)
            : agentSeatRung(context.desktop, from.aim, gesture, budget),
        ],
      }),
      ...actionOptions(args),
    }
  },
})
