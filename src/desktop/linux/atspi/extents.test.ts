import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Rect, WindowHandle, WindowInfo } from '../../port.ts'
import { decodeExtents, type Reference, referenceFor, toBox } from './extents.ts'
import { toLocal } from './hit.ts'

const rect = (x: number, y: number, width: number, height: number): Rect => ({ x, y, width, height })
const windowAt = (frame: Rect | undefined, scale = 1): WindowInfo => ({
  handle: '0x1' as WindowHandle,
  title: '',
  kind: 'normal',
  scale,
  ...(frame === undefined ? {} : { frame }),
})

describe('decodeExtents', () => {
  test.each([
    ['GTK 3, not drawn', [-2147483648, -2147483648, 100, 20]],
    ['no size', [10, 10, 0, 20]],
    ['GTK 4, not mapped', [-1, -1, -1, -1]],
    ['all zero', [0, 0, 0, 0]],
    ['not a rectangle', [1, 2, 3]],
    ['nothing', undefined],
  ])('%s is nowhere', (_, reply) => expect(decodeExtents(reply)).toBeUndefined())

  test('off the screen is somewhere', () => {
    expect(decodeExtents([-50, 9_000, 100, 20])).toEqual(rect(-50, 9_000, 100, 20))
  })
})

// What the toolkits report was read off real windows, but for the shadow and the double scale; the frame is the X server's.
describe('referenceFor', () => {
  const frame = rect(320, 167, 640, 480)

  test('GTK 3 under Openbox reports itself with its title bar: SCREEN', () => {
    const reported = { screen: rect(319, 147, 642, 505), window: rect(-1, -20, 642, 505) }
    const reference = referenceFor(windowAt(frame), reported)
    expect(reference).toEqual({ coordinates: 'screen', shift: { x: -320, y: -167 } })
    // The menu "Edit" as mousepad reports it on the screen.
    expect(toBox(rect(359, 167, 41, 25), reference as Reference, 1)).toEqual(rect(39, 0, 41, 25))
  })

  test('GTK 3 with a shadow of its own: SCREEN, the shadow does not count', () => {
    const reported = { screen: rect(294, 144, 692, 532), window: rect(0, 0, 692, 532) }
    expect(referenceFor(windowAt(frame), reported)).toEqual({
      coordinates: 'screen',
      shift: { x: -320, y: -167 },
    })
  })

  test('GTK 4 says 0,0 wherever it is: WINDOW', () => {
    const reported = { screen: rect(0, 0, 640, 480), window: rect(0, 0, 640, 480) }
    expect(referenceFor(windowAt(frame), reported)).toEqual({ coordinates: 'window', shift: { x: 0, y: 0 } })
  })

  test('GTK 4 leaves out the border it draws without a compositor: gnome-calculator', () => {
    const reported = { screen: rect(0, 0, 355, 486), window: rect(0, 0, 355, 486) }
    const reference = referenceFor(windowAt(rect(0, 304, 365, 496)), reported)
    expect(reference).toEqual({ coordinates: 'window', shift: { x: 5, y: 5 } })
    // The key "7": its content begins 4 pixels inside of the picture of it, at 17,291.
    expect(toBox(rect(16, 288, 55, 40), reference as Reference, 1)).toEqual(rect(21, 293, 55, 40))
  })

  test('GTK 3 that has not heard yet where it is: WINDOW, counted from below the title bar', () => {
    const reported = { screen: rect(0, 0, 642, 505), window: rect(-1, -20, 642, 505) }
    expect(referenceFor(windowAt(frame), reported)).toEqual({ coordinates: 'window', shift: { x: 0, y: 0 } })
  })

  test('double scale: SCREEN in the toolkit’s pixels', () => {
    const reference = referenceFor(windowAt(rect(200, 100, 800, 600), 2), {
      screen: rect(100, 50, 400, 300),
      window: rect(0, 0, 400, 300),
    })
    expect(toBox(rect(110, 60, 20, 10), reference as Reference, 2)).toEqual(rect(20, 20, 40, 20))
  })

  // The X server's frames of popovers, what GTK 4.8 said of them, and where their parts are in the picture of the screen.
  test.each([
    ['menu of gnome-calculator', rect(468, 188, 277, 232), rect(105, 6, 277, 232), rect(0, 0, 277, 232), 1, [42, 72]],
    [
      'list of a combo box, 6 px below its corner',
      rect(154, 110, 143, 72),
      rect(156, 80, 143, 66),
      rect(0, 6, 143, 66),
      1,
      [-9, 4],
    ],
    ['the same at double scale', rect(308, 220, 286, 144), rect(156, 80, 143, 66), rect(0, 6, 143, 66), 2, [-18, 8]],
  ])('GTK 4, %s: counted from the popover', (_, frame, window, parent, scale, [x, y]) => {
    const popup: WindowInfo = { ...windowAt(frame, scale), kind: 'popup' }
    const reference = referenceFor(popup, { screen: window, window, parent })
    expect(reference?.coordinates).toBe('window')
    expect(toBox(rect(147, 78, 193, 32), reference as Reference, scale)).toMatchObject({ x, y })
  })

  test('a popup that is another size than its extents is nowhere', () => {
    const popup: WindowInfo = { ...windowAt(rect(10, 10, 50, 60)), kind: 'popup' }
    const own = rect(156, 80, 143, 66)
    expect(referenceFor(popup, { screen: own, window: own, parent: rect(0, 6, 143, 66) })).toBeUndefined()
  })

  test.each([
    ['no frame', windowAt(undefined), { screen: rect(0, 0, 9, 9), window: rect(0, 0, 9, 9) }],
    ['no extents', windowAt(frame), { screen: undefined, window: undefined }],
    ['a size that cannot be', windowAt(frame), { screen: rect(0, 0, 50, 40), window: rect(0, 0, 50, 40) }],
  ])('%s: no box is known', (_, window, reported) => expect(referenceFor(window, reported)).toBeUndefined())
})

test('a point in a box is found again in the app’s own coordinates', () => {
  const whole = (min: number, max: number) => fc.integer({ min, max })
  const shift = fc.record({ x: whole(-2_000, 2_000), y: whole(-2_000, 2_000) })
  fc.assert(
    fc.property(shift, whole(0, 500), whole(0, 500), whole(1, 3), (by, x, y, scale) => {
      const reference: Reference = { coordinates: 'window', shift: by }
      const frame = { x: 30, y: 40 }
      const box = toBox(rect(x, y, 10, 10), reference, scale)
      const point = { x: frame.x + box.x, y: frame.y + box.y }
      expect(toLocal(point, frame, reference, scale)).toEqual({ x, y })
    }),
  )
})
