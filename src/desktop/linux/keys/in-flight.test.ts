import { expect, test } from 'vitest'
import { InFlight } from './in-flight.ts'

test('a use is open until the app has answered something that was asked after it', () => {
  const flight = new InFlight()
  flight.sent(1, 200, 10)
  const mark = flight.mark()
  flight.sent(1, 201, 20)
  flight.proven(1, mark)
  expect(flight.windowsWith([200])).toEqual([])
  expect(flight.windowsWith([201])).toEqual([1])
  expect(flight.lastAt(1)).toBe(20)
  flight.proven(1, flight.mark())
  expect(flight.windows()).toEqual([])
})

test('a code that was used again is open again, and each window is on its own', () => {
  const flight = new InFlight()
  flight.sent(1, 200, 10)
  flight.sent(2, 200, 11)
  const mark = flight.mark()
  flight.sent(1, 200, 12)
  flight.proven(1, mark)
  flight.proven(2, mark)
  expect(flight.windowsWith([200])).toEqual([1])
})
