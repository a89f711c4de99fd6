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
    { character: 'a', as: 'character', length: 1, isFirst: true },
    { character: 'u', as: 'number', length: 0, isFirst: true },
    { character: 'f', as: 'digit', length: 0, isFirst: false },
    { character: 'f', as: 'digit', length: 0, isFirst: false },
    { character: '2', as: 'digit', length: 0, isFirst: false },
    { character: '0', as: 'digit', length: 0, isFirst: false },
    { character: ' ', as: 'digit', length: 1, isFirst: false },
    { character: 'b', as: 'character', length: 1, isFirst: true },
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
