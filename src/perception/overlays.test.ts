import { describe, expect, test } from 'vitest'
import type { Rect, WindowHandle, WindowInfo } from '../desktop/port.ts'
import { overlaysOf, viewOf } from './overlays.ts'
import { fakeWindow } from './testing/fake-desktop.ts'

type Quad = readonly [number, number, number, number]
const rect = ([x, y, width, height]: Quad): Rect => ({ x, y, width, height })
const at = (handle: string, frame: Quad, stacking: number, over: Partial<WindowInfo> = {}): WindowInfo =>
  fakeWindow({ handle: handle as WindowHandle, frame: rect(frame), stacking, ...over })
const popup = (handle: string, frame: Quad, stacking: number, over: Partial<WindowInfo> = {}): WindowInfo =>
  at(handle, frame, stacking, { kind: 'popup', ...over })

const main = at('main', [100, 100, 400, 300], 1)
const names = (window: WindowInfo, ...others: WindowInfo[]) =>
  overlaysOf(window, [window, ...others]).map(({ handle }) => handle)

describe('overlaysOf', () => {
  test('a popup and the one opened from it, rearmost first', () => {
    const menu = popup('menu', [150, 130, 80, 200], 2, { transientFor: main.handle })
    const sub = popup('sub', [230, 150, 80, 90], 3, { transientFor: menu.handle })
    expect(names(main, sub, menu)).toEqual(['menu', 'sub'])
  })

  test.each<[string, WindowInfo]>([
    ['below the window', popup('p', [150, 130, 80, 200], 0)],
    ['that takes no clicks', popup('p', [150, 130, 80, 20], 2, { passive: true })],
    ['that is not on the screen', fakeWindow({ ...popup('p', [150, 130, 80, 20], 2), stacking: undefined as never })],
    ['of another window, as it says', popup('p', [150, 130, 80, 20], 2, { transientFor: 'other' as WindowHandle })],
    ['that touches nothing of it', popup('p', [900, 700, 80, 20], 2)],
  ])('not one %s', (_why, other) => expect(names(main, other)).toEqual([]))

  test('one that says nothing is of the frontmost window that it touches', () => {
    const other = at('other', [300, 100, 400, 300], 2)
    const onBoth = popup('p', [350, 130, 80, 20], 3)
    const below = popup('q', [120, 401, 80, 20], 4)
    expect(names(main, other, onBoth, below)).toEqual(['q'])
    expect(names(other, main, onBoth, below)).toEqual(['p'])
  })

  test('popups of each other end', () => {
    const one = popup('one', [150, 130, 9, 9], 2, { transientFor: 'two' as WindowHandle })
    const two = popup('two', [150, 130, 9, 9], 3, { transientFor: 'one' as WindowHandle })
    expect(names(main, one, two)).toEqual(['one', 'two'])
  })
})

test('the view is the window and what sticks out of it', () => {
  expect(viewOf(main, [])).toEqual(main.frame)
  expect(viewOf(main, [popup('in', [150, 130, 80, 20], 2)])).toEqual(main.frame)
  const out = [popup('a', [60, 350, 80, 200], 2), popup('b', [450, 80, 100, 50], 3)]
  expect(viewOf(main, out)).toEqual(rect([60, 80, 490, 470]))
})
