import { describe, expect, test } from 'vitest'
import { drawnOn, type Grey } from './shapes.ts'

type Box = readonly [x: number, y: number, width: number, height: number]

/** A canvas of one shade, painted on. */
class Canvas implements Grey {
  readonly width: number
  readonly height: number
  readonly values: Uint8Array

  constructor(width: number, height: number, shade = 240) {
    this.width = width
    this.height = height
    this.values = new Uint8Array(width * height).fill(shade)
  }

  fill([left, top, width, height]: Box, shade: number): this {
    for (let y = top; y < top + height; y++)
      this.values.fill(shade, y * this.width + left, y * this.width + left + width)
    return this
  }

  outline([left, top, width, height]: Box, shade: number): this {
    this.fill([left, top, width, 1], shade).fill([left, top + height - 1, width, 1], shade)
    return this.fill([left, top, 1, height], shade).fill([left + width - 1, top, 1, height], shade)
  }

  at(x: number, y: number): number {
    return this.values[y * this.width + x] ?? -1
  }
}

const letter: Box = [40, 20, 6, 9]
const shape = { x: 40, y: 20, width: 6, height: 9 }
const at = ({ width, values }: Grey, x: number, y: number) => values[y * width + x]

describe('what is drawn on a background', () => {
  test('a letter is a shape and stays in the picture', () => {
    const { clean, shapes } = drawnOn(new Canvas(100, 60).fill(letter, 30))
    expect(shapes).toEqual([shape])
    expect(at(clean, 42, 24)).toBe(30)
  })

  test('the outline of a button goes, what is inside it stays', () => {
    const { clean, shapes } = drawnOn(new Canvas(100, 60).outline([20, 10, 50, 30], 100).fill(letter, 30))
    expect(shapes).toEqual([shape])
    expect([at(clean, 20, 20), at(clean, 45, 10), at(clean, 69, 39)]).toEqual([240, 240, 240])
    expect(at(clean, 42, 24)).toBe(30)
  })

  test('so does a line that divides', () => {
    const { clean, shapes } = drawnOn(new Canvas(100, 60).fill([0, 30, 100, 2], 90).fill(letter, 30))
    expect(shapes).toEqual([shape])
    expect(at(clean, 50, 30)).toBe(90) // a row without background has nothing to be filled with
    const short = drawnOn(new Canvas(100, 60).fill([10, 30, 60, 2], 90))
    expect([short.shapes.length, at(short.clean, 50, 30)]).toEqual([0, 240])
  })

  test('a band of another colour is background too, and light letters on it are shapes', () => {
    const { clean, shapes } = drawnOn(new Canvas(100, 60).fill([0, 10, 100, 30], 60).fill(letter, 250))
    expect(shapes).toEqual([shape])
    expect([at(clean, 42, 24), at(clean, 10, 20)]).toEqual([250, 60])
  })

  test('where two shades meet softly there is no shape', () => {
    const soft = new Canvas(100, 60).fill([0, 30, 100, 30], 200).fill([45, 30, 10, 1], 220)
    expect(drawnOn(soft).shapes).toEqual([])
  })

  test('a minus sign is too short for a line', () => {
    expect(drawnOn(new Canvas(100, 60).fill([40, 30, 9, 2], 30)).shapes).toEqual([
      { x: 40, y: 30, width: 9, height: 2 },
    ])
  })
})
