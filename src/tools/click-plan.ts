import type {
  Accessibility,
  AccessibleAction,
  AccessibleRecord,
  AccessibleRequest,
  AppInfo,
  Budget,
  Button,
  Desktop,
} from '../desktop/port.ts'
import { accessibilityRung, accessibilitySequence, menuOpeningRung } from '../ladder/accessibility-rungs.ts'
import { menuAction, pressAction } from '../ladder/actions.ts'
import { clickGesture } from '../ladder/gestures.ts'
import { postedClickRung } from '../ladder/posted-rungs.ts'
import type { Rung } from '../ladder/rung.ts'
import { type Aim, agentSeatRung, takeoverRung } from '../ladder/seat-rungs.ts'
import type { FallbackReason } from '../ladder/tiers.ts'
import { toolkitOf, toolkits } from '../ladder/toolkits.ts'
import type { Intent } from '../outcome/intent.ts'
import type { TargetFields } from '../outcome/observation.ts'
import { alreadyThere, disabled } from '../outcome/settled.ts'
import { isDisabled, isTextEntry, MENU_ITEM, OPENS, ROW } from '../perception/index.ts'
import type { Decision, Sending } from './define.ts'
import { isRadio, isToggle } from './roles.ts'
import { sheetCellsOf } from './sheet-cell.ts'

/** What would be pressed, and what it offers. */
export interface Pressable {
  readonly record: AccessibleRecord
  readonly actions: readonly AccessibleAction[]
  /** Of a row: the container whose Selection interface selects it. */
  readonly container?: AccessibleRecord
}

/** A click without an element of its own. */
export interface BareClick {
  readonly app: AppInfo
  readonly aim: Aim
  readonly count: number
  readonly button: Button
  /** The caller asked for the person's own pointer, and allowed it. */
  readonly takeover: boolean
  /** It is aimed at a menu or another popup of the window, not at the window itself. */
  readonly inPopup: boolean
}

export interface ClickRequest extends BareClick {
  /** The element that the caller named. */
  readonly before: TargetFields
  readonly pressable: Pressable
}

/** A click on a pixel at which accessibility knows nothing: only a seat can deliver it. */
export function planBareClick(request: BareClick, desktop: ClickDesktop): Sending {
  const { button, count, takeover } = request
  const intent: Intent =
    button === 'right' ? { type: 'menu' } : { type: 'activate', ...(count === 2 && { twice: true }) }
  const ownSeat: Rungs = (budget) =>
    takeover && !isBetterByOwnSeat(request, intent) ? [] : seatRungs(request, desktop, budget)
  return {
    intent,
    leftOut: takeover ? ['global-cursor-requested'] : ['action-not-advertised'],
    rungs: (budget) => [...ownSeat(budget), ...(takeover ? [takeoverOf(request, desktop, budget)] : [])],
  }
}

const takeoverOf = ({ aim, button, count }: BareClick, desktop: ClickDesktop, budget: Budget): Rung =>
  takeoverRung(desktop, 'tier4-global-cursor', aim, clickGesture(button, count), budget)

/** The agent's own pointer, and where that is not to be had, events posted to the window. */
const seatRungs = ({ app, aim, button, count }: BareClick, desktop: ClickDesktop, budget: Budget): readonly Rung[] => [
  agentSeatRung(desktop, aim, clickGesture(button, count), budget),
  postedClickRung(desktop, app, aim, button, count, budget),
]

type ClickDesktop = Pick<Desktop, 'accessibility' | 'agentSeat' | 'postedEvents' | 'coreSeat'>
type Rungs = (budget: Budget) => readonly Rung[]

/** Which intent a click has and by which rungs it can be delivered. Pure but for the rungs that it builds. */
export function planClick(request: ClickRequest, desktop: ClickDesktop): Decision {
  const { before, count, button } = request
  // The label of a disabled button is not disabled itself.
  if (before.disabled || isDisabled(request.pressable.record)) return { settled: disabled }
  const intent = intentOf(request)
  if (button === 'left' && count === 1 && isReached(intent, before)) return { settled: alreadyThere(reached(intent)) }
  if (request.takeover && !isBetterByOwnSeat(request, intent)) return { ...planBareClick(request, desktop), intent }
  const { rungs, leftOut } = accessibilityRungs(request, intent, desktop.accessibility)
  const takesFocus = opensMenu(request, intent) && !toolkits[toolkitOf(request.app)].menusOfOwnSeat.works
  const seat: Rungs = (budget) =>
    seatRungs(request, desktop, budget).map((rung) => (takesFocus ? { ...rung, takesFocus } : rung))
  const last: Rungs = (budget) => (request.takeover ? [takeoverOf(request, desktop, budget)] : [])
  // A menu that the agent's own pointer opens mostly grabs the agent's keyboard; one opened by accessibility the person's.
  const seatFirst =
    intent.type === 'menu' || intent.type === 'focus' || !toolkits[toolkitOf(request.app)].pressFocuses.works
  return {
    intent,
    leftOut,
    rungs: (budget) =>
      seatFirst
        ? [...seat(budget), ...rungs(budget), ...last(budget)]
        : [...rungs(budget), ...seat(budget), ...last(budget)],
  }
}

/**
 * A menu that the person's pointer opens keeps their keyboard while it is open, also after the pointer has gone back; and it
 * closes when their window comes to the front before an item is pressed.
 */
const isBetterByOwnSeat = ({ app, inPopup }: BareClick, { type }: Intent): boolean =>
  inPopup || type === 'command' || (type === 'menu' && toolkits[toolkitOf(app)].menusOfOwnSeat.works)

/** A right click means a menu; whether one comes, the element says by its action or its role. */
const opensMenu = ({ before, pressable }: ClickRequest, intent: Intent): boolean =>
  intent.type === 'menu' && (OPENS.has(before.role) || menuAction(pressable.actions) !== undefined)

/** To select a cell of a sheet is not to go there: only a click moves the cell cursor and gives up what was selected. */
const isCell = ({ app, pressable }: ClickRequest): boolean => sheetCellsOf(app, pressable.record) !== undefined

function intentOf(request: ClickRequest): Intent {
  const { before, pressable, button, count } = request
  if (button === 'right') return { type: 'menu' }
  if (button === 'middle') return { type: 'activate' }
  if (count === 1) {
    if (isTextEntry(pressable.record)) return { type: 'focus' }
    if (ROW.has(before.role) && pressable.container !== undefined && !isCell(request)) return { type: 'select' }
    if (isRadio(before.role)) return { type: 'toggle', to: true }
    if (isToggle(before.role)) return { type: 'toggle', to: !isOn(before) }
  }
  if (OPENS.has(before.role)) return { type: 'menu' }
  if (MENU_ITEM.has(before.role)) return { type: 'command' }
  return count === 2 ? { type: 'activate', twice: true } : { type: 'activate' }
}

const isOn = ({ states }: TargetFields): boolean => states.checked || states.pressed

function isReached(intent: Intent, { states }: TargetFields): boolean {
  if (intent.type === 'focus') return states.focused
  if (intent.type === 'select') return states.selected
  return intent.type === 'toggle' && intent.to && states.checked
}

const reached = ({ type }: Intent): string =>
  type === 'focus' ? 'the field has the focus' : type === 'select' ? 'it is selected' : 'it is on'

interface Offered {
  readonly rungs: Rungs
  readonly leftOut: readonly FallbackReason[]
}

const offered = (rungs: Rungs): Offered => ({ rungs, leftOut: [] })
const none: Offered = { rungs: () => [], leftOut: ['action-not-advertised'] }

/** What the accessible itself offers for this click. */
function accessibilityRungs(
  { app, pressable, button, count }: ClickRequest,
  intent: Intent,
  accessibility: Accessibility,
): Offered {
  const { record, actions, container } = pressable
  if (button === 'middle') return none
  if (intent.type === 'focus')
    return offered((budget) => [
      { ...accessibilityRung(accessibility, record.handle, { type: 'grab-focus' }, budget), takesFocus: true },
    ])
  if (intent.type === 'select' && container !== undefined) {
    const request: AccessibleRequest = { type: 'select-child', index: record.indexInParent }
    return offered((budget) => [accessibilityRung(accessibility, container.handle, request, budget)])
  }
  const action = button === 'right' ? menuAction(actions) : pressAction(actions)
  // Two clicks into a text mark a word; no action means that.
  if (action === undefined || (isTextEntry(record) && count === 2)) return none
  const press: AccessibleRequest = { type: 'action', name: action.name }
  if (intent.type === 'menu') return offered((budget) => [menuOpeningRung(accessibility, record.handle, press, budget)])
  // Two clicks on a row open it, which is its one action; on anything else they are two presses.
  if (count === 2 && !ROW.has(record.role)) {
    // While a toolkit is still showing the first press it loses the second.
    const { pressDelay, pairsPresses } = toolkits[toolkitOf(app)]
    if (pressDelay.ms > 0 || !pairsPresses.works) return none
    return offered((budget) => [accessibilitySequence(accessibility, record.handle, [press, press], budget)])
  }
  return offered((budget) => [accessibilityRung(accessibility, record.handle, press, budget)])
}
