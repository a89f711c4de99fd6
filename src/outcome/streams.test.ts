import { expect, test } from 'vitest'
import { isBracketed } from './evidence.ts'

test('the order of two streams says nothing: what another process told is not between question and answer', () => {
  const window = { sentAt: 1, opened: 10, closed: 14, stream: ':1.3' }
  expect(isBracketed({ sequence: 12, at: 2, stream: ':1.3' }, window)).toBe(true)
  expect(isBracketed({ sequence: 12, at: 2, stream: ':1.2' }, window)).toBe(false)
})
