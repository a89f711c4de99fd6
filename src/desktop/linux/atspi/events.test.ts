import { describe, expect, test } from 'vitest'
import { eventFromSignal } from './events.ts'
import type { Signal } from './link.ts'

const signal = (iface: string, member: string, ...body: unknown[]): Signal => ({
  sender: ':1.7',
  path: '/org/a11y/atspi/accessible/3',
  iface: iface.startsWith('org.') ? iface : `org.a11y.atspi.Event.${iface}`,
  member,
  body,
  sequence: 41,
  at: 1_000,
})

describe('eventFromSignal', () => {
  test.each([
    [signal('Object', 'StateChanged', 'checked', 1, 0), { kind: 'state', detail: 'checked', on: true }],
    [signal('Object', 'StateChanged', 'read_only', 0, 0), { kind: 'state', detail: 'read-only', on: false }],
    [signal('Object', 'PropertyChange', 'accessible-name', 0, 0, 'Saved'), { kind: 'name', detail: 'accessible-name' }],
    [signal('Object', 'PropertyChange', 'accessible-value', 0, 0), { kind: 'value', detail: 'accessible-value' }],
    [signal('Object', 'PropertyChange', 'table-caption', 0, 0), { kind: 'other', detail: 'table-caption' }],
    [signal('Object', 'TextChanged', 'insert:system', 0, 3, 'abc'), { kind: 'text', detail: 'insert', length: 3 }],
    [signal('Object', 'TextCaretMoved', '', 4, 0), { kind: 'caret', detail: 'text-caret-moved' }],
    [signal('Object', 'ChildrenChanged', 'add', 0, 0), { kind: 'children', detail: 'add' }],
    [signal('Object', 'SelectionChanged', '', 0, 0), { kind: 'selection', detail: 'selection-changed' }],
    [signal('Object', 'SomethingNew', '', 0, 0), { kind: 'other', detail: 'something-new' }],
    [signal('Window', 'Activate', '', 0, 0), { kind: 'window', detail: 'activate' }],
    [signal('Document', 'LoadComplete', '', 0, 0), { kind: 'document', detail: 'load-complete' }],
    [signal('Focus', 'Focus', '', 0, 0), { kind: 'other', detail: 'focus' }],
  ])('$iface $member $body', (given, expected) => {
    expect(eventFromSignal(given)).toEqual({
      sequence: 41,
      stream: ':1.7',
      at: 1_000,
      source: ':1.7/org/a11y/atspi/accessible/3',
      ...expected,
    })
  })

  test('never passes on the text that was typed', () => {
    const typed = signal('Object', 'TextChanged', 'insert', 0, 6, 'geheim', {})
    expect(JSON.stringify(eventFromSignal(typed))).not.toContain('geheim')
  })

  test('other signals of the app are no events', () => {
    expect(eventFromSignal(signal('org.a11y.atspi.Cache', 'AddAccessible', []))).toBeUndefined()
  })
})
