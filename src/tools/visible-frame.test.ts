import { expect, test } from 'vitest'
import { isShown } from './visible-frame.ts'

const left = { x: 0, y: 0, width: 1000, height: 800 }
const right = { x: 1000, y: 200, width: 500, height: 400 }

test.each([
  ['inside', { x: 10, y: 10, width: 300, height: 200 }, true],
  ['40 pixels of it', { x: -260, y: -160, width: 300, height: 200 }, true],
  ['39 pixels across', { x: -261, y: 0, width: 300, height: 200 }, false],
  ['39 pixels down', { x: 0, y: 761, width: 300, height: 200 }, false],
  ['all of a small one', { x: 980, y: 780, width: 20, height: 20 }, true],
  ['not all of a small one', { x: -1, y: 0, width: 20, height: 20 }, false],
  ['small in one direction only', { x: -100, y: 0, width: 300, height: 20 }, true],
  ['on the second display', { x: 1400, y: 500, width: 300, height: 200 }, true],
  ['where neither display is', { x: 1100, y: 0, width: 300, height: 200 }, false],
  ['20 pixels on each of two displays', { x: 980, y: 300, width: 40, height: 40 }, false],
])('%s', (_, frame, shown) => {
  expect(isShown(frame, [left, right])).toBe(shown)
})

test('without displays nothing is refused', () => {
  expect(isShown({ x: -5000, y: 0, width: 10, height: 10 }, [])).toBe(true)
})
