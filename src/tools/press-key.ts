import { z } from 'zod'
import type { Key } from '../desktop/port.ts'
import { Refusal } from '../errors.ts'
import { chordGesture } from '../ladder/gestures.ts'
import { postedChordRung } from '../ladder/posted-rungs.ts'
import { agentSeatRung, takeoverRung } from '../ladder/seat-rungs.ts'
import { toolkitOf, toolkits } from '../ladder/toolkits.ts'
import { actionOptions, actionOutput } from './action.ts'
import { aimAtWindow } from './aim.ts'
import { actionArguments } from './arguments.ts'
import { type Action, defineActionTool } from './define.ts'
import { resolveFocused } from './focused.ts'

export const pressKey = defineActionTool({
  name: 'press_key',
  title: 'Press a key',
  description:
    'Presses one key or chord in an app, such as "Return", "ctrl+s", "shift+Tab" or "Page_Down". It goes to whatever has the focus inside the app. ' +
    'Works in the background. For text use type_text; for a menu command click its item.',
  input: z.strictObject({
    ...actionArguments,
    key: z
      .string()
      .min(1)
      .describe(
        'Modifiers and one key, joined by "+": ctrl, alt, shift, super; Return, Tab, Escape, F1, Left, a, plus.',
      ),
  }),
  output: actionOutput,
  aliases: { allow_global_keyboard: 'allow_global_cursor' },
  facts: { mutating: true, appScoped: true, idempotent: false, destructive: true, openWorld: true },
  async resolve(args, context): Promise<Action> {
    const parsed = context.desktop.keyNames.parse(args.key)
    if ('problem' in parsed) throw new Refusal('INVALID_ARGUMENTS', `key: ${parsed.problem}`)
    const { app, window, element } = await resolveFocused(context, args.app)
    const aim = aimAtWindow(context, app, window)
    const gesture = chordGesture(parsed.keys)
    return {
      app,
      window,
      ...(element && { target: element.target }),
      confirmation: {
        ...(element !== undefined && isPress(parsed.keys) && { pressedLabel: element.record.name }),
        ...(isDeleting(parsed.keys) && { always: 'This chord deletes what is selected.' }),
      },
      plan: () => ({
        intent: { type: 'keys', navigates: isNavigation(parsed.keys) },
        leftOut: args.allow_global_cursor ? ['global-cursor-requested'] : [],
        rungs: (budget) =>
          args.allow_global_cursor && toolkits[toolkitOf(app)].hearsPersonBesideSeat.works
            ? [takeoverRung(context.desktop, 'tier4-global-keyboard', aim, gesture, budget)]
            : [
                agentSeatRung(context.desktop, aim, gesture, budget),
                postedChordRung(context.desktop, app, aim, parsed.keys, budget),
              ],
      }),
      ...actionOptions(args),
    }
  },
})

const navigation = new Set([
  'Tab',
  'ISO_Left_Tab',
  'Up',
  'Down',
  'Left',
  'Right',
  'Home',
  'End',
  'Prior',
  'Next',
  'Page_Up',
  'Page_Down',
])
const presses = new Set(['Return', 'KP_Enter', 'space'])
const deletes = new Set(['Delete', 'BackSpace'])
const commands = new Set(['Super_L', 'Super_R'])

const main = (keys: readonly Key[]): string => keys.at(-1)?.keysym ?? ''

/** Moves the focus or the caret and need do nothing else. */
const isNavigation = (keys: readonly Key[]): boolean => navigation.has(main(keys))
/** Presses the control that has the focus. */
const isPress = (keys: readonly Key[]): boolean => keys.length === 1 && presses.has(main(keys))
const isDeleting = (keys: readonly Key[]): boolean =>
  deletes.has(main(keys)) && keys.some(({ keysym }) => commands.has(keysym))
