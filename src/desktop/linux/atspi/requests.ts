import { type AccessibleHandle, type AccessibleRequest, type Budget, PortError } from '../../port.ts'
import { readActionNames } from './actions.ts'
import { addressOf } from './handles.ts'
import type { Call, Link } from './link.ts'
import { nativeOffsets, readTextUnit, type UnitMemory } from './offsets.ts'
import { accessibleCall, propertyCall } from './record.ts'

const ATSPI = 'org.a11y.atspi.'
/** AtspiScrollType: scroll by whatever is needed to bring it into view. */
const SCROLL_ANYWHERE = 6

/**
 * The one method call that a request amounts to. What must be known for it (an action's number, whether a selection
 * exists) is read right before.
 * @throws PortError `interface-missing` when the object does not offer it; nothing was sent
 */
export async function requestCall(
  link: Link,
  units: UnitMemory,
  handle: AccessibleHandle,
  request: AccessibleRequest,
  budget: Budget,
): Promise<Call> {
  const native = (...offsets: number[]) => nativeOffsets(link, units, handle, offsets, budget)
  const on = (iface: string, member: string, signature?: string, ...body: unknown[]): Call => ({
    ...addressOf(handle),
    iface: ATSPI + iface,
    member,
    ...(signature === undefined ? {} : { signature, body }),
  })
  switch (request.type) {
    case 'action':
      return on('Action', 'DoAction', 'i', await actionNumber(link, handle, request.name, budget))
    case 'set-text':
      return on('EditableText', 'SetTextContents', 's', request.text)
    case 'insert-text': {
      const length = await insertLength(link, units, handle, request.text, budget)
      return on('EditableText', 'InsertText', 'isi', ...(await native(request.offset)), request.text, length)
    }
    case 'delete-text':
      return on('EditableText', 'DeleteText', 'ii', ...(await native(request.start, request.end)))
    case 'set-caret':
      return on('Text', 'SetCaretOffset', 'i', ...(await native(request.offset)))
    case 'select-text': {
      const range = await native(request.start, request.end)
      const selections = (await link.call(on('Text', 'GetNSelections'), budget)).body[0]
      return typeof selections === 'number' && selections > 0
        ? on('Text', 'SetSelection', 'iii', 0, ...range)
        : on('Text', 'AddSelection', 'ii', ...range)
    }
    case 'set-value':
      await requireInterface(link, handle, 'Value', budget)
      return {
        ...propertyCall(handle, `${ATSPI}Value`, 'CurrentValue'),
        member: 'Set',
        signature: 'ssv',
        body: [`${ATSPI}Value`, 'CurrentValue', ['d', request.value]],
      }
    case 'select-child':
      return on('Selection', 'SelectChild', 'i', request.index)
    case 'deselect-child':
      return on('Selection', 'DeselectChild', 'i', request.index)
    case 'scroll-into-view':
      return on('Component', 'ScrollTo', 'u', SCROLL_ANYWHERE)
    case 'grab-focus':
      return on('Component', 'GrabFocus')
  }
}

/** Numbers shift (GTK 4 puts clipboard actions first), so the number is looked up right before it is used. */
async function actionNumber(link: Link, handle: AccessibleHandle, name: string, budget: Budget): Promise<number> {
  const names = await readActionNames(link, handle, budget)
  const number = names.indexOf(name)
  if (number >= 0) return number
  const offered = names.length === 0 ? 'none' : names.slice(0, 20).join(', ')
  throw new PortError('interface-missing', `expected the action "${name}", the accessible offers: ${offered}`)
}

/**
 * The length that goes with a text to insert. AT-SPI does not say in what unit: GTK 3, GTK 4 and everything on ATK
 * take bytes of UTF-8 (measured: a number of characters cuts the text off), Qt takes UTF-16 units and fills up what is
 * missing with garbage.
 */
async function insertLength(
  link: Link,
  units: UnitMemory,
  handle: AccessibleHandle,
  text: string,
  budget: Budget,
): Promise<number> {
  const bytes = Buffer.byteLength(text)
  if (bytes === text.length) return bytes
  return (await readTextUnit(link, units, handle, budget)) === 'utf16' ? text.length : bytes
}

/** Setting a property of an absent interface is answered by a bare "failed"; only the list of interfaces is proof. */
async function requireInterface(link: Link, handle: AccessibleHandle, name: string, budget: Budget): Promise<void> {
  const [list] = (await link.call(accessibleCall(handle, 'GetInterfaces'), budget)).body
  if (Array.isArray(list) && list.includes(ATSPI + name)) return
  throw new PortError('interface-missing', `expected the interface ${name}, the accessible does not offer it`)
}
