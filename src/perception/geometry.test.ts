import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Rect, WindowInfo } from '../desktop/port.ts'
import { checkFresh, geometryOf, isInPicture, sharedPart, toPicture, toScreen } from './geometry.ts'
import type { Geometry } from './model.ts'
import { fitSize, nextLongSide } from './picture.ts'
import { fakeWindow } from './testing/fake-desktop.ts'
import { readVectors } from './testing/vectors.ts'

type Quad = [number, number, number, number]
interface GeometryVectors {
  toScreen: {
    why: string
    frame: Quad
    picture: [number, number]
    point: [number, number]
    screen?: [number, number]
    refused?: string
  }[]
  toPicture: { box: Quad; scale: [number, number]; picture: Quad | null }[]
  freshness: { why: string; then: Place; now: Place; fresh: boolean; says?: string }[]
  fit: { size: [number, number]; longSide: number; out: [number, number] }[]
}
interface Place {
  frame: Quad | null
  scale: number
}
const vectors = readVectors<GeometryVectors>('geometry.json')

const rect = ([x, y, width, height]: Quad): Rect => ({ x, y, width, height })
const windowAt = ({ frame, scale }: Place): WindowInfo => {
  const { frame: _, ...rest } = fakeWindow({ scale })
  return frame ? { ...rest, frame: rect(frame) } : rest
}
const geometryAt = (window: WindowInfo, picture?: { width: number; height: number }): Geometry => {
  const geometry = geometryOf(window, picture)
  if (!geometry) throw new Error('the window has no frame')
  return geometry
}

describe('toScreen', () => {
  test.each(vectors.toScreen)('$why', ({ frame, picture: [width, height], point: [x, y], screen, refused }) => {
    const result = toScreen({ x, y }, geometryAt(fakeWindow({ frame: rect(frame) }), { width, height }))
    if (result.ok) expect([result.point.x, result.point.y]).toEqual(screen)
    else expect(result.reason).toContain(refused)
  })

  test('every pixel of a picture lies in the window, and in the box that it came from', () => {
    const size = fc.integer({ min: 1, max: 5_000 })
    fc.assert(
      fc.property(
        size,
        size,
        fc.integer({ min: 50, max: 1_280 }),
        fc.nat(),
        fc.nat(),
        (width, height, longSide, i, j) => {
          const picture = fitSize(width, height, longSide)
          const geometry = geometryAt(fakeWindow({ frame: { x: 7, y: -3, width, height } }), picture)
          const pixel = { x: i % picture.width, y: j % picture.height }
          const result = toScreen(pixel, geometry)
          if (!result.ok) throw new Error(result.reason)
          const inside = { x: result.point.x - 7, y: result.point.y + 3 }
          expect(inside.x >= 0 && inside.x < width && inside.y >= 0 && inside.y < height).toBe(true)
          const back = toPicture({ ...inside, width: 1, height: 1 }, geometry)
          expect(back && back.x <= pixel.x && pixel.x < back.x + back.width).toBe(true)
        },
      ),
    )
  })
})

describe('a picture that goes beyond the window', () => {
  const window = fakeWindow({ frame: { x: 100, y: 50, width: 200, height: 100 } })
  const view = { x: 80, y: 50, width: 300, height: 200 }
  const half = geometryOf(window, { width: 150, height: 100 }, view) as Geometry

  test('boxes count from its corner, not from that of the window', () => {
    expect(toPicture({ x: 0, y: 0, width: 10, height: 10 }, half)).toEqual({ x: 10, y: 0, width: 5, height: 5 })
    const own = geometryOf(window, undefined, view) as Geometry
    expect(toPicture({ x: -20, y: 0, width: 10, height: 10 }, own)).toEqual({ x: 0, y: 0, width: 10, height: 10 })
  })

  test('points are of the screen that it shows', () => {
    expect(toScreen({ x: 0, y: 0 }, half)).toEqual({ ok: true, point: { x: 81, y: 51 } })
    expect(toScreen({ x: 149, y: 99 }, half)).toEqual({ ok: true, point: { x: 379, y: 249 } })
    expect(toScreen({ x: 150, y: 0 }, half).ok).toBe(false)
  })

  test('what sticks out of the window is in it', () => {
    expect(isInPicture({ x: -20, y: 120, width: 5, height: 5 }, half)).toBe(true)
    expect(isInPicture({ x: -30, y: 120, width: 5, height: 5 }, half)).toBe(false)
  })
})

test.each(vectors.toPicture)('toPicture: $box at $scale', ({ box, scale: [scaleX, scaleY], picture }) => {
  const frame = { x: 7, y: -3, width: 100, height: 100 }
  expect(toPicture(rect(box), { scaleX, scaleY, frame, view: frame }) ?? null).toEqual(picture && rect(picture))
})

test.each(vectors.freshness)('freshness: $why', ({ then, now, fresh, says }) => {
  const result = checkFresh(geometryAt(windowAt(then)), windowAt(now))
  expect(result.fresh).toBe(fresh)
  if (!result.fresh) expect(result.reason).toContain(says)
})

test.each(vectors.fit)('fitSize: $size in $longSide', ({ size: [width, height], longSide, out }) => {
  const fitted = fitSize(width, height, longSide)
  expect([fitted.width, fitted.height]).toEqual(out)
})

test('each try at a picture is smaller than the last, down to one pixel', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 10_000 }),
      fc.integer({ min: 2, max: 1e8 }),
      fc.integer({ min: 1, max: 1e6 }),
      (side, bytes, most) => {
        const next = nextLongSide(side, Math.max(bytes, most + 1), most)
        expect(next).toBeLessThan(side)
        expect(next).toBeGreaterThanOrEqual(1)
      },
    ),
  )
})

describe('the part that two rectangles share', () => {
  const view = { x: 10, y: 20, width: 100, height: 50 }
  test.each([
    [
      'a list that is longer than its view',
      { x: 10, y: -500, width: 90, height: 6_000 },
      { x: 10, y: 20, width: 90, height: 50 },
    ],
    ['a row half out of view', { x: 10, y: 60, width: 90, height: 20 }, { x: 10, y: 60, width: 90, height: 10 }],
    ['a row right below it', { x: 10, y: 70, width: 90, height: 20 }, undefined],
    ['nothing', undefined, undefined],
  ])('%s', (_, box, part) => {
    expect(sharedPart(box, view)).toEqual(part)
  })
})
