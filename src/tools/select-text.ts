import { z } from 'zod'
import type { AccessibleRequest } from '../desktop/port.ts'
import { Refusal } from '../errors.ts'
import { accessibilityRung } from '../ladder/accessibility-rungs.ts'
import { toolkitOf, toolkits } from '../ladder/toolkits.ts'
import { alreadyThere, disabled } from '../outcome/settled.ts'
import { isPassword } from '../perception/index.ts'
import { actionOptions, actionOutput, onTarget } from './action.ts'
import { actionArguments, elementId } from './arguments.ts'
import { type Action, defineActionTool } from './define.ts'
import { resolveElement } from './element.ts'
import { readWholeText } from './whole-text.ts'

export const selectText = defineActionTool({
  name: 'select_text',
  title: 'Select text',
  description:
    'Marks a piece of the text of an element, or puts the caret before or after it. The piece must be there exactly as given; ' +
    '`occurrence` says which one if there are several. Then type_text replaces what is marked.',
  input: z.strictObject({
    ...actionArguments,
    element_id: elementId,
    text: z.string().min(1).describe('The piece of text to mark, exactly as it stands there.'),
    occurrence: z.int().min(1).default(1).describe('Which occurrence, counted from 1.'),
    position: z
      .enum(['select', 'before', 'after'])
      .default('select')
      .describe('Mark it, or put the caret before or after it.'),
  }),
  output: actionOutput,
  facts: { mutating: true, appScoped: true, idempotent: true, destructive: false, openWorld: true },
  async resolve(args, context): Promise<Action> {
    const found = await resolveElement(context, args.app, args.element_id, [])
    const { record } = found
    if (isPassword(record.role))
      throw new Refusal('TEXT_NOT_FOUND', 'The field holds a secret; its text is never read.')
    const isMisled = record.role === 'terminal' && !toolkits[toolkitOf(found.app)].selectsInTerminals.works
    const whole = await readWholeText(context, record)
    const range = rangeOf(whole, args.text, args.occurrence, args.position)
    const request: AccessibleRequest =
      range.start === range.end ? { type: 'set-caret', offset: range.start } : { type: 'select-text', ...range }
    return {
      app: found.app,
      window: found.entry.seenIn,
      target: found.target,
      confirmation: {},
      plan: onTarget((before) => {
        if (before.disabled) return { settled: disabled }
        const { selection } = before
        if (selection?.start === range.start && selection.end === range.end)
          return { settled: alreadyThere('it is selected') }
        return {
          intent: { type: 'select-text', ...range },
          leftOut: isMisled ? ['wrong-selection'] : [],
          rungs: (budget) =>
            isMisled ? [] : [accessibilityRung(context.desktop.accessibility, record.handle, request, budget)],
        }
      }),
      ...actionOptions(args),
    }
  },
})

/**
 * Offsets in characters (code points) of an occurrence in a text.
 * @throws {Refusal} TEXT_NOT_FOUND
 */
export function rangeOf(
  whole: string,
  piece: string,
  occurrence: number,
  position: 'select' | 'before' | 'after',
): { readonly start: number; readonly end: number } {
  let at = -1
  for (let seen = 0; seen < occurrence; seen++) {
    at = whole.indexOf(piece, at + 1)
    if (at < 0)
      throw new Refusal(
        'TEXT_NOT_FOUND',
        seen === 0
          ? 'The element does not hold that text, with upper and lower case and spaces as they are.'
          : `The element holds that text only ${seen} ${seen === 1 ? 'time' : 'times'}, not ${occurrence}.`,
      )
  }
  const start = [...whole.slice(0, at)].length
  const end = start + [...piece].length
  if (position === 'before') return { start, end: start }
  return position === 'after' ? { start: end, end } : { start, end }
}
