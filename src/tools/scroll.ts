import { z } from 'zod'
import { Refusal } from '../errors.ts'
import { accessibilityRung } from '../ladder/accessibility-rungs.ts'
import { wheelGesture } from '../ladder/gestures.ts'
import { agentSeatRung, takeoverRung } from '../ladder/seat-rungs.ts'
import { alreadyThere } from '../outcome/settled.ts'
import { actionOptions, actionOutput } from './action.ts'
import { actionArguments, elementId } from './arguments.ts'
import { type Action, type Decision, defineActionTool, type ToolContext } from './define.ts'
import { resolvePlace } from './place.ts'
import type { Distance } from './scroll-bar.ts'
import { findScrollable, observeScroll, type Scrollable, steps } from './scrollable.ts'

const input = z.strictObject({
  ...actionArguments,
  element_id: elementId.optional().describe('What to scroll: an element, or one inside of what scrolls.'),
  x: z.number().optional().describe('Pixel of the last picture inside of what scrolls, from the left.'),
  y: z.number().optional().describe('Pixel of the last picture inside of what scrolls, from the top.'),
  direction: z.enum(['up', 'down', 'left', 'right']).optional().describe('Where to go; needs no delta.'),
  pages: z.number().min(0.1).max(10).default(1).describe('How far, in what is visible at once.'),
  delta_x: z.int().min(-10_000).max(10_000).optional().describe('Pixels to the right, instead of a direction.'),
  delta_y: z.int().min(-10_000).max(10_000).optional().describe('Pixels down, instead of a direction.'),
})

export const scroll = defineActionTool({
  name: 'scroll',
  title: 'Scroll',
  description:
    'Scrolls what is at an element or pixel, by pages in a direction or by pixels. Works in the background. ' +
    'At its end already: success, and nothing is sent. To bring a known element into view there is no need to scroll: its id works as it is.',
  input,
  output: actionOutput,
  facts: { mutating: true, appScoped: true, idempotent: false, destructive: false, openWorld: true },
  async resolve(args, context): Promise<Action> {
    const distance = distanceOf(args)
    const place = await resolvePlace(args, context, [])
    const scrollable = place.element && (await findScrollable(context, place, place.element.record, distance.direction))
    return {
      app: place.app,
      window: place.window,
      ...(place.element && { target: place.element.target }),
      confirmation: {},
      observe: async (budget) =>
        scrollable === undefined ? {} : { scroll: await observeScroll(context, scrollable, budget) },
      plan: () => planScroll(distance, scrollable, place.aim, args.allow_global_cursor, context),
      ...actionOptions(args),
    }
  },
})

/** @throws {Refusal} INVALID_ARGUMENTS */
export function distanceOf(
  args: Pick<z.output<typeof input>, 'direction' | 'pages' | 'delta_x' | 'delta_y'>,
): Distance {
  const { direction, pages, delta_x: dx, delta_y: dy } = args
  const deltas = [dx, dy].filter((delta) => delta !== undefined && delta !== 0)
  if (direction !== undefined) {
    if (dx !== undefined || dy !== undefined)
      throw new Refusal('INVALID_ARGUMENTS', 'Give either direction (with pages) or delta_x/delta_y, not both.')
    return { direction, by: { pages } }
  }
  if (deltas.length !== 1)
    throw new Refusal(
      'INVALID_ARGUMENTS',
      'Give a direction, or exactly one of delta_x and delta_y that is not 0; scroll one way at a time.',
    )
  if (dy !== undefined && dy !== 0) return { direction: dy > 0 ? 'down' : 'up', by: { pixels: Math.abs(dy) } }
  return { direction: (dx ?? 0) > 0 ? 'right' : 'left', by: { pixels: Math.abs(dx ?? 0) } }
}

function planScroll(
  distance: Distance,
  scrollable: Scrollable | undefined,
  aim: Parameters<typeof agentSeatRung>[1],
  takeover: boolean,
  context: ToolContext,
): Decision {
  const { direction } = distance
  const bar = scrollable?.bar
  if (bar?.atEnd === true) return { settled: alreadyThere(`it is at its end (${direction})`) }
  const gesture = wheelGesture(direction, steps(distance, scrollable?.box))
  const intent = { type: 'scroll', direction } as const
  if (takeover)
    return {
      intent,
      leftOut: ['global-cursor-requested'],
      rungs: (budget) => [takeoverRung(context.desktop, 'tier4-global-cursor', aim, gesture, budget)],
    }
  const next = bar?.after(distance)
  return {
    intent,
    leftOut: next === undefined ? ['no-scroll-container'] : [],
    rungs: (budget) => [
      ...(bar === undefined || next === undefined
        ? []
        : [accessibilityRung(context.desktop.accessibility, bar.handle, { type: 'set-value', value: next }, budget)]),
      agentSeatRung(context.desktop, aim, gesture, budget),
    ],
  }
}
