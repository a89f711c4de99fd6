import { z } from 'zod'
import type { Accessibility, AccessibleRecord, AccessibleRequest, AppInfo, WindowHandle } from '../desktop/port.ts'
import { Refusal } from '../errors.ts'
import { accessibilitySequence } from '../ladder/accessibility-rungs.ts'
import { typeGesture } from '../ladder/gestures.ts'
import { type Aim, agentSeatRung, takeoverRung } from '../ladder/seat-rungs.ts'
import { toolkitOf, toolkits } from '../ladder/toolkits.ts'
import type { TargetFields } from '../outcome/observation.ts'
import { disabled } from '../outcome/settled.ts'
import { isPassword, isTextEntry, named, PRESSABLE, VALUED } from '../perception/index.ts'
import { actionOptions, actionOutput, onTarget } from './action.ts'
import { aimAtElement, aimAtWindow } from './aim.ts'
import { actionArguments, elementId, text } from './arguments.ts'
import { type Action, type Decision, defineActionTool, type Sending, type ToolContext } from './define.ts'
import { echoOf } from './echo.ts'
import { type FoundElement, resolveElement } from './element.ts'
import { resolveFocused } from './focused.ts'
import { planCell, sheetCellsOf } from './sheet-cell.ts'

const input = z.strictObject({
  ...actionArguments,
  element_id: elementId.optional(),
  text: text.min(1).describe('What to type; any Unicode. A line feed is typed as Return.'),
  method: z
    .enum(['auto', 'keys'])
    .default('auto')
    .describe(
      'auto: by accessibility where the field offers that, else by keys. keys: as key strokes, for apps that must see each of them, such as terminals and search fields.',
    ),
})

export const typeText = defineActionTool({
  name: 'type_text',
  title: 'Type text',
  description:
    'Types text at the caret of a field, over its selection if there is one. Give element_id, or leave it out for whatever has the focus inside the app. ' +
    'Works in the background: the field needs no click and no focus of the desktop. To replace the whole text use set_value. ' +
    'In a cell of a spreadsheet it replaces what the cell holds and enters it.',
  input,
  output: actionOutput,
  facts: { mutating: true, appScoped: true, idempotent: false, destructive: true, openWorld: true },
  async resolve(args, context): Promise<Action> {
    const field = await resolveField(args, context)
    const { element } = field
    const observe = echoOf(context, field, args.text)
    const common = {
      app: field.app,
      window: field.window,
      ...(observe && { observe }),
      ...actionOptions(args),
    }
    const keys = { args, field, context }
    if (element === undefined)
      return {
        ...common,
        confirmation: {},
        plan: () => ({ intent: { type: 'type', text: args.text }, ...keyRungs(keys, { click: false }) }),
      }
    const cells = sheetCellsOf(field.app, element.record)
    if (cells !== undefined) {
      const aim = aimAtWindow(context, field.app, field.window)
      const writing = {
        app: field.app,
        record: element.record,
        aim,
        text: args.text,
        takeover: args.allow_global_cursor,
      }
      const { observe: _, ...withoutEcho } = common
      return {
        ...withoutEcho,
        target: element.target,
        confirmation: {},
        plan: onTarget((before) => planCell({ ...writing, before }, cells, context)),
      }
    }
    return {
      ...common,
      target: element.target,
      confirmation: { writesSecret: isPassword(element.record.role) },
      plan: onTarget((before) => planTyping({ ...keys, record: element.record, before })),
    }
  },
})

interface Field {
  readonly app: AppInfo
  readonly window: WindowHandle
  readonly aim: Aim
  readonly element?: Pick<FoundElement, 'record' | 'target'>
}

async function resolveField(args: z.output<typeof input>, context: ToolContext): Promise<Field> {
  if (args.element_id !== undefined) {
    const { app, entry, ...element } = await resolveElement(context, args.app, args.element_id, [])
    return { app, window: entry.seenIn, aim: aimAtElement(context, app, entry.window, entry.handle), element }
  }
  const focused = await resolveFocused(context, args.app)
  const aim = aimAtWindow(context, focused.app, focused.window)
  const { element } = focused
  if (element !== undefined && isTextEntry(element.record)) return { ...focused, aim }
  // Keys may go to what accessibility does not know, such as a terminal; writing into a field must not guess which.
  if (args.method === 'keys' || focused.app.root === undefined) return { app: focused.app, window: focused.window, aim }
  throw new Refusal('NO_FOCUSED_FIELD', `No text field of ${named(focused.app.name)} is known to have the focus.`)
}

interface Keys {
  readonly args: z.output<typeof input>
  readonly field: Field
  readonly context: ToolContext
}

interface Typing extends Keys {
  readonly record: AccessibleRecord
  readonly before: TargetFields
}

/** How the text would be spliced in, and the rungs that do it. */
function planTyping(typing: Typing): Decision {
  const { before, record, context, args } = typing
  if (before.disabled) return { settled: disabled }
  const length = before.characterCount ?? 0
  const { start, end } = before.selection ?? { start: length, end: length }
  const expected = before.text === undefined ? undefined : splice(before.text, start, end, args.text)
  const intent = { type: 'type', text: args.text, ...(expected !== undefined && { expected }) } as const
  const { accessibility } = context.desktop
  const canInsert =
    record.interfaces.has('EditableText') &&
    record.states.has('editable') &&
    toolkits[toolkitOf(typing.field.app)].insertsText.works
  // Keys need the focus, and the press that would bring it here would do what the control is for.
  if (!canInsert && !before.states.focused && (PRESSABLE.has(record.role) || VALUED.has(record.role)))
    return { intent, leftOut: ['interface-missing'], rungs: () => [] }
  const byKeys = keyRungs(typing, {
    click: !before.states.focused,
    placeCaret: () => placeCaret(accessibility, record, start, end),
  })
  if (args.allow_global_cursor || args.method === 'keys' || !canInsert)
    return { intent, ...byKeys, leftOut: canInsert ? byKeys.leftOut : ['interface-missing', ...byKeys.leftOut] }
  const requests: AccessibleRequest[] = [
    ...(end > start ? [{ type: 'delete-text', start, end } as const] : []),
    { type: 'insert-text', offset: start, text: args.text },
    // Insertion leaves the caret before the new text; a person who types ends behind it.
    { type: 'set-caret', offset: start + [...args.text].length },
  ]
  return {
    intent,
    leftOut: [],
    rungs: (budget) => [accessibilitySequence(accessibility, record.handle, requests, budget), ...byKeys.rungs(budget)],
  }
}

function keyRungs(
  { args, field, context }: Keys,
  how: { readonly click: boolean; readonly placeCaret?: () => Promise<unknown> },
): Pick<Sending, 'leftOut' | 'rungs'> {
  const gesture = typeGesture(args.text, { ...how, signal: context.budget.signal })
  // Else only the agent's own keyboard is heard there.
  if (args.allow_global_cursor && toolkits[toolkitOf(field.app)].hearsPersonBesideSeat.works)
    return {
      leftOut: ['global-cursor-requested'],
      rungs: (budget) => {
        const tier = how.click ? 'tier4-global-cursor' : 'tier4-global-keyboard'
        return [takeoverRung(context.desktop, tier, field.aim, gesture, budget)]
      },
    }
  return { leftOut: [], rungs: (budget) => [agentSeatRung(context.desktop, field.aim, gesture, budget)] }
}

/** A click has put the caret under the pointer; the text belongs where the caret or the selection was before. */
async function placeCaret(accessibility: Accessibility, record: AccessibleRecord, start: number, end: number) {
  if (!record.interfaces.has('Text')) return
  const request: AccessibleRequest =
    end > start ? { type: 'select-text', start, end } : { type: 'set-caret', offset: start }
  await accessibility.act(record.handle, request, { deadline: performance.now() + 1_000 }).catch(() => undefined)
}

/** Offsets are in characters, as accessibility counts them, not in UTF-16 units. */
function splice(whole: string, start: number, end: number, insertion: string): string {
  const characters = [...whole]
  return characters.slice(0, start).join('') + insertion + characters.slice(end).join('')
}
