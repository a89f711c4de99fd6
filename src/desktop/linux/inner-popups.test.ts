import { describe, expect, test } from 'vitest'
import type { AccessibleHandle, AppInfo, Rect, WindowHandle, WindowInfo } from '../port.ts'
import type { InnerPopup } from './atspi/index.ts'
import { match, type PopupMemory, placeInnerPopups } from './inner-popups.ts'

const app: AppInfo = { id: 'a', name: 'A', windowTitles: [] }
const main: WindowInfo = {
  handle: 'main' as WindowHandle,
  title: 'Main',
  kind: 'normal',
  scale: 1,
  frame: { x: 0, y: 0, width: 500, height: 400 },
  accessible: 'frame' as AccessibleHandle,
}
const popup = (handle: string, width: number, height: number, at: Partial<Rect> = {}): WindowInfo => ({
  handle: handle as WindowHandle,
  title: '',
  kind: 'popup',
  scale: 1,
  frame: { x: 10, y: 20, ...at, width, height },
})
const inner = (handle: string, width: number, height: number): InnerPopup => ({
  handle: handle as AccessibleHandle,
  size: { width, height },
})

describe('match', () => {
  const pairs = (popups: readonly InnerPopup[], windows: readonly WindowInfo[], scale = 1) =>
    match(popups, windows, scale).map(([{ handle }, window]) => [handle, window?.handle])

  test('by the size of the window, whatever else is open', () => {
    const windows = [popup('menu', 277, 232), popup('tip', 60, 20), popup('sub', 110, 74)]
    expect(pairs([inner('b', 110, 74), inner('a', 277, 232)], windows)).toEqual([
      ['b', 'sub'],
      ['a', 'menu'],
    ])
  })

  test('in the pixels of the screen', () => {
    expect(pairs([inner('a', 100, 50)], [popup('w', 200, 100)], 2)).toEqual([['a', 'w']])
  })

  test('two of one size are not told apart', () => {
    const twins = [popup('w', 100, 50), popup('v', 100, 50, { x: 200 })]
    expect(pairs([inner('a', 100, 50)], twins)).toEqual([['a', undefined]])
    expect(pairs([inner('a', 100, 50), inner('b', 100, 50)], [popup('w', 100, 50)])).toEqual([
      ['a', undefined],
      ['b', undefined],
    ])
  })
})

describe('placeInnerPopups', () => {
  const never = () => Promise.reject(new Error('must not be read'))

  test('a popup gets its accessible, the scale and the window that holds it, and is remembered', async () => {
    const memory: PopupMemory = new Map()
    const windows = [{ ...main, scale: 2 }, popup('w', 200, 100)]
    const placed = await placeInnerPopups(app, windows, memory, async () => [inner('a', 100, 50)])
    expect(placed[1]).toMatchObject({ handle: 'w', accessible: 'a', scale: 2, transientFor: 'main' })
    expect(await placeInnerPopups(app, windows, memory, never)).toEqual(placed)
  })

  test('without popups, or where all are known, no tree is read', async () => {
    const known = { ...popup('w', 10, 10), accessible: 'x' as AccessibleHandle }
    expect(await placeInnerPopups(app, [main, known], new Map(), never)).toEqual([main, known])
  })

  test('one that has no window of its size is there without a place', async () => {
    const windows = [main, popup('w', 200, 100)]
    const placed = await placeInnerPopups(app, windows, new Map(), async () => [inner('a', 7, 7)])
    expect(placed).toEqual([
      expect.objectContaining({ kind: 'popup', accessible: 'a', transientFor: 'main' }),
      ...windows,
    ])
    expect(placed[0]?.frame).toBeUndefined()
  })
})
