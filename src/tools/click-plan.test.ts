import { describe, expect, it } from 'vitest'
import type { AccessibleHandle, AccessibleRecord, AppInfo, Desktop, WindowHandle } from '../desktop/port.ts'
import type { TargetFields } from '../outcome/observation.ts'
import { type ClickRequest, type Pressable, planClick } from './click-plan.ts'

/** Plans only build rungs; nothing of the desktop is used before one is fired. */
const desktop = {} as Desktop
const states = {
  checked: false,
  selected: false,
  expanded: false,
  focused: false,
  enabled: true,
  sensitive: true,
  pressed: false,
}

function recordOf(
  { role, name = '', interfaces = [], states = [], disabled = false }: RecordSpec,
  indexInParent = 0,
): AccessibleRecord {
  const held = new Set([...(disabled ? [] : ['sensitive']), ...states])
  return {
    handle: role as AccessibleHandle,
    role,
    name,
    description: '',
    states: { has: (state) => held.has(state), list: () => [...held] },
    interfaces: new Set(interfaces),
    childCount: 0,
    indexInParent,
  }
}

interface RecordSpec {
  readonly role: string
  readonly name?: string
  readonly interfaces?: readonly string[]
  readonly states?: readonly string[]
  readonly disabled?: boolean
}

function plan(
  role: string,
  actions: readonly string[],
  over: Partial<ClickRequest> = {},
  fields: Partial<TargetFields> = {},
) {
  const record = recordOf({
    role,
    name: 'It',
    ...(role === 'text' && { interfaces: ['EditableText', 'Text'], states: ['editable'] }),
  })
  const pressable: Pressable = {
    record,
    actions: actions.map((name) => ({ name, description: '' })),
    ...over.pressable,
  }
  const before = { role, name: 'It', states, disabled: false, secret: false, ...fields }
  const aim = { window: 'w' as WindowHandle, point: async () => undefined }
  const app: AppInfo = { id: 'a', name: 'App', windowTitles: [] }
  const request = {
    app,
    aim,
    count: 1,
    button: 'left',
    takeover: false,
    inPopup: false,
    ...over,
    before,
    pressable,
  } as ClickRequest
  const decision = planClick(request, desktop)
  if ('settled' in decision) return decision.settled.classification
  const rungs = decision.rungs({ deadline: 0 }).map(({ tier, takesFocus }) => (takesFocus ? `${tier}!` : tier))
  return { intent: decision.intent, rungs, leftOut: decision.leftOut }
}

const seat = ['tier2-agent-seat', 'tier3-posted-event']
const on = { ...states, checked: true }

describe('how a click is delivered and judged', () => {
  it.each([
    [
      'a button',
      plan('push button', ['click']),
      { intent: { type: 'activate' }, rungs: ['tier1-ax-action', ...seat], leftOut: [] },
    ],
    [
      'a button without an action',
      plan('push button', []),
      { intent: { type: 'activate' }, rungs: seat, leftOut: ['action-not-advertised'] },
    ],
    [
      'a GTK 4 label, whose first action copies',
      plan('label', ['clipboard.copy']),
      { intent: { type: 'activate' }, rungs: seat, leftOut: ['action-not-advertised'] },
    ],
    [
      'a check box',
      plan('check box', ['click']),
      { intent: { type: 'toggle', to: true }, rungs: ['tier1-ax-action', ...seat], leftOut: [] },
    ],
    [
      'a checked box',
      plan('check box', ['click'], {}, { states: on }),
      { intent: { type: 'toggle', to: false }, rungs: ['tier1-ax-action', ...seat], leftOut: [] },
    ],
    [
      'a text field',
      plan('text', ['activate']),
      { intent: { type: 'focus' }, rungs: [...seat, 'tier1-ax-attribute!'], leftOut: [] },
    ],
    [
      'a menu',
      plan('menu', ['click']),
      { intent: { type: 'menu' }, rungs: [...seat, 'tier1-ax-action!'], leftOut: [] },
    ],
    [
      'a right click',
      plan('push button', ['click', 'menu'], { button: 'right' }),
      { intent: { type: 'menu' }, rungs: [...seat, 'tier1-ax-action!'], leftOut: [] },
    ],
    [
      'a middle click',
      plan('push button', ['click'], { button: 'middle' }),
      { intent: { type: 'activate' }, rungs: seat, leftOut: ['action-not-advertised'] },
    ],
    [
      'an item of a menu',
      plan('menu item', ['click']),
      { intent: { type: 'command' }, rungs: ['tier1-ax-action', ...seat], leftOut: [] },
    ],
    [
      'a double click on a button',
      plan('push button', ['click'], { count: 2 }),
      { intent: { type: 'activate', twice: true }, rungs: ['tier1-ax-action', ...seat], leftOut: [] },
    ],
    [
      'a double click into a text',
      plan('text', ['activate'], { count: 2 }),
      { intent: { type: 'activate', twice: true }, rungs: seat, leftOut: ['action-not-advertised'] },
    ],
    [
      'a takeover',
      plan('push button', ['click'], { takeover: true }),
      { intent: { type: 'activate' }, rungs: ['tier4-global-cursor'], leftOut: ['global-cursor-requested'] },
    ],
    [
      'a takeover in a menu, which closes when its window comes to the front',
      plan('menu item', ['click'], { takeover: true }),
      { intent: { type: 'command' }, rungs: ['tier1-ax-action', ...seat, 'tier4-global-cursor'], leftOut: [] },
    ],
    [
      'a takeover in a popup',
      plan('label', [], { takeover: true, inPopup: true }),
      { intent: { type: 'activate' }, rungs: [...seat, 'tier4-global-cursor'], leftOut: ['action-not-advertised'] },
    ],
    ['a disabled button', plan('push button', ['click'], {}, { disabled: true }), 'unsupported'],
    [
      'the label of a disabled button',
      plan('label', [], { pressable: { record: recordOf({ role: 'push button', disabled: true }), actions: [] } }),
      'unsupported',
    ],
    ['a radio button that is on', plan('radio button', ['click'], {}, { states: on }), 'success'],
    ['a field that has the focus', plan('text', [], {}, { states: { ...states, focused: true } }), 'success'],
  ])('%s', (_name, found, expected) => {
    expect(found).toEqual(expected)
  })

  it('needs the focus for a menu where its toolkit grabs the keyboard of the person', () => {
    const app: AppInfo = { id: 'a', name: 'App', windowTitles: [], toolkit: { name: 'GTK', version: '4.8.3' } }
    const all = ['tier2-agent-seat!', 'tier3-posted-event!']
    const right = { app, button: 'right' } as const
    expect(plan('push button', ['menu.popup'], right)).toMatchObject({ rungs: [...all, 'tier1-ax-action!'] })
    expect(plan('menu', [], { app })).toMatchObject({ rungs: all })
    expect(plan('drawing area', [], right)).toMatchObject({ rungs: seat })
  })

  it('double-clicks a GTK 4 button by the seat: the toolkit loses a second press by action', () => {
    const gtk4: AppInfo = { id: 'a', name: 'App', windowTitles: [], toolkit: { name: 'GTK', version: '4.8.3' } }
    expect(plan('push button', ['click'], { count: 2, app: gtk4 })).toMatchObject({
      rungs: seat,
      leftOut: ['action-not-advertised'],
    })
    expect(plan('push button', ['click'], { app: gtk4 })).toMatchObject({ rungs: ['tier1-ax-action', ...seat] })
  })

  it('selects a row through its container, and opens it by its own action', () => {
    const container = recordOf({ role: 'list', interfaces: ['Selection'] })
    const row = {
      record: recordOf({ role: 'list item' }, 3),
      actions: [{ name: 'activate', description: '' }],
      container,
    }
    expect(plan('list item', [], { pressable: row })).toEqual({
      intent: { type: 'select' },
      rungs: ['tier1-ax-attribute', ...seat],
      leftOut: [],
    })
    expect(plan('list item', [], { pressable: row, count: 2 })).toMatchObject({ intent: { type: 'activate' } })
    expect(plan('list item', [], { pressable: row }, { states: { ...states, selected: true } })).toBe('success')
  })
})
