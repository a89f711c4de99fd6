import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { ReadWord } from '../perception/index.ts'
import { type Layout, readPage } from './page.ts'

const [width, height] = [200, 100]

/** White, with two dark signs of 10×10 pixels at 20,30 and 120,30. */
function picture(): Uint8Array {
  const rgb = new Uint8Array(width * height * 3).fill(255)
  for (const left of [20, 120])
    for (let y = 30; y < 40; y++) rgb.fill(0, (y * width + left) * 3, (y * width + left + 10) * 3)
  return rgb
}

const word = (text: string, confidence: number, x: number, y: number, size: number): ReadWord => ({
  text,
  confidence,
  line: 0,
  box: { x, y, width: size, height: size },
})

async function reading(page: readonly ReadWord[], line: readonly ReadWord[], within = 10_000) {
  const asked: [Layout, number, number][] = []
  const read = async (png: Uint8Array, layout: Layout) => {
    const info = await sharp(png).metadata()
    asked.push([layout, info.width, info.height])
    return layout === 'page' ? page : line
  }
  return { ...(await readPage({ id: 1, width, height, rgb: picture(), within }, read)), asked }
}

test('small pictures are read at twice their size, and boxes are those of the picture itself', async () => {
  const { words, asked } = await reading([word('A', 95, 40, 60, 20), word('B', 95, 240, 60, 20)], [])
  expect(asked).toEqual([['page', 400, 200]])
  expect(words.map(({ text, box }) => [text, box.x, box.y, box.width])).toEqual([
    ['A', 20, 30, 10],
    ['B', 120, 30, 10],
  ])
})

test('a place that the page reading passed over is read by itself, with a margin', async () => {
  // 10 pixels and 3 on each side of the picture, 3 more of the edge; twice as large.
  const { words, asked } = await reading([word('A', 95, 40, 60, 20)], [word('=', 96, 12, 12, 20)])
  expect(asked).toEqual([
    ['page', 400, 200],
    ['line', 44, 44],
  ])
  expect(words.map(({ text, line, box }) => [text, line, box.x, box.y])).toEqual([
    ['A', 0, 20, 30],
    ['=', 1, 120, 30],
  ])
})

test('one that is not read surely is read at another size too, and the surer reading holds', async () => {
  const sizes: (number | undefined)[] = []
  const read = async (png: Uint8Array, layout: Layout) => {
    const { width: size } = await sharp(png).metadata()
    if (layout === 'page') return [word('A', 95, 40, 60, 20)]
    sizes.push(size)
    return size === 44 ? [word('—', 58, 12, 12, 20)] : [word('=', 96, 9, 9, 15)]
  }
  const { words } = await readPage({ id: 1, width, height, rgb: picture(), within: 10_000 }, read)
  expect(sizes).toEqual([44, 34])
  expect(words.map(({ text }) => text)).toEqual(['A', '='])
})

test('without time for further places it says how many there are', async () => {
  const { words, unread, asked } = await reading([], [word('=', 96, 12, 12, 20)], 0)
  expect([words, unread, asked.length]).toEqual([[], 2, 1])
})
