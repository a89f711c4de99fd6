import { describe, expect, it } from 'vitest'
import { rangeOf } from './select-text.ts'

describe('the range of a piece of text, in characters', () => {
  it.each([
    ['the first occurrence', 'one two one', 'one', 1, 'select', { start: 0, end: 3 }],
    ['the second', 'one two one', 'one', 2, 'select', { start: 8, end: 11 }],
    ['before it', 'one two', 'two', 1, 'before', { start: 4, end: 4 }],
    ['after it', 'one two', 'two', 1, 'after', { start: 7, end: 7 }],
    ['occurrences may overlap', 'aaa', 'aa', 2, 'select', { start: 1, end: 3 }],
    ['an emoji counts as one', '😀😀x', 'x', 1, 'select', { start: 2, end: 3 }],
    ['over a line break', 'a\nb', 'a\nb', 1, 'select', { start: 0, end: 3 }],
  ] as const)('%s', (_name, whole, piece, occurrence, position, expected) => {
    expect(rangeOf(whole, piece, occurrence, position)).toEqual(expected)
  })

  it('says that it is not there', () => {
    expect(() => rangeOf('One', 'one', 1, 'select')).toThrow(/does not hold that text/)
  })

  it('says how often it is there', () => {
    expect(() => rangeOf('one one', 'one', 3, 'select')).toThrow(/only 2 times, not 3/)
  })
})
