import { expect, test } from 'vitest'
import type { Atoms } from '../x11/atoms.ts'
import { convertTo } from './content.ts'
import { Pieces } from './pieces.ts'

const atoms = {
  ATOM: 4,
  INTEGER: 19,
  STRING: 31,
  TARGETS: 101,
  MULTIPLE: 102,
  TIMESTAMP: 103,
  UTF8_STRING: 104,
  'text/plain;charset=utf-8': 105,
  INCR: 106,
} as Atoms

const words = (data: Buffer | undefined) =>
  Array.from({ length: (data?.length ?? 0) / 4 }, (_, index) => data?.readUInt32LE(index * 4))

test('every target that is offered is given, and no other', () => {
  const content = { text: 'naïve', since: 7 }
  const offered = words(convertTo(atoms.TARGETS, content, atoms)?.data)
  expect(offered).toEqual([101, 102, 103, 104, 105, 31])
  const given = Object.values(atoms).filter((atom) => convertTo(atom, content, atoms) !== undefined)
  // MULTIPLE is a list of the others and answered where they are put.
  expect([...given, atoms.MULTIPLE].sort()).toEqual([...offered].sort())
})

test('texts are in the encoding of their target', () => {
  const content = { text: 'naïve', since: 7 }
  expect(convertTo(atoms.UTF8_STRING, content, atoms)).toEqual({
    type: atoms.UTF8_STRING,
    format: 8,
    data: Buffer.from([0x6e, 0x61, 0xc3, 0xaf, 0x76, 0x65]),
  })
  expect(convertTo(atoms.STRING, content, atoms)?.data).toEqual(Buffer.from([0x6e, 0x61, 0xef, 0x76, 0x65]))
  expect(words(convertTo(atoms.TIMESTAMP, content, atoms)?.data)).toEqual([7])
})

test.each(['日本語', 'a\u0000b', '–', 'a\rb'])('%j is refused as STRING instead of being changed', (text) => {
  const content = { text, since: 7 }
  expect(convertTo(atoms.STRING, content, atoms)).toBeUndefined()
  expect(words(convertTo(atoms.TARGETS, content, atoms)?.data)).not.toContain(atoms.STRING)
})

test.each([
  { size: 10, most: 4, sizes: [4, 4, 2, 0] },
  { size: 8, most: 4, sizes: [4, 4, 0] },
  { size: 0, most: 4, sizes: [0] },
])('$size bytes in pieces of $most end with one empty piece', ({ size, most, sizes }) => {
  const data = Buffer.from(Array.from({ length: size }, (_, index) => index))
  const pieces = new Pieces({ type: 1, format: 8, data }, most)
  const sent: Buffer[] = []
  for (let piece = pieces.next(); piece !== undefined; piece = pieces.next()) sent.push(piece)
  expect(sent.map(({ length }) => length)).toEqual(sizes)
  expect(Buffer.concat(sent)).toEqual(data)
})
