import type { Accessibility, AccessibleAction, AccessibleRecord, AccessibleRequest, Desktop } from '../desktop/port.ts'
import { accessibilityRung, accessibilitySequence, menuOpeningRung } from '../ladder/accessibility-rungs.ts'
import { menuAction, pressAction } from '../ladder/actions.ts'
import type { FallbackReason } from '../ladder/tiers.ts'
import type { Intent } from '../outcome/intent.ts'
import type { TargetFields } from '../outcome/observation.ts'
import { alreadyThere, disabled } from '../outcome/settled.ts'
import { isTextEntry, OPENS, ROW } from '../perception/index.ts'
import type { Decision } from './define.ts'
import { isRadio, isToggle } from './roles.ts'

/** What would be pressed, and what it offers. */
export interface Pressable {
  readonly record: AccessibleRecord
  readonly actions: readonly AccessibleAction[]
  /** Of a row: the container whose Selection interface selects it. */
  readonly container?: AccessibleRecord
}

export interface ClickRequest {
  /** The element that the caller named. */
  readonly before: TargetFields
  readonly pressable: Pressable
  readonly count: number
  readonly button: 'left' | 'right' | 'middle'
}

/** Which intent a click has and which tier 1 rungs can deliver it. Pure but for the rungs that it builds. */
export function planClick(request: ClickRequest, { accessibility }: Pick<Desktop, 'accessibility'>): Decision {
  const { before, pressable } = request
  if (before.disabled) return { settled: disabled }
  if (request.button === 'middle') return none({ type: 'activate' }, 'seat-unavailable')
  if (request.button === 'right') return openMenu(accessibility, pressable, menuAction(pressable.actions))
  if (isTextEntry(pressable.record)) return planFocus(before, accessibility, pressable)
  if (ROW.has(before.role) && pressable.container !== undefined)
    return planRow(request, accessibility, pressable.container)
  if (isRadio(before.role) && before.states.checked && request.count === 1)
    return { settled: alreadyThere('it is selected') }

  const press = pressAction(pressable.actions)
  if (OPENS.has(before.role)) return openMenu(accessibility, pressable, press)
  if (request.count === 2) return twice(accessibility, pressable, press)
  return one(pressIntent(before), accessibility, pressable, press)
}

function pressIntent(before: TargetFields): Intent {
  if (isToggle(before.role)) return { type: 'toggle', to: !(before.states.checked || before.states.pressed) }
  if (isRadio(before.role)) return { type: 'toggle', to: true }
  return { type: 'activate' }
}

function planFocus(before: TargetFields, accessibility: Accessibility, { record }: Pressable): Decision {
  if (before.states.focused) return { settled: alreadyThere('the field has the focus') }
  return {
    intent: { type: 'focus' },
    leftOut: [],
    rungs: (budget) => [
      { ...accessibilityRung(accessibility, record.handle, { type: 'grab-focus' }, budget), takesFocus: true },
    ],
  }
}

/** One click selects the row; two open it. */
function planRow(
  { before, pressable, count }: ClickRequest,
  accessibility: Accessibility,
  container: AccessibleRecord,
): Decision {
  if (count === 2) return one({ type: 'activate' }, accessibility, pressable, pressAction(pressable.actions))
  if (before.states.selected) return { settled: alreadyThere('it is selected') }
  const request: AccessibleRequest = { type: 'select-child', index: pressable.record.indexInParent }
  return {
    intent: { type: 'select' },
    leftOut: [],
    rungs: (budget) => [accessibilityRung(accessibility, container.handle, request, budget)],
  }
}

function twice(accessibility: Accessibility, { record }: Pressable, press: AccessibleAction | undefined): Decision {
  if (press === undefined) return none({ type: 'activate' }, 'action-not-advertised')
  const request: AccessibleRequest = { type: 'action', name: press.name }
  return {
    intent: { type: 'activate' },
    leftOut: [],
    rungs: (budget) => [accessibilitySequence(accessibility, record.handle, [request, request], budget)],
  }
}

function one(
  intent: Intent,
  accessibility: Accessibility,
  { record }: Pressable,
  action: AccessibleAction | undefined,
): Decision {
  if (action === undefined) return none(intent, 'action-not-advertised')
  return {
    intent,
    leftOut: [],
    rungs: (budget) => [accessibilityRung(accessibility, record.handle, { type: 'action', name: action.name }, budget)],
  }
}

function openMenu(accessibility: Accessibility, { record }: Pressable, action: AccessibleAction | undefined): Decision {
  const intent: Intent = { type: 'menu' }
  if (action === undefined) return none(intent, 'action-not-advertised')
  return {
    intent,
    leftOut: [],
    rungs: (budget) => [menuOpeningRung(accessibility, record.handle, { type: 'action', name: action.name }, budget)],
  }
}

const none = (intent: Intent, reason: FallbackReason): Decision => ({ intent, leftOut: [reason], rungs: () => [] })
