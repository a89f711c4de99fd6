import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { capture } from './capture.ts'
import { identify } from './identify.ts'
import { IdentityTable } from './identity-table.ts'
import type { SnapshotOptions } from './model.ts'
import { opacityHint } from './opaque.ts'
import { FakeDesktop, fakeApp, fakeWindow, type Spec } from './testing/fake-desktop.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'opaque-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

async function hint(children: Spec[], options: Partial<SnapshotOptions> = {}, size: [number, number] = [640, 480]) {
  const [width, height] = size
  const desktop = new FakeDesktop({ role: 'frame', name: 'W', details: { box: [0, 0, width, height] }, children })
  const window = fakeWindow({ frame: { x: 0, y: 0, width, height } })
  desktop.windowList = [window]
  const budget = { deadline: performance.now() + 5_000 }
  const snapshot = await capture(desktop, fakeApp(), window, { includeScreenshot: false, ...options }, budget)
  return opacityHint(identify(snapshot, IdentityTable.open(folder), 'me'))
}

const box = (x: number, y: number, width: number, height: number) => ({ box: [x, y, width, height] as const })
const button = (name: string, x = 0): Spec => ({ role: 'push button', name, details: box(x, 0, 40, 30) })
const menus = ['File', 'Edit', 'View'].map((name): Spec => ({ role: 'menu', name, details: box(0, 0, 40, 20) }))

describe('accessibility says too little', () => {
  test('of a window with nothing in it', async () => {
    expect(await hint([])).toMatch(/next to nothing.*ocr=true/)
  })

  test('of a window that has only frames and a title bar button', async () => {
    expect(await hint([{ role: 'panel', details: box(0, 0, 640, 480), children: [button('Close')] }])).toMatch(
      /next to nothing/,
    )
  })

  test('of a canvas that fills much of the window, whatever is beside it', async () => {
    const canvas: Spec = { role: 'drawing area', name: 'Board', details: box(0, 30, 640, 400) }
    expect(await hint([...menus, button('Undo'), canvas])).toMatch(/e\d+@s1 is drawn by the app itself.*ocr=true/)
  })

  test('of controls that have no labels', async () => {
    const nameless = [0, 50, 100, 150].map((x) => button('', x))
    expect(await hint([...menus, ...nameless])).toMatch(/4 of 7 controls have no label/)
  })

  test('of a window that is not on the accessibility bus', async () => {
    const desktop = new FakeDesktop()
    const { accessible: _, ...window } = fakeWindow()
    const { root: __, ...app } = fakeApp()
    desktop.windowList = [window]
    const snapshot = await capture(
      desktop,
      app,
      window,
      { includeScreenshot: false },
      { deadline: performance.now() + 5_000 },
    )
    expect(opacityHint(identify(snapshot, IdentityTable.open(folder), 'me'))).toMatch(/cannot be read by accessibility/)
  })
})

describe('no word of it', () => {
  const editor: Spec = {
    role: 'text',
    states: ['editable'],
    interfaces: ['EditableText'],
    details: {
      ...box(0, 30, 640, 450),
      text: { content: '', characterCount: 0, caretOffset: 0, selections: [] } as never,
    },
  }

  test.each<[why: string, children: Spec[], size?: [number, number]]>([
    ['an editor with menus', [...menus, editor]],
    ['an editor and nothing else', [editor]],
    ['a small dialog', [{ role: 'label', name: 'Sure?', details: box(0, 0, 60, 20) }, button('OK')], [200, 100]],
    ['a form', [button('Save'), button('Cancel'), { role: 'label', name: 'Name', details: box(0, 0, 60, 20) }]],
    ['a small drawing', [...menus, { role: 'drawing area', name: 'Graph', details: box(0, 30, 200, 100) }]],
    ['few icons without a label', [...menus, button('', 0), button('', 50), button('', 100)]],
  ])('of %s', async (_why, children, size) => {
    expect(await hint(children, {}, size)).toBeUndefined()
  })

  test('where only a part was asked for, or a limit left something out', async () => {
    const nothing: Spec[] = [{ role: 'panel', name: 'P', handle: 'fake:part', details: box(0, 0, 640, 480) }]
    expect(await hint(nothing, { scope: 'fake:part' as never })).toBeUndefined()
    expect(await hint(nothing, { skeleton: true })).toBeUndefined()
    expect(await hint([...menus, ...menus], { maxElements: 2 })).toBeUndefined()
  })

  test('where the picture was read', async () => {
    const reader = { read: async () => ({ words: [], unread: 0 }), close() {} }
    expect(await hint([], { reader })).toBeUndefined()
  })
})
