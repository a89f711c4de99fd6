import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { encodePicture, paintOver } from './picture.ts'

/** Noise does not compress: three bytes a pixel stay three bytes. */
function noise(width: number, height: number) {
  let state = 1
  const rgb = new Uint8Array(width * height * 3).map(() => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state >> 16
  })
  return { width, height, rgb }
}

describe('paintOver', () => {
  const plain = (width: number, height: number, value: number, alpha?: number) => ({
    width,
    height,
    rgb: new Uint8Array(width * height * 3).fill(value),
    ...(alpha !== undefined && { alpha: new Uint8Array(width * height).fill(alpha) }),
  })
  const frame = (x: number, y: number, width: number, height: number) => ({ x, y, width, height })
  /** The first channel of each pixel, a row a string. */
  const rows = ({ width, height, rgb }: { width: number; height: number; rgb: Uint8Array }) =>
    Array.from({ length: height }, (_, y) =>
      Array.from({ length: width }, (_, x) => rgb[(y * width + x) * 3]).join(' '),
    )

  test('each part is where its frame is, later ones in front, and nothing is grey', () => {
    const painted = paintOver(frame(10, 10, 4, 3), [
      { frame: frame(11, 10, 3, 2), pixels: plain(3, 2, 1) },
      { frame: frame(10, 11, 2, 2), pixels: plain(2, 2, 2) },
    ])
    expect(rows(painted)).toEqual(['128 1 1 1', '2 2 1 1', '2 2 128 128'])
  })

  test('what is not opaque lets through: colours are multiplied by alpha already', () => {
    const below = { frame: frame(0, 0, 3, 1), pixels: plain(3, 1, 200) }
    const over = (value: number, alpha: number) =>
      rows(paintOver(frame(0, 0, 3, 1), [below, { frame: frame(1, 0, 1, 1), pixels: plain(1, 1, value, alpha) }]))
    expect(over(0, 0)).toEqual(['200 200 200'])
    expect(over(50, 128)).toEqual(['200 150 200'])
    expect(over(7, 255)).toEqual(['200 7 200'])
  })

  test('what lies outside is cut', () => {
    const painted = paintOver(frame(0, 0, 2, 2), [{ frame: frame(-1, 1, 5, 5), pixels: plain(5, 5, 9) }])
    expect(rows(painted)).toEqual(['128 128', '9 9'])
  })
})

test('small enough: the very pixels', async () => {
  const pixels = noise(30, 20)
  const picture = await encodePicture(pixels, { longSide: 1_280, maxBytes: 900_000 })
  const back = await sharp(picture.png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  expect([back.info.width, back.info.height]).toEqual([30, 20])
  expect(Buffer.compare(back.data, Buffer.from(pixels.rgb))).toBe(0)
})

test('too long: the longer side fits, and what is told is what the PNG is', async () => {
  const picture = await encodePicture(noise(600, 150), { longSide: 200, maxBytes: 900_000 })
  const { width, height } = await sharp(picture.png).metadata()
  expect([picture.width, picture.height, width, height]).toEqual([200, 50, 200, 50])
})

test('more than four times too long is shrunk as well', async () => {
  const picture = await encodePicture(noise(2_100, 10), { longSide: 400, maxBytes: 900_000 })
  expect(picture.width).toBe(400)
})

test('too many bytes: smaller until it fits', async () => {
  const picture = await encodePicture(noise(300, 300), { longSide: 1_280, maxBytes: 20_000 })
  expect(picture.png.length).toBeLessThanOrEqual(20_000)
  expect(picture.width).toBeGreaterThan(60)
})

test('bounds that nothing fits end at one pixel', async () => {
  const picture = await encodePicture(noise(40, 40), { longSide: 1_280, maxBytes: 1 })
  expect([picture.width, picture.height]).toEqual([1, 1])
})
