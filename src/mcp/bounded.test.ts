import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bytesAsJson, cutLines, fitData } from './bounded.ts'

describe('cutLines', () => {
  test.each([
    ['what fits stays', 'one\ntwo', 7, 'one\ntwo', 2, 2],
    ['whole lines only', 'one\ntwo\nthree', 9, 'one\ntwo', 2, 3],
    ['a line that just fits', 'one\ntwo\nthree', 7, 'one\ntwo', 2, 3],
    ['the beginning of a first line that does not fit', 'abcdef\nx', 4, 'abcd', 1, 2],
    ['the beginning of a later one too, where it takes most of the room', 'a\nbcdefghij\nk', 8, 'a\nbcdefg', 2, 3],
    ['never half of a code point', 'ab€', 4, 'ab', 1, 1],
    ['nor of one of four bytes', '😀😀', 7, '😀', 1, 1],
  ])('%s', (_, text, bytes, shown, lines, allLines) => {
    const cut = cutLines(text, bytes)
    expect(cut).toEqual({
      text: shown,
      lines,
      allLines,
      bytes: Buffer.byteLength(shown),
      allBytes: Buffer.byteLength(text),
    })
  })

  test('of any text: a beginning of it, within the bound', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(40), (text, bytes) => {
        const shown = cutLines(text, bytes).text
        expect(text.startsWith(shown)).toBe(true)
        expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(bytes)
      }),
    )
  })
})

describe('fitData', () => {
  test('what fits is left alone', () => {
    const data = { a: [1, 'two'], b: undefined }
    expect(fitData(data, 100)).toBe(data)
  })

  test('a list loses its end, and says nothing wrong of what stays', () => {
    const rows = Array.from({ length: 100 }, (_, id) => ({ id, name: 'x'.repeat(50) }))
    const { rows: shown, total } = fitData({ rows, total: 100 }, 1_000) as { rows: typeof rows; total: number }
    expect(total).toBe(100)
    expect(shown.length).toBeGreaterThan(10)
    expect(shown.slice(0, -1)).toEqual(rows.slice(0, shown.length - 1))
    expect(bytesAsJson({ rows: shown, total })).toBeLessThanOrEqual(1_000)
  })

  test('a tree keeps its beginning, with the keys of every object that stays', () => {
    const leaf = (id: string) => ({ id, role: 'label', label: 'y'.repeat(100) })
    const tree = {
      id: 'root',
      role: 'frame',
      children: ['a', 'b', 'c'].map((name) => ({
        id: name,
        role: 'panel',
        children: Array.from({ length: 20 }, (_, index) => leaf(`${name}${index}`)),
      })),
    }
    const shown = fitData(tree, 2_000) as typeof tree
    expect(bytesAsJson(shown)).toBeLessThanOrEqual(2_000)
    expect(shown).toMatchObject({ id: 'root', role: 'frame' })
    expect(shown.children.map(({ id }) => id)).toEqual(['a'])
    const [leaves = [], all = []] = [shown, tree].map(({ children }) => children[0]?.children)
    expect(leaves.length).toBeGreaterThan(10)
    expect(leaves.slice(0, -1)).toEqual(all.slice(0, leaves.length - 1))
  })

  test('a text is cut between code points', () => {
    expect(fitData({ text: '😀'.repeat(200), offset: 0 }, 300)).toEqual({ text: `${'😀'.repeat(68)}…`, offset: 0 })
  })
})
