import { expect, test } from 'vitest'
import { OwnInput } from './own-input.ts'

test('each of our events explains one that is seen', () => {
  const own = new OwnInput()
  own.note('key-press', 38)
  own.note('key-release', 38)
  own.note('key-press', 38)
  expect(own.take('key-press', 38)).toBe(true)
  expect(own.take('key-press', 38)).toBe(true)
  expect(own.take('key-press', 38)).toBe(false)
  expect(own.take('key-release', 39)).toBe(false)
  expect(own.take('key-release', 38)).toBe(true)
})
