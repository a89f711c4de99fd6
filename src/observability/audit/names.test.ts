import { expect, it } from 'vitest'
import { chainsOf, filesOf, fullFile } from './names.ts'

it('finds the files of each chain, the oldest first and the current one last', () => {
  const names = [
    'audit-10.jsonl',
    'audit-1.jsonl',
    'audit-1.000010.jsonl',
    'audit-1.000009.jsonl',
    'audit-1.lock',
    'audit-12.head',
    'audit-3.lock',
    'x.jsonl',
  ]
  expect(chainsOf(names)).toEqual([1, 10, 12])
  expect(filesOf(1, names)).toEqual(['audit-1.000009.jsonl', 'audit-1.000010.jsonl', 'audit-1.jsonl'])
})

it('counts on where the padding ends', () => {
  expect(filesOf(1, [fullFile(1, 1_000_000), fullFile(1, 999_999)])).toEqual([
    'audit-1.999999.jsonl',
    'audit-1.1000000.jsonl',
  ])
})
