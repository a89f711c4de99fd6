import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pointsBeside } from './free-point.ts'
import { APPROACH, isNear } from './near.ts'
import { contains } from './target.ts'

const coordinate = fc.integer({ min: 0, max: 2_000 })
const point = fc.record({ x: coordinate, y: coordinate })
const area = fc.record({
  x: coordinate,
  y: coordinate,
  width: fc.integer({ min: 1, max: 2_000 }),
  height: fc.integer({ min: 1, max: 2_000 }),
})

test('other points are in the window and out of the way', () => {
  fc.assert(
    fc.property(point, point, area, (at, person, whole) => {
      for (const candidate of pointsBeside(at, person, whole)) {
        expect(contains(whole, candidate)).toBe(true)
        expect(isNear(candidate, person, APPROACH)).toBe(false)
      }
    }),
  )
})

test('a window of some size has one, wherever the person is', () => {
  const whole = { x: 100, y: 100, width: 200, height: 120 }
  expect(pointsBeside({ x: 150, y: 150 }, { x: 150, y: 150 }, whole)[0]).toEqual({ x: 182, y: 150 })
  expect(pointsBeside({ x: 101, y: 101 }, { x: 101, y: 101 }, { x: 100, y: 100, width: 10, height: 10 })).toEqual([])
})
