import { expect, test } from 'vitest'
import vectors from '../../../../contracts/keys/text.json' with { type: 'json' }
import { splitText } from './needs.ts'

interface Vector {
  readonly in: string
  readonly units: readonly string[]
  readonly lengths?: readonly number[]
  readonly impossible: readonly string[]
}

test.each(vectors.split as readonly Vector[])('$in', ({ in: text, units, lengths, impossible }) => {
  const split = splitText(text)
  expect(split.units.map(({ character }) => character)).toEqual(units)
  expect(split.units.map(({ length }) => length)).toEqual(lengths ?? units.map(() => 1))
  expect(split.impossible).toEqual(impossible)
})

test('half of a surrogate pair cannot be typed', () => {
  expect(splitText('x\ud800y').impossible).toEqual(['\ud800'])
})
