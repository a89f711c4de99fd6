import sharp from 'sharp'
import { expect, test } from 'vitest'
import { encodePicture } from './picture.ts'

/** Noise does not compress: three bytes a pixel stay three bytes. */
function noise(width: number, height: number) {
  let state = 1
  const rgb = new Uint8Array(width * height * 3).map(() => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state >> 16
  })
  return { width, height, rgb }
}

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
