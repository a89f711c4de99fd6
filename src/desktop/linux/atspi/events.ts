import type { AccessibleEvent, AccessibleEventKind, State } from '../../port.ts'
import { handleOf } from './handles.ts'
import type { Signal } from './link.ts'

export const EVENT_INTERFACES = [
  'org.a11y.atspi.Event.Object',
  'org.a11y.atspi.Event.Window',
  'org.a11y.atspi.Event.Document',
  'org.a11y.atspi.Event.Focus',
] as const

const OBJECT_KINDS: Readonly<Record<string, AccessibleEventKind>> = {
  StateChanged: 'state',
  ChildrenChanged: 'children',
  VisibleDataChanged: 'other',
  TextChanged: 'text',
  TextCaretMoved: 'caret',
  TextSelectionChanged: 'text-selection',
  TextBoundsChanged: 'bounds',
  TextAttributesChanged: 'attributes',
  AttributesChanged: 'attributes',
  BoundsChanged: 'bounds',
  SelectionChanged: 'selection',
  ActiveDescendantChanged: 'active-descendant',
  ModelChanged: 'model',
}

/** `object:property-change:…` by the property that changed. */
const PROPERTY_KINDS: Readonly<Record<string, AccessibleEventKind>> = {
  'accessible-name': 'name',
  'accessible-description': 'description',
  'accessible-value': 'value',
  'accessible-parent': 'children',
}

/** @returns undefined for a signal that is no accessibility event. The event's payload, which may hold text, is left out. */
export function eventFromSignal(signal: Signal): AccessibleEvent | undefined {
  const kind = kindOf(signal)
  if (kind === undefined) return undefined
  const [first, on, length] = signal.body
  const word = typeof first === 'string' ? first : ''
  const base = {
    sequence: signal.sequence,
    stream: signal.sender,
    at: signal.at,
    source: handleOf(signal.sender, signal.path),
    kind,
  }
  if (kind === 'state') {
    const state: State = word.replaceAll('_', '-')
    return typeof on === 'number' ? { ...base, detail: state, on: on !== 0 } : { ...base, detail: state }
  }
  // Window and document events carry what happened in the member: Activate, LoadComplete, …
  if (kind === 'window' || kind === 'document') return { ...base, detail: kebab(signal.member) }
  const characters = kind === 'text' && typeof length === 'number' ? { length } : {}
  // "insert:system" on GTK 3 marks a change that no person typed; to an observer both are an insertion.
  return { ...base, ...characters, detail: word === '' ? kebab(signal.member) : (word.split(/[:/]/)[0] ?? '') }
}

function kindOf(signal: Signal): AccessibleEventKind | undefined {
  switch (signal.iface) {
    case 'org.a11y.atspi.Event.Object':
      if (signal.member !== 'PropertyChange') return OBJECT_KINDS[signal.member] ?? 'other'
      return PROPERTY_KINDS[typeof signal.body[0] === 'string' ? signal.body[0] : ''] ?? 'other'
    case 'org.a11y.atspi.Event.Window':
      return 'window'
    case 'org.a11y.atspi.Event.Document':
      return 'document'
    case 'org.a11y.atspi.Event.Focus':
      return 'other'
    default:
      return undefined
  }
}

function kebab(member: string): string {
  return member.replaceAll(/(?!^)([A-Z])/g, '-$1').toLowerCase()
}
