import { expect, test } from 'vitest'
import { joinRanges } from './rewrite-rows.ts'

test('one range spans all, keys between included, where the keyboards agree on those', () => {
  expect(joinRanges([230, 93, 97], () => true)).toEqual([{ first: 93, count: 138 }])
})

test('a key on which keyboards differ is not written', () => {
  expect(joinRanges([93, 97, 230], (code) => code !== 108)).toEqual([
    { first: 93, count: 5 },
    { first: 230, count: 1 },
  ])
})

test('nothing for nothing', () => {
  expect(joinRanges([], () => true)).toEqual([])
})
