/** Which places of a picture may hold text that a reading of the whole page passed over. Pure. */
import type { Rect } from '../desktop/port.ts'
import type { ReadWord } from '../perception/index.ts'

/** Shapes nearer to each other than this belong together, in pixels: letters of a line, the bars of an equals sign. */
const NEAR = { x: 6, y: 3 }
/** A dot or a bar above or below; what is taller is another line. */
const PIECE = 4
/** What is joined to a line makes it so much taller at most. */
const TALLER = 1.8
/** Smaller than this is dirt, in pixels; larger than that no text of a control. */
const SMALLEST = 4
const TALLEST = 64
/** A word that was read so surely is not read again, in percent. */
export const SURE = 85
/** What is less sure is noise: icons, mostly. */
const LEAST = 50
/** So much of a place may words hide before it counts as read. */
const COVERED = 0.3

/** Shapes that are near each other as one box each, in the order of their uppermost parts. */
export function joinShapes(shapes: readonly Rect[]): readonly Rect[] {
  const rows = [...shapes].sort((a, b) => a.y - b.y)
  const open: Rect[] = []
  const done: Rect[] = []
  for (const shape of rows) {
    let joined = shape
    for (let at = open.length - 1; at >= 0; at--) {
      const other = open[at] as Rect
      if (other.y + other.height + NEAR.y < shape.y) done.push(...open.splice(at, 1))
      else if (isNear(other, joined)) {
        joined = union(other, joined)
        open.splice(at, 1)
        at = open.length // what it has grown into may be near it now
      }
    }
    open.push(joined)
  }
  return [...done, ...open].sort((a, b) => a.y - b.y || a.x - b.x)
}

/** Places that may hold a word and where no word was read surely. */
export function unreadRegions(regions: readonly Rect[], words: readonly ReadWord[]): readonly Rect[] {
  const sure = words.filter(({ confidence }) => confidence >= SURE).map(({ box }) => box)
  return regions.filter((region) => {
    const { width, height } = region
    if (height > TALLEST || Math.max(width, height) < SMALLEST) return false
    const read = sure.reduce((sum, box) => sum + sharedArea(box, region), 0)
    return read < width * height * COVERED
  })
}

/** A word that is all there is in a place fills it: readers are careless with the boxes of single letters. */
export function fitWords(words: readonly ReadWord[], regions: readonly Rect[]): readonly ReadWord[] {
  const only = new Map<ReadWord, Rect>()
  for (const region of regions) {
    const inside = words.filter(({ box }) => sharedArea(box, region) > 0)
    const [word] = inside
    if (word !== undefined && inside.length === 1 && holds(region, word.box)) only.set(word, region)
  }
  return words.map((word) => ({ ...word, box: only.get(word) ?? word.box }))
}

/** With a pixel to spare on each side. */
const holds = (outer: Rect, { x, y, width, height }: Rect): boolean =>
  x >= outer.x - 1 &&
  y >= outer.y - 1 &&
  x + width <= outer.x + outer.width + 2 &&
  y + height <= outer.y + outer.height + 2

/** The words of the page, and those that were found at a second look; the surer one where both read something. */
export function mergeWords(page: readonly ReadWord[], again: readonly ReadWord[]): readonly ReadWord[] {
  const found = again.filter(({ confidence }) => confidence >= LEAST)
  const kept = page.filter((word) => {
    if (word.confidence >= SURE) return true
    return word.confidence >= LEAST && found.every(({ box }) => sharedArea(box, word.box) === 0)
  })
  return [...kept, ...found]
}

function isNear(a: Rect, b: Rect): boolean {
  const x = Math.max(a.x, b.x) - Math.min(a.x + a.width, b.x + b.width)
  const y = Math.max(a.y, b.y) - Math.min(a.y + a.height, b.y + b.height)
  if (y <= 0) return x <= NEAR.x && !isTooTall(a, b)
  return x <= 0 && y <= NEAR.y && Math.min(a.height, b.height) <= PIECE && !isTooTall(a, b)
}

/** Two lines that something long touches stay two, where nothing small is concerned. */
function isTooTall(a: Rect, b: Rect): boolean {
  const tall = Math.max(a.height, b.height)
  return tall > 2 * PIECE && union(a, b).height > tall * TALLER
}

function union(a: Rect, b: Rect): Rect {
  const x = Math.min(a.x, b.x)
  const y = Math.min(a.y, b.y)
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  }
}

function sharedArea(a: Rect, b: Rect): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return width > 0 && height > 0 ? width * height : 0
}
