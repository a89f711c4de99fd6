import { z } from 'zod'
import type { Accessibility, AccessibleRecord, AccessibleRequest } from '../desktop/port.ts'
import { accessibilitySequence } from '../ladder/accessibility-rungs.ts'
import type { TargetFields } from '../outcome/observation.ts'
import { disabled } from '../outcome/settled.ts'
import { isPassword } from '../perception/index.ts'
import { actionOptions, actionOutput, onTarget } from './action.ts'
import { actionArguments, elementId, text } from './arguments.ts'
import { type Action, type Decision, defineActionTool, type ToolContext } from './define.ts'
import { resolveElement } from './element.ts'
import { focusedElement } from './focused.ts'

export const typeText = defineActionTool({
  name: 'type_text',
  title: 'Type text',
  description:
    'Types text at the caret of a field, over its selection if there is one. Give element_id, or leave it out for the field of the app that has the focus. ' +
    'Works in the background: the field needs no click and no focus. To replace the whole text use set_value.',
  input: z.strictObject({
    ...actionArguments,
    element_id: elementId.optional(),
    text: text.min(1).describe('What to type; any Unicode. A line feed is typed as it is.'),
  }),
  output: actionOutput,
  facts: { mutating: true, appScoped: true, idempotent: false, destructive: true, openWorld: true },
  async resolve(args, context): Promise<Action> {
    const found = await resolveField(args, context)
    return {
      app: found.app,
      window: found.window,
      target: found.target,
      confirmation: { writesSecret: isPassword(found.record.role) },
      plan: onTarget((before) => planTyping(found.record, before, args.text, context.desktop.accessibility)),
      ...actionOptions(args),
    }
  },
})

async function resolveField(args: { app: string; element_id?: string | undefined }, context: ToolContext) {
  if (args.element_id === undefined) return focusedElement(context, args.app)
  const found = await resolveElement(context, args.app, args.element_id, [])
  return { ...found, window: found.entry.window }
}

/** How the text would be spliced in, and the requests that do it. */
export function planTyping(
  record: AccessibleRecord,
  before: TargetFields,
  typed: string,
  accessibility: Accessibility,
): Decision {
  if (before.disabled) return { settled: disabled }
  if (!record.interfaces.has('EditableText') || !record.states.has('editable'))
    return { intent: { type: 'type', text: typed }, leftOut: ['interface-missing'], rungs: () => [] }
  const length = before.characterCount ?? 0
  const { start, end } = before.selection ?? { start: length, end: length }
  const requests: AccessibleRequest[] = [
    ...(end > start ? [{ type: 'delete-text', start, end } as const] : []),
    { type: 'insert-text', offset: start, text: typed },
    // Insertion leaves the caret before the new text; a person who types ends behind it.
    { type: 'set-caret', offset: start + [...typed].length },
  ]
  return {
    intent: {
      type: 'type',
      text: typed,
      ...(before.text === undefined ? {} : { expected: splice(before.text, start, end, typed) }),
    },
    leftOut: [],
    rungs: (budget) => [accessibilitySequence(accessibility, record.handle, requests, budget)],
  }
}

/** Offsets are in characters, as accessibility counts them, not in UTF-16 units. */
function splice(whole: string, start: number, end: number, insertion: string): string {
  const characters = [...whole]
  return characters.slice(0, start).join('') + insertion + characters.slice(end).join('')
}
