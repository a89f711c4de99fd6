import { z } from 'zod'
import type { Accessibility, AccessibleHandle, AccessibleRecord, ValueContent } from '../desktop/port.ts'
import { accessibilityRung } from '../ladder/accessibility-rungs.ts'
import { pressAction } from '../ladder/actions.ts'
import type { TargetFields } from '../outcome/observation.ts'
import { alreadyThere, disabled } from '../outcome/settled.ts'
import { unsupported } from '../outcome/verdict.ts'
import { isPassword } from '../perception/index.ts'
import { actionOptions, actionOutput, onTarget } from './action.ts'
import { aimAtWindow } from './aim.ts'
import { actionArguments, elementId, text } from './arguments.ts'
import { type Action, type Decision, defineActionTool } from './define.ts'
import { type FoundElement, resolveElement } from './element.ts'
import { isRadio, isToggle } from './roles.ts'
import { planCell, sheetCellsOf } from './sheet-cell.ts'

const on = new Set(['true', '1', 'on'])
const off = new Set(['false', '0', 'off'])

export const setValue = defineActionTool({
  name: 'set_value',
  title: 'Set a value',
  description:
    'Replaces the whole value of a settable element: the text of a field ("" clears it), the number of a slider or spin button, ' +
    'or true/false of a check box. Works in the background without focus. To add to a text use type_text.',
  input: z.strictObject({
    ...actionArguments,
    element_id: elementId,
    value: text.describe('The new value. A number for a slider, true or false for a check box.'),
  }),
  output: actionOutput,
  facts: { mutating: true, appScoped: true, idempotent: true, destructive: true, openWorld: true },
  async resolve(args, context): Promise<Action> {
    const found = await resolveElement(context, args.app, args.element_id, ['actions', 'value'])
    const cells = sheetCellsOf(found.app, found.record)
    const aim = aimAtWindow(context, found.app, found.entry.seenIn)
    return {
      app: found.app,
      window: found.entry.seenIn,
      target: found.target,
      confirmation: {
        writesSecret: isPassword(found.record.role),
        clears: ({ target }) => args.value === '' && (target?.characterCount ?? 0) > 0,
      },
      plan: onTarget((before) =>
        cells === undefined
          ? planSetValue(found, before, args.value, context.desktop.accessibility)
          : planCell(
              { app: found.app, record: found.record, before, aim, text: args.value, takeover: false },
              cells,
              context,
            ),
      ),
      ...actionOptions(args),
    }
  },
})

type Settable = Pick<FoundElement, 'record' | 'details'>

/** Which intent the value has and which rungs can write it. */
export function planSetValue(
  { record, details }: Settable,
  before: TargetFields,
  value: string,
  accessibility: Accessibility,
): Decision {
  if (before.disabled) return { settled: disabled }
  if (isToggle(record.role) || isRadio(record.role))
    return planToggle({ record, details }, before, value, accessibility)
  if (details.value !== undefined && details.value.minimum < details.value.maximum)
    return planNumber(record.handle, details.value, before, value, accessibility)
  if (isEditable(record)) return planText(record, before, value, accessibility)
  return {
    settled: unsupported('The element has no value that can be set. Its states in get_app_state say what is settable.'),
  }
}

const isEditable = (record: AccessibleRecord): boolean =>
  record.interfaces.has('EditableText') && record.states.has('editable')

function planToggle(
  { record, details }: Settable,
  before: TargetFields,
  value: string,
  accessibility: Accessibility,
): Decision {
  const wanted = value.trim().toLowerCase()
  if (!on.has(wanted) && !off.has(wanted))
    return { settled: unsupported(`It is on or off: the value must be true or false, not a text.`, 'coercion') }
  const to = on.has(wanted)
  if ((before.states.checked || before.states.pressed) === to)
    return { settled: alreadyThere(`it is ${to ? 'on' : 'off'}`) }
  if (isRadio(record.role) && !to)
    return {
      settled: unsupported('A radio button cannot be turned off; turn on another one of its group.', 'coercion'),
    }
  const press = pressAction(details.actions ?? [])
  return {
    intent: { type: 'toggle', to },
    leftOut: press === undefined ? ['action-not-advertised'] : [],
    rungs: (budget) =>
      press === undefined
        ? []
        : [accessibilityRung(accessibility, record.handle, { type: 'action', name: press.name }, budget)],
  }
}

function planNumber(
  handle: AccessibleHandle,
  control: ValueContent,
  before: TargetFields,
  value: string,
  accessibility: Accessibility,
): Decision {
  const wanted = value.trim() === '' ? Number.NaN : Number(value)
  if (!Number.isFinite(wanted))
    return { settled: unsupported('The control holds a number: the value must be one.', 'coercion') }
  if (wanted < control.minimum || wanted > control.maximum)
    return {
      settled: unsupported(
        `The control goes from ${control.minimum} to ${control.maximum}; ${wanted} is outside.`,
        'coercion',
      ),
    }
  if (before.value === wanted) return { settled: alreadyThere(`the value is ${wanted}`) }
  return {
    intent: { type: 'set-number', value: wanted, step: control.increment ?? 0 },
    leftOut: [],
    rungs: (budget) => [accessibilityRung(accessibility, handle, { type: 'set-value', value: wanted }, budget)],
  }
}

function planText(
  record: AccessibleRecord,
  before: TargetFields,
  value: string,
  accessibility: Accessibility,
): Decision {
  if (!before.secret && before.text === value) return { settled: alreadyThere('the field holds this text') }
  return {
    intent: { type: 'set-text', text: value },
    leftOut: [],
    rungs: (budget) => [accessibilityRung(accessibility, record.handle, { type: 'set-text', text: value }, budget)],
  }
}
