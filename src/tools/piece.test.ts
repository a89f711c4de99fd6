import { expect, test } from 'vitest'
import { answerWithPiece } from './piece.ts'

const request = { offset: 0, length: 20_000, maxBytes: 65_536, title: 'Text of "x"' }

test('a short text is answered whole, and needs no file', () => {
  const { text, data, whole } = answerWithPiece('Grüße\n', request)
  expect(data).toEqual({ text: 'Grüße\n', offset: 0, end: 6, total: 6 })
  expect(whole).toBeUndefined()
  expect(text).toMatch(/^Characters 0 to 6 of 6\.\n--- text (\w+): .*\nGrüße\n\n--- end of text \1 ---$/)
})

test('a piece says where to go on, and has the whole beside it', () => {
  const all = `${'😀'.repeat(10)}${'x'.repeat(20)}`
  const { text, data, whole } = answerWithPiece(all, { ...request, offset: 8, length: 4 })
  expect(data).toEqual({ text: '😀😀xx', offset: 8, end: 12, total: 30 })
  expect(text).toContain('Characters 8 to 12 of 30. Go on with offset 12.')
  expect(whole).toEqual({ title: 'Text of "x"', text: all })
})

test('bytes bound it too, also as JSON, between two characters', () => {
  const emoji = answerWithPiece('😀'.repeat(20_000), { ...request, maxBytes: 8_192 })
  expect(emoji.data).toMatchObject({ end: 1_536, total: 20_000 })
  const quotes = answerWithPiece('"'.repeat(20_000), { ...request, maxBytes: 8_192 })
  expect(quotes.data).toMatchObject({ end: 3_072 })
  expect(Buffer.byteLength(JSON.stringify(quotes.data))).toBeLessThan(8_192)
  expect(Buffer.byteLength(quotes.text)).toBeLessThan(8_192)
})

test('what nobody sees is not shown, but counted: offsets are the app’s', () => {
  const { text, data } = answerWithPiece('a\u202Eb\u{E0041}c', request)
  expect(data).toEqual({ text: 'abc', offset: 0, end: 5, total: 5, invisible: 2 })
  expect(text).toContain('2 invisible or control characters among them are not shown.')
})

test('an offset behind the end is the end', () => {
  expect(answerWithPiece('abc', { ...request, offset: 9 }).data).toEqual({ text: '', offset: 3, end: 3, total: 3 })
})
