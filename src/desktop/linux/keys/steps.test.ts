import { expect, test } from 'vitest'
import vectors from '../../../../contracts/keys/text.json' with { type: 'json' }
import { looksDead, splitText, stepsOf } from './steps.ts'

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

test('a character that would be taken for a dead key is entered by its number, in one with the rest', () => {
  const { units } = splitText('a＠b')
  expect(stepsOf(units, looksDead)).toEqual([
    { character: 'a', chord: false, length: 1, isFirst: true },
    { character: 'u', chord: true, length: 0, isFirst: true },
    { character: 'f', chord: false, length: 0, isFirst: false },
    { character: 'f', chord: false, length: 0, isFirst: false },
    { character: '2', chord: false, length: 0, isFirst: false },
    { character: '0', chord: false, length: 0, isFirst: false },
    { character: ' ', chord: false, length: 1, isFirst: false },
    { character: 'b', chord: false, length: 1, isFirst: true },
  ])
})

test.each([
  ['\u07ae', true],
  ['＠', true],
  ['\ufe51', true],
  ['\u{107ae}', true],
  ['a', false],
  ['é', false],
  ['漢', false],
  ['\u07af', false],
])('%s: %s', (character, isTaken) => {
  expect(looksDead(character)).toBe(isTaken)
})
