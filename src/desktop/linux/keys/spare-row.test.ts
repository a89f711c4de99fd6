import { expect, test } from 'vitest'
import { holds, isOurs, likeAKey, spareRow, steady } from './spare-row.ts'
import type { KeyRow } from './xkb-wire.ts'

const empty: KeyRow = { types: [0, 0, 0, 0], groups: 0, width: 0, symbols: [] }
const [a, A, e] = [0x61, 0x41, 0x65]

test('a row is ours when all keyboards have ours or nothing, and one at least has ours', () => {
  const ours = spareRow(steady(a))
  const other = spareRow(steady(e))
  expect(isOurs([ours, ours, empty], [steady(a)])).toBe(true)
  expect(isOurs([empty, empty], [steady(a)])).toBe(false)
  expect(isOurs([ours, other], [steady(a)])).toBe(false)
  expect(isOurs([ours, other], [steady(a), steady(e)])).toBe(true)
})

test('only an exact row counts: the same symbols of another type are somebody else', () => {
  expect(holds(spareRow(likeAKey(a)), [a, A])).toBe(true)
  expect(holds({ ...spareRow([a, A]), types: [1, 0, 0, 0] }, [a, A])).toBe(false)
})
