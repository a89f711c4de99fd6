import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Rect } from '../port.ts'
import { intersect, subtract } from './rect.ts'

const rect = fc.record({
  x: fc.integer({ min: -8, max: 8 }),
  y: fc.integer({ min: -8, max: 8 }),
  width: fc.integer({ min: 1, max: 8 }),
  height: fc.integer({ min: 1, max: 8 }),
})

/** Every point of a rectangle, as the oracle that knows nothing of edges. */
function points({ x, y, width, height }: Rect): string[] {
  return Array.from({ length: width * height }, (_, i) => `${x + (i % width)},${y + Math.floor(i / width)}`)
}

test('subtract leaves exactly the points of the first that are not in the second, each once', () => {
  fc.assert(
    fc.property(rect, rect, (whole, cut) => {
      const left = subtract(whole, cut).flatMap(points)
      const taken = new Set(points(cut))
      expect(left.sort()).toEqual(
        points(whole)
          .filter((point) => !taken.has(point))
          .sort(),
      )
    }),
  )
})

test('intersect holds exactly the common points', () => {
  fc.assert(
    fc.property(rect, rect, (a, b) => {
      const common = intersect(a, b)
      const inB = new Set(points(b))
      expect(common === undefined ? [] : points(common).sort()).toEqual(
        points(a)
          .filter((point) => inB.has(point))
          .sort(),
      )
    }),
  )
})
