import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codePointOffset, countsUtf16, utf16Offset } from './offsets.ts'
import { inCodePoints } from './text.ts'

const TEXT = 'aé日😀x'

test('an emoji is one code point and two units', () => {
  expect([0, 3, 4, 5].map((offset) => utf16Offset(TEXT, offset))).toEqual([0, 3, 5, 6])
  expect([0, 3, 5, 6].map((offset) => codePointOffset(TEXT, offset))).toEqual([0, 3, 4, 5])
})

test('there and back, also behind the end', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(30), (text, offset) => {
      expect(codePointOffset(text, utf16Offset(text, offset))).toBe(offset)
    }),
  )
})

describe('countsUtf16', () => {
  test('is proved by a text that is as long in units as the app says', () => {
    expect(countsUtf16(TEXT, 6)).toBe(true)
    expect(countsUtf16(TEXT, 5)).toBe(false)
  })

  test('is not proved by a text where both are the same', () => expect(countsUtf16('abc', 3)).toBe(false))
})

describe('inCodePoints', () => {
  const fromQt = { characterCount: 6, content: TEXT, caret: 6, selections: [{ start: 3, end: 5 }] }

  test('turns what Qt says', () => {
    expect(inCodePoints(fromQt, 500)).toEqual({
      characterCount: 5,
      content: TEXT,
      caret: 5,
      selections: [{ start: 3, end: 4 }],
    })
  })

  test('leaves what GTK says', () => {
    const fromGtk = { characterCount: 5, content: TEXT, caret: 5, selections: [] }
    expect(inCodePoints(fromGtk, 500)).toBe(fromGtk)
  })

  test('leaves what it cannot know', () => {
    const secret = { characterCount: 6, selections: [] }
    expect(inCodePoints(secret, 500)).toBe(secret)
  })
})
