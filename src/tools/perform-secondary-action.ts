import { z } from 'zod'
import { Refusal } from '../errors.ts'
import { accessibilityRung, menuOpeningRung } from '../ladder/accessibility-rungs.ts'
import { isPressName, menuAction } from '../ladder/actions.ts'
import { disabled } from '../outcome/settled.ts'
import { displayText, OPENS, quoted } from '../perception/index.ts'
import { actionOptions, actionOutput, onTarget } from './action.ts'
import { actionArguments, elementId } from './arguments.ts'
import { type Action, defineActionTool } from './define.ts'
import { actionNames, resolveElement } from './element.ts'

export const performSecondaryAction = defineActionTool({
  name: 'perform_secondary_action',
  title: 'Perform another action',
  description:
    'Performs one of the actions that an element lists, by its name, such as "menu", "expand or contract" or "raise". ' +
    'Without `action` it opens the context menu where the element offers that; an open menu takes the keyboard, so that needs allow_focus_change. ' +
    'For a plain press use click.',
  input: z.strictObject({
    ...actionArguments,
    element_id: elementId,
    action: z
      .string()
      .min(1)
      .optional()
      .describe('Name of the action as get_app_state lists it. Default: the context menu.'),
  }),
  output: actionOutput,
  facts: { mutating: true, appScoped: true, idempotent: false, destructive: true, openWorld: true },
  async resolve(args, context): Promise<Action> {
    const found = await resolveElement(context, args.app, args.element_id, ['actions'])
    const actions = found.details.actions ?? []
    const wanted = args.action?.trim().toLowerCase()
    const action =
      wanted === undefined ? menuAction(actions) : actions.find(({ name }) => name.toLowerCase() === wanted)
    if (action === undefined)
      throw new Refusal(
        'ACTION_NOT_FOUND',
        `The element offers no ${wanted === undefined ? 'context menu' : `action ${quoted(wanted)}`}. It offers: ${actionNames(actions)}.`,
        { available: actions.map(({ name }) => displayText(name)) },
      )
    const opensMenu = menuAction([action]) !== undefined || (isPressName(action.name) && OPENS.has(found.record.role))
    return {
      app: found.app,
      window: found.entry.seenIn,
      target: found.target,
      confirmation: {
        ...(isPressName(action.name) ? { pressedLabel: found.record.name } : { pressedLabel: action.name }),
      },
      plan: onTarget((before) =>
        before.disabled
          ? { settled: disabled }
          : {
              intent: { type: opensMenu ? 'menu' : isPressName(action.name) ? 'activate' : 'command' },
              leftOut: [],
              rungs: (budget) => [
                (opensMenu ? menuOpeningRung : accessibilityRung)(
                  context.desktop.accessibility,
                  found.record.handle,
                  { type: 'action', name: action.name },
                  budget,
                ),
              ],
            },
      ),
      ...actionOptions(args),
    }
  },
})
