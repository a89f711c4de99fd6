import { z } from 'zod'
import type { AccessibleRecord, Budget, DetailField } from '../desktop/port.ts'
import { pressAction } from '../ladder/actions.ts'
import type { Facts } from '../outcome/facts.ts'
import { isTextEntry, ROW } from '../perception/index.ts'
import { actionOptions, actionOutput, onTarget } from './action.ts'
import { actionArguments, elementId } from './arguments.ts'
import { type Pressable, planBareClick, planClick } from './click-plan.ts'
import { type Action, defineActionTool, type ToolContext } from './define.ts'
import { readElement } from './element.ts'
import { type Place, resolvePlace } from './place.ts'

const MAX_ANCESTORS = 5
const fields: readonly DetailField[] = ['actions']

const input = z.strictObject({
  ...actionArguments,
  element_id: elementId.optional(),
  x: z.number().optional().describe('Pixel of the last picture of the window, from its left edge.'),
  y: z.number().optional().describe('Pixel of the last picture of the window, from its top edge.'),
  click_count: z.int().min(1).max(2).default(1).describe('2 for a double click.'),
  mouse_button: z.enum(['left', 'right', 'middle']).default('left').describe('Which button.'),
})

export const click = defineActionTool({
  name: 'click',
  title: 'Click',
  description:
    'Clicks an element, by element_id (preferred) or by x and y in pixels of the last picture. Works in the background, also in a covered window. ' +
    'A check box or radio button is judged by the state it reaches, a text field by the focus it gets (needs allow_focus_change), everything else by what changes. ' +
    'A menu takes the keyboard while it is open, so opening one needs allow_focus_change; click its items without opening it: they are in get_app_state with scope_element_id. ' +
    'To write into a field use type_text or set_value directly; no click is needed before.',
  input,
  output: actionOutput,
  facts: { mutating: true, appScoped: true, idempotent: false, destructive: true, openWorld: true },
  async resolve(args, context): Promise<Action> {
    const { element, ...place } = await resolvePlace(args, context, fields)
    const click = {
      app: place.app,
      aim: place.aim,
      count: args.click_count,
      button: args.mouse_button,
      takeover: args.allow_global_cursor,
      inPopup: place.aim.window !== place.window,
    }
    const common = {
      app: place.app,
      window: place.window,
      ...(place.aim.window !== place.window && { popup: place.aim.window }),
      ...actionOptions(args),
    }
    if (element === undefined) return { ...common, confirmation: {}, plan: () => planBareClick(click, context.desktop) }
    const { record, details, target } = element
    const pressable = await findPressable(context, record, details.actions ?? [])
    return {
      ...common,
      target,
      confirmation: { pressedLabel: record.name },
      ...(isTextEntry(record) && { observe: windowFacts(context, place) }),
      plan: onTarget((before) => planClick({ ...click, before, pressable }, context.desktop)),
    }
  },
})

/** Whether the window is active: an inactive one does not tell what has its focus. */
const windowFacts =
  ({ desktop }: ToolContext, { app, window }: Pick<Place, 'app' | 'window'>) =>
  async (budget: Budget): Promise<Facts> => {
    const found = (await desktop.windows.list(app, budget)).find(({ handle }) => handle === window)
    return {
      window: { present: found !== undefined, ...(found?.active !== undefined && { active: found.active }) },
    }
  }

/**
 * What a press of this element really presses: itself, or the nearest ancestor that can be pressed (the button around a
 * label). Rows also name the container that selects them.
 */
async function findPressable(
  context: ToolContext,
  record: AccessibleRecord,
  actions: Pressable['actions'],
): Promise<Pressable> {
  const own: Pressable = { record, actions }
  if (isTextEntry(record)) return own
  const ownPress = pressAction(actions) !== undefined
  if (ownPress && !ROW.has(record.role)) return own
  const ancestors = (await context.desktop.accessibility.ancestors(record.handle, context.budget)).slice(
    0,
    MAX_ANCESTORS,
  )
  const container = ancestors[0]
  if (ROW.has(record.role) && container?.interfaces.has('Selection') === true) return { ...own, container }
  if (ownPress) return own
  for (const ancestor of ancestors) {
    if (!ancestor.interfaces.has('Action')) continue
    const { details } = await readElement(context, ancestor.handle, fields)
    if (pressAction(details.actions ?? []) !== undefined) return { record: ancestor, actions: details.actions ?? [] }
  }
  return own
}
