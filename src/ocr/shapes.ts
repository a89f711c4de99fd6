/**
 * What is drawn on the background of a picture, apart from the outlines of buttons, fields and tables: a reader takes those
 * for strokes of letters. Pure.
 */
import type { Rect } from '../desktop/port.ts'

/** Grey values, row by row. */
export interface Grey {
  readonly width: number
  readonly height: number
  readonly values: Uint8Array
}

export interface Drawn {
  /** The picture without thin long lines and hollow frames; what is inside them stays. */
  readonly clean: Grey
  /** Boxes of everything else that hangs together and differs from the background: letters and their parts, icons. */
  readonly shapes: readonly Rect[]
}

/** Neighbours that differ by no more have the same shade: faces of buttons are seldom of one colour. */
const SAME = 3
/** An area of one shade is background when so many of its pixels have only such neighbours; lines and letters have few. */
const INTERIOR = 300
/** No stroke of a letter of usual size is longer, in pixels. */
const LONG = 20
/** A line is at most this thick, in pixels. */
const THIN = 3
/** A frame fills less of its box than any letter does. */
const HOLLOW = 0.2

export function drawnOn({ width, height, values }: Grey): Drawn {
  const todo = marksOn({ width, height, values })
  const ground = todo.map((mark) => 1 - mark)
  const clean = values.slice()
  const shapes: Rect[] = []
  for (let start = todo.indexOf(1); start >= 0; start = todo.indexOf(1, start + 1)) {
    const { box, pixels } = takeShape(todo, width, height, start)
    if (isSeam(pixels, { width, height, values }, ground)) continue
    if (!isFrame(box, pixels.length)) shapes.push(box)
    else for (const at of pixels) clean[at] = values[nearestGround(ground, width, at)] ?? 0
  }
  return { clean: { width, height, values: clean }, shapes }
}

/** Where two shades of background meet: it lies between both. What is drawn on them is darker or lighter. */
function isSeam(pixels: readonly number[], { width, values }: Grey, ground: Uint8Array): boolean {
  let [darkest, lightest] = [255, 0]
  for (const at of pixels)
    for (const to of [at - 1, at + 1, at - width, at + width]) {
      if (ground[to] !== 1) continue
      darkest = Math.min(darkest, values[to] ?? 0)
      lightest = Math.max(lightest, values[to] ?? 0)
    }
  return pixels.every((at) => (values[at] ?? 0) >= darkest - SAME && (values[at] ?? 0) <= lightest + SAME)
}

/** The nearest pixel of the background in the same row; the pixel itself where there is none. */
function nearestGround(ground: Uint8Array, width: number, at: number): number {
  const x = at % width
  for (let far = 1; far < width; far++) {
    if (far <= x && ground[at - far] === 1) return at - far
    if (x + far < width && ground[at + far] === 1) return at + far
  }
  return at
}

function isFrame({ width, height }: Rect, filled: number): boolean {
  if (Math.max(width, height) < LONG) return false
  const short = Math.min(width, height)
  return short <= THIN || (short >= LONG / 2 && filled < width * height * HOLLOW)
}

/** All marked pixels that hang together with the first; their marks go. */
function takeShape(todo: Uint8Array, width: number, height: number, start: number): { box: Rect; pixels: number[] } {
  const pixels = [start]
  todo[start] = 0
  let [left, right, top, bottom] = [width, 0, height, 0]
  for (let next = 0; next < pixels.length; next++) {
    const at = pixels[next] ?? 0
    const x = at % width
    const y = (at - x) / width
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
    for (let toY = Math.max(0, y - 1); toY <= Math.min(height - 1, y + 1); toY++)
      for (let toX = Math.max(0, x - 1); toX <= Math.min(width - 1, x + 1); toX++) {
        const to = toY * width + toX
        if (todo[to] !== 1) continue
        todo[to] = 0
        pixels.push(to)
      }
  }
  return { box: { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }, pixels }
}

/** 1 for each pixel that is no background. */
function marksOn({ width, height, values }: Grey): Uint8Array {
  const marks = new Uint8Array(width * height).fill(1)
  const seen = new Uint8Array(width * height)
  for (let start = 0; start < seen.length; start++) {
    if (seen[start] === 1) continue
    seen[start] = 1
    const area = [start]
    let interior = 0
    for (let next = 0; next < area.length; next++) {
      const at = area[next] ?? 0
      const x = at % width
      let alike = 0
      const look = (to: number, exists: boolean) => {
        if (exists && Math.abs((values[to] ?? 0) - (values[at] ?? 0)) > SAME) return
        alike++
        if (!exists || seen[to] === 1) return
        seen[to] = 1
        area.push(to)
      }
      look(at - 1, x > 0)
      look(at + 1, x < width - 1)
      look(at - width, at >= width)
      look(at + width, at + width < seen.length)
      if (alike === 4) interior++
    }
    if (interior >= INTERIOR) for (const at of area) marks[at] = 0
  }
  return marks
}
