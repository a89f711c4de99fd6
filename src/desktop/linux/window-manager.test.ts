import { expect, test } from 'vitest'
import { placement } from './window-manager.ts'

const shadow = { left: 10, right: 20, top: 30, bottom: 40 }

test.each([
  { name: 'all sides', frame: { x: 5, y: 6, width: 300, height: 200 }, data: [0x2f0a, 5, 6, 300, 200] },
  { name: 'a move', frame: { x: -5, y: 6 }, data: [0x230a, -5, 6, 0, 0] },
  { name: 'only y', frame: { y: 6 }, data: [0x220a, 0, 6, 0, 0] },
  { name: 'a size', frame: { width: 300, height: 200 }, data: [0x2c0a, 0, 0, 300, 200] },
  {
    name: 'around a shadow',
    frame: { x: 5, y: 6, width: 300, height: 200 },
    shadow,
    data: [0x2f0a, -5, -24, 330, 270],
  },
])('$name names the given sides only, from a pager, by static gravity', ({ frame, shadow, data }) => {
  expect(placement(frame, shadow)).toEqual(data)
})
