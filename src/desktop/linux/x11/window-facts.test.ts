import { describe, expect, test } from 'vitest'
import type { Atoms } from './atoms.ts'
import { kindOf, withoutShadow } from './window-facts.ts'

/** Every atom gets a number of its own. */
const numbers = new Map<string, number>()
const atoms = new Proxy({} as Atoms, {
  get: (_, name: string) => numbers.get(name) ?? numbers.set(name, numbers.size + 100).get(name),
})

describe('kindOf', () => {
  const dialog = atoms._NET_WM_WINDOW_TYPE_DIALOG
  const normal = atoms._NET_WM_WINDOW_TYPE_NORMAL
  test.each([
    ['no type, managed', [], false, false, 'normal'],
    ['no type, transient', [], false, true, 'dialog'],
    ['no type, unmanaged', [], true, false, 'popup'],
    ['dialog', [dialog], false, false, 'dialog'],
    ['an unknown type before a known one', [7, dialog], false, false, 'dialog'],
    ['normal before dialog', [normal, dialog], false, false, 'normal'],
    ['normal, transient: the stated type counts', [normal], false, true, 'normal'],
    ['normal, unmanaged: no window manager shows it as one', [normal], true, false, 'popup'],
    ['drop-down menu', [atoms._NET_WM_WINDOW_TYPE_DROPDOWN_MENU], true, false, 'popup'],
    ['desktop', [atoms._NET_WM_WINDOW_TYPE_DESKTOP], false, false, 'desktop'],
  ] as const)('%s', (_, types, unmanaged, transient, kind) => {
    expect(kindOf(types, atoms, unmanaged, transient)).toBe(kind)
  })
})

describe('withoutShadow', () => {
  const bounds = { x: 100, y: 50, width: 452, height: 352 }
  test('cuts each side by its own extent', () => {
    expect(withoutShadow(bounds, { left: 26, right: 27, top: 23, bottom: 29 })).toEqual({
      x: 126,
      y: 73,
      width: 399,
      height: 300,
    })
  })
  test('extents larger than the window are stale: maximised windows keep them for a moment', () => {
    expect(withoutShadow(bounds, { left: 300, right: 300, top: 0, bottom: 0 })).toEqual(bounds)
  })
})
