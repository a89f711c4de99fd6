import { expect, test } from 'vitest'
import { bgraToAlpha, bgrxToRgb, emptyPixels, unsupported } from './pixels.ts'

test('bands are put below each other, channels in their order, the fourth byte dropped', () => {
  const { rgb } = emptyPixels(2, 2)
  bgrxToRgb(Buffer.from([1, 2, 3, 255, 4, 5, 6, 0]), rgb, 2, 0, 1)
  bgrxToRgb(Buffer.from([7, 8, 9, 9, 10, 11, 12, 9, 99, 99]), rgb, 2, 1, 1)
  expect([...rgb]).toEqual([3, 2, 1, 6, 5, 4, 9, 8, 7, 12, 11, 10])
})

test('too few bytes are a failure, not black', () => {
  expect(() => bgrxToRgb(Buffer.alloc(15), emptyPixels(2, 2).rgb, 2, 0, 2)).toThrow(/expected 16 bytes/)
})

test('formats that we would read as wrong colours are refused', () => {
  const bgrx = {
    bitsPerPixel: 32,
    redMask: 0xff0000,
    greenMask: 0xff00,
    blueMask: 0xff,
    leastSignificantByteFirst: true,
  }
  expect(unsupported(bgrx)).toBeUndefined()
  expect(unsupported({ ...bgrx, redMask: 0xff, blueMask: 0xff0000 })).toMatch(/red mask 0xff/)
  expect(unsupported({ ...bgrx, bitsPerPixel: 16 })).toMatch(/16 bits/)
  expect(unsupported({ ...bgrx, leastSignificantByteFirst: false })).toBeDefined()
})

test('alpha is the fourth byte, row by row', () => {
  const alpha = new Uint8Array(4)
  bgraToAlpha(Buffer.from([1, 2, 3, 40, 1, 2, 3, 50]), alpha, 2, 1, 1)
  expect([...alpha]).toEqual([0, 0, 40, 50])
})
