import fc from 'fast-check'
import { expect, test } from 'vitest'
import vectors from '../../../../contracts/keys/symbols.json' with { type: 'json' }
import { casesOf, characterOfKeysym, isTypable, keysymOfCharacter, keysymOfName, nameOfKeysym } from './keysyms.ts'

test.each(vectors.characters)('$character is $keysym', ({ character, keysym }) => {
  expect(keysymOfCharacter(character)).toBe(Number(keysym))
})

test.each(vectors.read as readonly { keysym: string; character?: string }[])(
  '$keysym types $character',
  ({ keysym, character }) => {
    expect(characterOfKeysym(Number(keysym))).toBe(character)
  },
)

test('every character that can be typed is what its keysym types, and has a name that leads back', () => {
  const typable = fc.integer({ min: 0x20, max: 0x10_ff_ff }).map(String.fromCodePoint).filter(isTypable)
  fc.assert(
    fc.property(typable, (character) => {
      const keysym = keysymOfCharacter(character)
      expect(characterOfKeysym(keysym)).toBe(character)
      expect(characterOfKeysym(keysymOfName(nameOfKeysym(keysym)) ?? 0)).toBe(character)
    }),
  )
})

test('cases are those of one letter each', () => {
  expect(casesOf(0x41)).toEqual([0x61, 0x41])
  expect(casesOf(0x6c1)).toEqual([0x1000430, 0x1000410])
  expect(casesOf(0x31)).toEqual([0x31, 0x31])
  // ß has no capital of one character, Return no case at all.
  expect(casesOf(0xdf)).toEqual([0xdf, 0xdf])
  expect(casesOf(0xff0d)).toEqual([0xff0d, 0xff0d])
})
