/** Reads one picture: the whole page first, then each place that it passed over. Runs in the reading process. */
import sharp from 'sharp'
import type { Point, Rect } from '../desktop/port.ts'
import type { Reading, ReadWord } from '../perception/index.ts'
import type { ReadRequest } from './messages.ts'
import { fitWords, joinShapes, mergeWords, SURE, unreadRegions } from './regions.ts'
import { drawnOn, type Grey } from './shapes.ts'

/** What is read: letters of the usual size are too small for the reader, and large pictures take too long. */
const ENLARGED_UP_TO = 1_400_000
const ENLARGED = 2
/** By how much places are enlarged, the usual one first. */
const PLACE_SIZES = [2, 1.5]
/** Of a screen, in pixels an inch. */
const DENSITY = 96
/** Of the time for a reading, how much may be gone before a further place is looked at. */
const SHARE = 0.7
/** Around a place that is read by itself: so much of the picture, in which nothing else is, and so much again of its edge. */
const MARGIN = 3

/** `page` finds text by itself; `line` takes the picture for one line. */
export type Layout = 'page' | 'line'

/** Reads the words in a PNG; boxes in its pixels. */
export type ReadPng = (png: Uint8Array, layout: Layout) => Promise<readonly ReadWord[]>

export async function readPage({ width, height, rgb, within }: ReadRequest, read: ReadPng): Promise<Reading> {
  const until = performance.now() + within * SHARE
  const { clean, shapes } = drawnOn(await greyOf(width, height, rgb))
  const scale = width * height <= ENLARGED_UP_TO ? ENLARGED : 1
  const words = await read(await pngOf(clean, { x: 0, y: 0, width, height }, scale), 'page')
  const page = words.map((word) => placed(word, { x: 0, y: 0 }, scale))
  const regions = joinShapes(shapes)
  const unread = unreadRegions(regions, page)
  const again: ReadWord[] = []
  const lines = Math.max(0, ...page.map((word) => word.line + 1))
  for (const [index, region] of unread.entries()) {
    if (performance.now() > until)
      return { words: fitWords(mergeWords(page, again), regions), unread: unread.length - index }
    for (const word of await readPlace(clean, region, read)) again.push({ ...word, line: lines + index })
  }
  return { words: fitWords(mergeWords(page, again), regions), unread: 0 }
}

/** The surest of the readings at several sizes: single signs are read well at one and badly at another. */
async function readPlace(picture: Grey, region: Rect, read: ReadPng): Promise<readonly ReadWord[]> {
  const part = grown(region, picture.width, picture.height)
  const corner = { x: part.x - MARGIN, y: part.y - MARGIN }
  let best: readonly ReadWord[] = []
  for (const scale of PLACE_SIZES) {
    const found = await read(await pngOf(picture, part, scale, MARGIN * scale), 'line')
    if (sureness(found) > sureness(best)) best = found.map((word) => placed(word, corner, scale))
    if (sureness(best) >= SURE) break
  }
  return best
}

/** Of the least sure word; nothing read is less than any. */
const sureness = (words: readonly ReadWord[]): number =>
  words.length === 0 ? -1 : Math.min(...words.map(({ confidence }) => confidence))

async function greyOf(width: number, height: number, rgb: Uint8Array): Promise<Grey> {
  const values = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .greyscale()
    .raw()
    .toBuffer()
  return { width, height, values }
}

/** @param margin pixels of the PNG on each side that repeat its edge */
function pngOf({ width, height, values }: Grey, part: Rect, scale: number, margin = 0): Promise<Buffer> {
  const around = Math.round(margin)
  return sharp(values, { raw: { width, height, channels: 1 } })
    .extract({ left: part.x, top: part.y, width: part.width, height: part.height })
    .resize(Math.round(part.width * scale), Math.round(part.height * scale), { kernel: 'cubic', fit: 'fill' })
    .extend({ top: around, bottom: around, left: around, right: around, extendWith: 'copy' })
    .withMetadata({ density: DENSITY * scale })
    .png({ compressionLevel: 1 })
    .toBuffer()
}

function grown({ x, y, width, height }: Rect, pictureWidth: number, pictureHeight: number): Rect {
  const left = Math.max(0, x - MARGIN)
  const top = Math.max(0, y - MARGIN)
  const right = Math.min(pictureWidth, x + width + MARGIN)
  const bottom = Math.min(pictureHeight, y + height + MARGIN)
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** A word of an enlarged part, in pixels of the whole picture. */
function placed(word: ReadWord, corner: Point, scale: number): ReadWord {
  const { x, y, width, height } = word.box
  const box = { x: corner.x + x / scale, y: corner.y + y / scale, width: width / scale, height: height / scale }
  return { ...word, box }
}
