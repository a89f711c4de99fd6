import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type AccessibleHandle,
  type DetailField,
  PortError,
  type WindowHandle,
  type WindowInfo,
} from '../desktop/port.ts'
import { capture } from './capture.ts'
import { type IdentifiedSnapshot, identify } from './identify.ts'
import { IdentityTable } from './identity-table.ts'
import type { SnapshotOptions } from './model.ts'
import { renderOutline } from './outline.ts'
import { outlineStructured } from './structured.ts'
import { FakeDesktop, fakeApp, fakeWindow, type Spec } from './testing/fake-desktop.ts'

let folder: string
let table: IdentityTable
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'capture-'))
  table = IdentityTable.open(folder)
})
afterEach(() => rmSync(folder, { recursive: true }))

const soon = () => ({ deadline: performance.now() + 5_000 })
const frame = (...children: Spec[]): Spec => ({ role: 'frame', name: 'W', children })
const look = (desktop: FakeDesktop, options: Partial<SnapshotOptions> = {}) =>
  capture(desktop, fakeApp(), fakeWindow(), { includeScreenshot: false, ...options }, soon())
const see = async (desktop: FakeDesktop, options: Partial<SnapshotOptions> = {}): Promise<IdentifiedSnapshot> =>
  identify(await look(desktop, options), table, 'me')

describe('round trips', () => {
  test('one tree and one bulk read; windows that the caller has listed are not listed again', async () => {
    const desktop = new FakeDesktop(
      frame({ role: 'push button', name: 'A' }, { role: 'list', children: [{ role: 'list item', name: 'B' }] }),
    )
    await look(desktop, { windows: desktop.windowList })
    expect(desktop.calls).toEqual(['readTree', 'describe 4'])
  })

  test('the picture is asked for before the tree has come', async () => {
    const desktop = new FakeDesktop(frame())
    await look(desktop, { includeScreenshot: true, windows: desktop.windowList })
    expect(desktop.calls.slice(0, 2)).toEqual(['capture.window', 'readTree'])
  })

  test('a picture of an effect is asked for after the tree has come and the effect was painted', async () => {
    const desktop = new FakeDesktop(frame())
    const pictureAfter = async () => {
      await new Promise((resolve) => setImmediate(resolve))
      desktop.calls.push('painted')
    }
    await look(desktop, { includeScreenshot: true, windows: desktop.windowList, pictureAfter })
    expect(desktop.calls).toEqual(['readTree', 'describe 1', 'painted', 'capture.window'])
  })

  test('without a picture nothing is waited for', async () => {
    const desktop = new FakeDesktop(frame())
    const never = () => new Promise<void>(() => {})
    await look(desktop, { includeScreenshot: false, pictureAfter: never })
  })

  test('only of what is shown, and of that only what it can have', async () => {
    const asked = new Map<string, readonly DetailField[]>()
    const desktop = new FakeDesktop(
      frame(
        {
          role: 'push button',
          name: 'Shown',
          details: { box: [0, 0, 1, 1], actions: [] },
          children: [{ role: 'label', name: 'Shown', details: { box: [0, 0, 1, 1], actions: [] } }],
        },
        { role: 'push button', name: 'Hidden', states: ['-showing'] },
        { role: 'password text', name: 'PIN', interfaces: ['Component', 'Text', 'EditableText', 'Action', 'Value'] },
      ),
    )
    const { describe } = desktop.accessibility
    desktop.accessibility.describe = (request, budget) => {
      for (const record of request.records) asked.set(`${record.role} ${record.name}`, request.fields(record))
      return describe(request, budget)
    }
    await look(desktop)
    expect([...asked.keys()]).toEqual(['frame W', 'push button Shown', 'label Shown', 'password text PIN'])
    expect(asked.get('label Shown')).toEqual([])
    expect(asked.get('password text PIN')).toEqual(['box', 'actions', 'identifier'])
  })
})

describe('dense lists', () => {
  const rows = (count: number): Spec[] =>
    Array.from({ length: count }, (_, row) => ({
      role: 'list item',
      name: `Row ${row}`,
      details: { box: [0, 20 * row, 100, 20] },
    }))
  const list = (count: number): Spec => ({ role: 'list', details: { box: [0, 0, 100, 60] }, children: rows(count) })

  test('80 rows: those in the box of the list', async () => {
    const outline = renderOutline(await see(new FakeDesktop(frame(list(80)))))
    expect(outline).toContain('Row 2')
    expect(outline).not.toContain('Row 3"')
    expect(outline).toContain('… 77 more out of view: scroll, or read them with scope_element_id="e2@s1"')
  })

  test('79 rows: all', async () => {
    expect(renderOutline(await see(new FakeDesktop(frame(list(79)))))).toContain('Row 78')
  })

  test('rows that the toolkit scrolls by itself: 201 to 213 of 500', async () => {
    const some = rows(500).map((row, index) => (index >= 201 && index <= 213 ? row : { ...row, states: ['-showing'] }))
    const outline = renderOutline(await see(new FakeDesktop(frame({ role: 'list', children: some }))))
    expect(outline.match(/Row \d+/g)).toEqual(Array.from({ length: 13 }, (_, index) => `Row ${201 + index}`))
    expect(outline).toContain('487 more out of view')
  })

  test('rows out of view do not use up the limit', async () => {
    const desktop = new FakeDesktop(frame(list(700), { role: 'push button', name: 'After' }))
    const outline = renderOutline(await see(desktop, { maxElements: 6 }))
    expect(outline).toContain('push button "After"')
    expect(outline).toContain('697 more out of view')
  })

  test('a list as long as its rows, in a pane that shows a part', async () => {
    const long = { ...list(100), details: { box: [0, -40, 100, 2_000] as const } }
    const pane: Spec = { role: 'scroll pane', details: { box: [0, 0, 100, 40] }, children: [long] }
    const outline = renderOutline(await see(new FakeDesktop(frame(pane))))
    expect(outline.match(/Row \d+/g)).toEqual(['Row 0', 'Row 1'])
  })

  test('a viewport that, once scrolled, does not say that it shows (GTK 3)', async () => {
    const viewport = { role: 'viewport', states: ['-showing'], children: [{ ...list(2), role: 'list box' }] }
    const outline = renderOutline(await see(new FakeDesktop(frame({ role: 'scroll pane', children: [viewport] }))))
    expect(outline.match(/Row \d+/g)).toEqual(['Row 0', 'Row 1'])
    const hidden = { ...viewport, states: ['-showing', '-visible'] }
    expect(renderOutline(await see(new FakeDesktop(frame(hidden))))).not.toContain('Row')
  })

  test('as the scope: all', async () => {
    const desktop = new FakeDesktop(frame({ ...list(100), handle: 'list' }))
    const seen = await see(desktop, { scope: 'list' as AccessibleHandle })
    expect(seen.nodes.size).toBe(101)
  })

  test('as the scope: a closed menu shows what is inside, hidden', async () => {
    const menu = {
      role: 'menu',
      name: 'File',
      handle: 'menu',
      children: [{ role: 'menu item', name: 'Open', states: ['-showing'] }],
    }
    const desktop = new FakeDesktop(frame(menu))
    expect(renderOutline(await see(desktop, { scope: 'menu' as AccessibleHandle }))).toContain(
      'menu item (hidden) "Open"',
    )
  })
})

describe('popups', () => {
  const popup = fakeWindow({
    handle: 'window:2' as WindowHandle,
    kind: 'popup',
    accessible: 'popup' as AccessibleHandle,
    frame: { x: 110, y: 80, width: 60, height: 40 },
    active: false,
  })

  test('have a section, boxes in the space of the window, and their own boundary', async () => {
    const menu: Spec = {
      role: 'window',
      handle: 'popup',
      children: [{ role: 'menu item', name: 'Copy', handle: 'copy', details: { box: [0, 0, 60, 20] } }],
    }
    const desktop = new FakeDesktop(frame({ role: 'push button', name: 'A' }), menu)
    desktop.windowList = [fakeWindow(), popup]
    const seen = await see(desktop)
    expect(renderOutline(seen)).toContain(
      '--- popup ---\ne1@s1 window (10,30,60,40)\n  e2@s1 menu item "Copy" (10,30,60,20)',
    )
    const found = table.lookup('me', seen.ids.get('copy' as AccessibleHandle) ?? '')
    expect(found).toMatchObject({ entry: { boundary: 'popup', window: 'window:2', seenIn: 'window:1' } })
  })

  test('what is also below the window is shown there alone', async () => {
    const shared: Spec = { role: 'menu', handle: 'shared', children: [{ role: 'menu item', name: 'Red' }] }
    const desktop = new FakeDesktop(frame({ role: 'combo box', name: 'Colour', children: [shared] }), {
      role: 'window',
      handle: 'popup',
      children: [shared],
    })
    desktop.windowList = [fakeWindow(), popup]
    const seen = await see(desktop)
    expect(seen.popups).toEqual([])
    expect(renderOutline(seen).match(/Red/g)).toHaveLength(1)
  })

  test('that the tree of the window holds, as GTK 4 has them, are shown as popups alone, with their own', async () => {
    const silent = { states: ['-showing'] }
    const submenu: Spec = {
      role: 'menu',
      handle: 'submenu',
      ...silent,
      children: [{ role: 'menu item', name: 'Deep', ...silent, details: { box: [1, 1, 9, 9] } }],
    }
    const item: Spec = { role: 'menu item', name: 'Copy', ...silent, details: { box: [4, 5, 60, 20] } }
    const menu: Spec = { role: 'menu', handle: 'menu', ...silent, children: [item, submenu] }
    const opener: Spec = {
      role: 'push button',
      name: 'Open',
      ...silent,
      details: { box: [1, 2, 30, 10] },
      children: [menu],
    }
    const desktop = new FakeDesktop(frame(opener))
    const { frame: place, ...inner } = { ...popup, transientFor: fakeWindow().handle }
    desktop.windowList = [
      fakeWindow(),
      { ...inner, ...(place && { frame: place }), handle: 'p' as WindowHandle, accessible: 'menu' as AccessibleHandle },
      { ...inner, handle: 'q' as WindowHandle, accessible: 'submenu' as AccessibleHandle },
    ]
    const outline = renderOutline(await see(desktop)).split('\n\n')[1]
    expect(outline).toBe(
      [
        'e5@s1 frame "W" (0,0,640,480)',
        '  e6@s1 push button "Open" (1,2,30,10)',
        '--- popup ---',
        'e1@s1 menu (10,30,60,40)',
        '  e2@s1 menu item "Copy" (14,35,60,20)',
        '--- popup --- its place is not known: act by element id',
        'e3@s1 menu',
        '  e4@s1 menu item "Deep"',
      ].join('\n'),
    )
  })

  test('a part of a popup is looked at in the popup', async () => {
    const desktop = new FakeDesktop(frame({ role: 'push button', name: 'A' }), {
      role: 'window',
      handle: 'popup',
      children: [{ role: 'menu item', name: 'Copy', handle: 'copy', details: { box: [0, 0, 60, 20] } }],
    })
    desktop.windowList = [fakeWindow(), popup]
    const scope = 'copy' as AccessibleHandle
    const seen = await see(desktop, { scope })
    expect(renderOutline(seen)).toContain('menu item "Copy" (10,30,60,20)')
    expect(table.lookup('me', seen.ids.get(scope) ?? '')).toMatchObject({
      entry: { boundary: 'popup', window: 'window:2' },
    })
  })

  test('are in the picture, which goes beyond the window where they do', async () => {
    const desktop = new FakeDesktop(frame({ role: 'push button', name: 'A', details: { box: [10, 10, 20, 20] } }), {
      role: 'window',
      handle: 'popup',
      children: [{ role: 'menu item', name: 'Copy', details: { box: [0, 0, 60, 20] } }],
    })
    const out = { x: 80, y: 500, width: 60, height: 40 }
    desktop.windowList = [fakeWindow(), { ...popup, frame: out, stacking: 2 }]
    const seen = await see(desktop, { includeScreenshot: true })
    expect(seen.snapshot.picture).toMatchObject({ width: 660, height: 490 })
    const outline = renderOutline(seen)
    expect(outline).toContain('Screenshot: 660x490, scale 1; it goes beyond the window')
    expect(outline).toContain('push button "A" (30,10,20,20)')
    expect(outline).toContain('menu item "Copy" (0,450,60,20)')
    expect(IdentityTable.open(folder).lastPicture('me', fakeApp())?.popups).toEqual([
      { window: popup.handle, frame: out },
    ])
  })

  test('without an accessible are said to be there, with their place', async () => {
    const desktop = new FakeDesktop(frame({ role: 'push button', name: 'A' }))
    const { accessible: _, ...bare } = popup
    desktop.windowList = [fakeWindow(), { ...bare, stacking: 2 }]
    const seen = await see(desktop)
    expect(renderOutline(seen)).toContain('--- popup --- at (10,30,60,40) none of its elements can be read')
    expect(outlineStructured(seen)).toMatchObject({
      popups_without_elements: [{ x: 10, y: 30, width: 60, height: 40 }],
    })
  })

  test('of GTK 3 without an accessible are told below their menu', async () => {
    const item: Spec = { role: 'menu item', name: 'Copy', details: { box: [10, 30, 60, 20] } }
    const menu: Spec = { role: 'menu', name: 'Edit', details: { box: [10, 0, 40, 30] }, children: [item] }
    const desktop = new FakeDesktop(frame({ role: 'menu bar', children: [menu] }))
    const { accessible: _, ...bare } = popup
    desktop.windowList = [fakeWindow(), { ...bare, stacking: 2 }]
    const outline = renderOutline(await see(desktop))
    expect(outline).toContain('menu item "Copy" (10,30,60,20)')
    expect(outline).not.toContain('--- popup')
  })

  test('one that closes meanwhile is not open', async () => {
    const desktop = new FakeDesktop(frame({ role: 'push button', name: 'A' }))
    desktop.windowList = [fakeWindow(), popup]
    const snapshot = await look(desktop)
    expect([snapshot.popups.length, snapshot.coverage]).toEqual([0, 'complete'])
  })

  test('come first when the limit does not hold both', async () => {
    const desktop = new FakeDesktop(frame({ role: 'push button', name: 'A' }), {
      role: 'window',
      handle: 'popup',
      children: [{ role: 'menu item', name: 'Copy' }],
    })
    desktop.windowList = [fakeWindow(), popup]
    const outline = renderOutline(await see(desktop, { maxElements: 3 }))
    expect(outline).toContain('Copy')
    expect(outline).toContain('1 more left out by max_elements')
  })
})

describe('what goes wrong', () => {
  const two = frame({ role: 'push button', name: 'A', handle: 'a' }, { role: 'push button', name: 'B', handle: 'b' })

  test('a picture that fails leaves the tree and a note', async () => {
    const desktop = new FakeDesktop(two)
    desktop.pictureError = new PortError('rejected', 'the window is\nminimised')
    const snapshot = await look(desktop, { includeScreenshot: true })
    expect(snapshot.notes).toEqual(['No screenshot: the window is\\nminimised.'])
    expect([snapshot.picture, snapshot.coverage]).toEqual([undefined, 'complete'])
  })

  test('a tree that fails leaves the picture and a note', async () => {
    const desktop = new FakeDesktop(two)
    desktop.accessibility.readTree = () => Promise.reject(new PortError('timeout', 'no answer in 500 ms'))
    const snapshot = await look(desktop, { includeScreenshot: true })
    expect(snapshot.picture?.width).toBe(640)
    expect([snapshot.main, snapshot.coverage]).toEqual([undefined, 'degraded'])
    expect(snapshot.notes[0]).toBe(
      'Notes does not answer accessibility requests, so its elements cannot be read: it may be busy, stopped, or waiting ' +
        'in a dialog of its own. Act by x and y on the picture; do not press keys.',
    )
    const outline = renderOutline(identify(snapshot, table, 'me'))
    expect(outline).toContain('Screenshot: 640x480')
    expect(outline).toContain('s0: no element could be read')
    expect(outline).not.toContain('500 ms')
  })

  test('no picture was asked for: where the window is, and the note', async () => {
    const desktop = new FakeDesktop(two)
    desktop.accessibility.readTree = () => Promise.reject(new PortError('timeout', 'no answer'))
    const { geometry, notes } = await look(desktop)
    expect(geometry?.frame).toEqual(fakeWindow().frame)
    expect(notes).toHaveLength(1)
  })

  test.each<[string, Partial<SnapshotOptions>, Partial<WindowInfo>]>([
    ['a part was asked for', { scope: 'a' as AccessibleHandle }, {}],
    ['nobody knows where the window is', {}, { frame: undefined as never }],
  ])('%s: the failure of the app', async (_why, options, over) => {
    const desktop = new FakeDesktop(two)
    desktop.accessibility.readTree = () => Promise.reject(new PortError('timeout', 'no answer'))
    const looking = capture(desktop, fakeApp(), fakeWindow(over), { includeScreenshot: false, ...options }, soon())
    await expect(looking).rejects.toMatchObject({ code: 'timeout' })
  })

  test.each(['aborted', 'gone'] as const)('%s is not softened by a picture', async (code) => {
    const desktop = new FakeDesktop(two)
    desktop.accessibility.readTree = () => Promise.reject(new PortError(code, code))
    await expect(look(desktop, { includeScreenshot: true })).rejects.toMatchObject({ code })
  })

  test('a window that is not on the bus has a picture alone', async () => {
    const desktop = new FakeDesktop()
    const { accessible: _, ...window } = fakeWindow()
    const { root: __, ...app } = fakeApp()
    const snapshot = await capture(desktop, app, window, { includeScreenshot: true }, soon())
    expect(snapshot.notes).toEqual([
      'The app is not on the accessibility bus, so its elements cannot be read. Act by x and y on the picture, or by press_key.',
    ])
    expect(desktop.calls).toEqual(['windows.list', 'capture.window'])
  })

  test('without an accessibility bus the app is not blamed', async () => {
    const { accessible: _, ...window } = fakeWindow()
    const { root: __, ...app } = fakeApp({ unreadable: 'no-bus' })
    const { notes } = await capture(new FakeDesktop(), app, window, { includeScreenshot: false }, soon())
    expect(notes).toHaveLength(1)
    expect(notes[0]).toMatch(/^surehand reaches no accessibility bus.*surehand doctor/)
  })

  test('details that fail make it degraded', async () => {
    const desktop = new FakeDesktop(two)
    desktop.failing.add('a')
    expect((await look(desktop)).coverage).toBe('degraded')
  })

  test('details that do not come leave bare lines and a note', async () => {
    const desktop = new FakeDesktop(two)
    desktop.accessibility.describe = () => Promise.reject(new PortError('timeout', 'no answer'))
    const seen = await see(desktop)
    expect(seen.snapshot.coverage).toBe('degraded')
    expect(renderOutline(seen)).toContain('push button "A"')
    expect(seen.snapshot.notes[0]).toContain('look again')
  })

  test('an accessible that vanishes meanwhile: once more, and then it is complete', async () => {
    const desktop = new FakeDesktop(two)
    desktop.meanwhile = () => {
      desktop.trees = [frame({ role: 'push button', name: 'A', handle: 'a' })]
    }
    const snapshot = await look(desktop)
    expect([snapshot.coverage, snapshot.main?.root.children.length]).toEqual(['complete', 1])
    expect(desktop.calls.filter((call) => call === 'readTree')).toHaveLength(2)
  })

  test('accessibles that vanish every time: unstable, after two passes', async () => {
    const desktop = new FakeDesktop(frame({ role: 'push button', handle: 'x0' }))
    let round = 0
    desktop.meanwhile = () => {
      round++
      desktop.trees = [frame({ role: 'push button', handle: `x${round}` })]
    }
    expect((await look(desktop)).coverage).toBe('unstable')
    expect(round).toBe(2)
  })
})

describe('a window that is changing', () => {
  const buttons = (count: number, states: string[] = []): Spec[] =>
    Array.from({ length: count }, (_, n) => ({
      role: 'push button',
      name: `${n}`,
      states,
      details: { box: [n, 0, 1, 1] },
    }))
  /** As GTK 4 does it, which says only of its windows that they show. */
  const silent = (count: number) => frame(...buttons(count, ['-showing']))

  test('shows nothing at first: it is looked at again', async () => {
    const desktop = new FakeDesktop(frame(...buttons(20, ['-showing', '-visible'])))
    desktop.meanwhile = () => {
      desktop.trees = [frame(...buttons(20))]
    }
    const snapshot = await look(desktop)
    expect([snapshot.coverage, snapshot.main?.root.children.length]).toEqual(['complete', 20])
    expect(snapshot.notes).toEqual([])
  })

  test('goes on showing nothing: unstable, after a moment', async () => {
    const desktop = new FakeDesktop(frame(...buttons(20, ['-showing', '-visible'])))
    const asked = performance.now()
    const snapshot = await look(desktop)
    expect([snapshot.coverage, snapshot.notes]).toEqual(['unstable', [expect.stringContaining('shows none of them')]])
    expect(performance.now() - asked).toBeLessThan(1_000)
    expect(desktop.calls.filter((call) => call === 'readTree').length).toBeGreaterThan(1)
  })

  test.each<[string, Spec, Partial<WindowInfo>]>([
    ['is minimised', frame(...buttons(20, ['-showing', '-visible'])), { minimized: true }],
    ['has little in it', frame(...buttons(8, ['-showing', '-visible'])), {}],
    ['is nowhere to be seen', frame(...buttons(20, ['-showing', '-visible'])), { frame: undefined as never }],
  ])('one that %s may show nothing', async (_why, tree, over) => {
    const desktop = new FakeDesktop(tree)
    const snapshot = await capture(desktop, fakeApp(), fakeWindow(over), { includeScreenshot: false }, soon())
    expect(snapshot.coverage).toBe('complete')
    expect(desktop.calls.filter((call) => call === 'readTree')).toHaveLength(1)
  })

  test('is resized: it is listed anew, and boxes and picture are those of its size', async () => {
    const desktop = new FakeDesktop(silent(20))
    desktop.placedAt = 700
    desktop.windowList = [fakeWindow({ frame: { x: 100, y: 50, width: 700, height: 480 } })]
    const snapshot = await look(desktop, { includeScreenshot: true })
    expect([snapshot.coverage, snapshot.window.frame?.width]).toEqual(['complete', 700])
    expect(snapshot.main?.root.children).toHaveLength(20)
    expect(snapshot.geometry?.frame.width).toBe(700)
  })

  test('never fits: all lines, no boxes, unstable', async () => {
    const desktop = new FakeDesktop(silent(20))
    desktop.placedAt = 700
    const seen = await see(desktop)
    expect([seen.snapshot.coverage, seen.nodes.size]).toEqual(['unstable', 21])
    expect(renderOutline(seen)).toMatch(/push button "3"$/m)
    expect(renderOutline(seen)).not.toContain('hidden')
  })
})

describe('the space of coordinates', () => {
  const button = frame({ role: 'push button', name: 'A', details: { box: [100, 100, 20, 20] } })
  const boxed = (seen: IdentifiedSnapshot) => /"A" (\(.*\))/.exec(renderOutline(seen))?.[1]

  test('a look without a picture keeps the scale of the last picture', async () => {
    const desktop = new FakeDesktop(button)
    expect(boxed(await see(desktop))).toBe('(100,100,20,20)')
    expect(boxed(await see(desktop, { includeScreenshot: { longSide: 320, maxBytes: 900_000 } }))).toBe('(50,50,10,10)')
    expect(boxed(await see(desktop))).toBe('(50,50,10,10)')
    expect(table.lastPicture('me', fakeApp())?.geometry).toMatchObject({ width: 320, height: 240, scaleX: 0.5 })
    expect(IdentityTable.open(folder).lastPicture('me', fakeApp())?.geometry.width).toBe(320)
    expect(table.lastPicture('other', fakeApp())).toBeUndefined()
  })

  test('a window of another size starts anew', async () => {
    const desktop = new FakeDesktop(button)
    await see(desktop, { includeScreenshot: { longSide: 320, maxBytes: 900_000 } })
    const window = fakeWindow({ frame: { x: 0, y: 0, width: 800, height: 600 } })
    const snapshot = await capture(desktop, fakeApp(), window, { includeScreenshot: false }, soon())
    expect(boxed(identify(snapshot, table, 'me'))).toBe('(100,100,20,20)')
  })
})

test('the structured outline has every line of the text, with the same id and label', async () => {
  const desktop = new FakeDesktop(
    frame(
      { role: 'tool bar', children: [{ role: 'push button', name: 'A', details: { box: [1, 2, 3, 4] } }] },
      { role: 'slider', name: 'Z', details: { value: { current: 1, minimum: 0, maximum: 2 } } },
    ),
  )
  const seen = await see(desktop)
  const flat: string[] = []
  const walk = (node: { id?: string; label?: string; children?: [] }) => {
    flat.push(`${node.id} ${node.label}`)
    for (const child of node.children ?? []) walk(child)
  }
  walk(outlineStructured(seen).outline as object)
  expect(flat).toEqual([...seen.nodes].map(([id, node]) => `${id} ${node.parts.label}`))
})

test('the outline says how many lines it has and what became of the other accessibles', async () => {
  const desktop = new FakeDesktop(
    frame(
      { role: 'panel', children: [{ role: 'push button', name: 'A', children: [{ role: 'label', name: 'A' }] }] },
      { role: 'push button', name: 'Hidden', states: ['-showing'] },
    ),
  )
  const outline = renderOutline(await see(desktop))
  expect(outline.match(/^ *e\d+@s1 /gm)).toHaveLength(2)
  expect(outline).toContain('complete. 2 lines for 5 accessibles: ')
  expect(renderOutline(await see(new FakeDesktop(frame())))).toContain('complete. 1 line.\n')
})

test('the outline is bounded by its limits, whatever an app says', async () => {
  const huge = 'x'.repeat(10_000)
  const many = Array.from(
    { length: 3_000 },
    (_, index): Spec => ({ role: 'push button', name: `${huge}${index}`, description: huge }),
  )
  const outline = renderOutline(await see(new FakeDesktop(frame(...many)), { maxElements: 50, textLimit: 20 }))
  expect(outline.length).toBeLessThan(50 * 200 + 1_500)
})
