import { expect, test } from 'vitest'
import { readClass, readExtents, readText, readWords } from './properties.ts'

const [UTF8, LATIN1] = [300, 31]
const text = (data: string | Buffer, type = UTF8) => ({ type, format: 8, bytesAfter: 0, data: Buffer.from(data) })
const numbers = (...values: number[]) => {
  const data = Buffer.alloc(values.length * 4)
  values.forEach((value, index) => {
    data.writeUInt32LE(value, index * 4)
  })
  return { type: 6, format: 32, bytesAfter: 0, data }
}
const absent = { type: 0, format: 0, bytesAfter: 0, data: Buffer.alloc(0) }

test('text is read by its declared encoding', () => {
  expect(readText(text('Grüße 日本'), UTF8, LATIN1)).toBe('Grüße 日本')
  expect(readText(text(Buffer.from('Gr\xfc\xdfe', 'latin1'), LATIN1), UTF8, LATIN1)).toBe('Grüße')
  expect(readText(text('ended\0'), UTF8, LATIN1)).toBe('ended')
  expect(readText(text(''), UTF8, LATIN1)).toBe('')
})

test('text of another type, and none at all, are not guessed at', () => {
  expect(readText(text('x', 999), UTF8, LATIN1)).toBeUndefined()
  expect(readText(absent, UTF8, LATIN1)).toBeUndefined()
  expect(readText(undefined, UTF8, LATIN1)).toBeUndefined()
})

test('words', () => {
  expect(readWords(numbers(1, 0xffffffff))).toEqual([1, 0xffffffff])
  expect(readWords(numbers())).toEqual([])
  expect(readWords(absent)).toBeUndefined()
  expect(readWords({ ...numbers(7), format: 8 })).toBeUndefined()
})

test('WM_CLASS holds two strings; some clients set only the first', () => {
  expect(readClass(text('xterm\0XTerm\0', LATIN1))).toEqual({ instance: 'xterm', class: 'XTerm' })
  expect(readClass(text('lonely\0', LATIN1))).toEqual({ instance: 'lonely', class: 'lonely' })
  expect(readClass(absent)).toBeUndefined()
})

test('frame extents come in the order left, right, top, bottom', () => {
  expect(readExtents(numbers(26, 27, 23, 29))).toEqual({ left: 26, right: 27, top: 23, bottom: 29 })
  expect(readExtents(numbers(1, 2, 3))).toBeUndefined()
})
