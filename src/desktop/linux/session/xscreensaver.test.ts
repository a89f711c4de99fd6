import { expect, test } from 'vitest'
import { judgeStatus } from './xscreensaver.ts'

const atoms = { LOCK: 501, BLANK: 502 }

test.each([
  [[501, 1_700_000_000, 0], 'locked'],
  [[502, 1_700_000_000, 3], 'unlocked'],
  [[0, 1_700_000_000, 0], 'unlocked'],
  [undefined, 'absent'],
] as const)('%j is %s', (status, state) => {
  expect(judgeStatus(status, atoms).state).toBe(state)
})

test('an unknown word is not taken for unlocked', () => {
  expect(() => judgeStatus([777, 0, 0], atoms)).toThrow(/got atom 777/)
  expect(() => judgeStatus([], atoms)).toThrow()
})
