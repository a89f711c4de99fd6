import { describe, expect, test } from 'vitest'
import type { Rect } from '../desktop/port.ts'
import type { ReadWord } from '../perception/index.ts'
import { fitWords, joinShapes, mergeWords, unreadRegions } from './regions.ts'

const box = (x: number, y: number, width: number, height: number): Rect => ({ x, y, width, height })
const word = (text: string, confidence: number, at: Rect): ReadWord => ({ text, confidence, box: at, line: 0 })

describe('shapes that belong together', () => {
  test('letters of a word, not the next button', () => {
    expect(joinShapes([box(10, 10, 6, 9), box(18, 10, 6, 9), box(40, 10, 6, 9)])).toEqual([
      box(10, 10, 14, 9),
      box(40, 10, 6, 9),
    ])
  })

  test('the bars of an equals sign, the dot of an i', () => {
    expect(joinShapes([box(10, 10, 9, 2), box(10, 14, 9, 2)])).toEqual([box(10, 10, 9, 6)])
    expect(joinShapes([box(10, 13, 2, 8), box(10, 9, 2, 2)])).toEqual([box(10, 9, 2, 12)])
  })

  test('not two lines, however close, nor through an underscore', () => {
    const lines = [box(10, 10, 6, 9), box(10, 21, 6, 9)]
    expect(joinShapes(lines)).toEqual(lines)
    expect(joinShapes([...lines, box(17, 20, 6, 1)])).toHaveLength(2)
  })

  test('in any order', () => {
    const chain = [box(30, 10, 6, 9), box(10, 11, 6, 9), box(20, 12, 6, 9)]
    expect(joinShapes(chain)).toEqual([box(10, 10, 26, 11)])
  })
})

describe('what is looked at again', () => {
  const place = box(10, 10, 20, 10)

  test.each<[why: string, region: Rect, words: ReadWord[], again: boolean]>([
    ['nothing was read there', place, [], true],
    ['a word was read surely', place, [word('ok', 96, box(11, 10, 18, 10))], false],
    ['a word was read, not surely', place, [word('5)', 72, box(11, 10, 18, 10))], true],
    ['a sure word only touches it', place, [word('ok', 96, box(8, 10, 4, 10))], true],
    ['a word elsewhere', place, [word('ok', 96, box(100, 10, 18, 10))], true],
    ['it is dirt', box(10, 10, 3, 3), [], false],
    ['it is a picture', box(10, 10, 90, 80), [], false],
  ])('%s', (_why, region, words, again) => {
    expect(unreadRegions([region], words)).toEqual(again ? [region] : [])
  })
})

describe('of two readings of a place', () => {
  const place = box(10, 10, 8, 9)

  test('the second replaces one that was not sure', () => {
    expect(mergeWords([word('5)', 72, place)], [word('3', 96, place)]).map(({ text }) => text)).toEqual(['3'])
  })

  test('a second that is noise does not', () => {
    expect(mergeWords([word('5)', 72, place)], [word('~', 20, place)]).map(({ text }) => text)).toEqual(['5)'])
  })

  test('noise goes where there is nothing else', () => {
    expect(mergeWords([word('J|', 28, place)], [])).toEqual([])
  })
})

describe('boxes of words', () => {
  test('the only word of a place fills it', () => {
    expect(fitWords([word('0', 94, box(14, 11, 4, 8))], [box(10, 10, 11, 13)])[0]?.box).toEqual(box(10, 10, 11, 13))
  })

  test('of several in one place each keeps its own, as does one that reaches beyond it', () => {
    const two = [word('a', 90, box(10, 10, 5, 9)), word('b', 90, box(20, 10, 5, 9))]
    expect(fitWords(two, [box(10, 10, 15, 9)])).toEqual(two)
    const wide = [word('ab', 90, box(10, 10, 30, 9))]
    expect(fitWords(wide, [box(10, 10, 10, 9)])).toEqual(wide)
  })
})
