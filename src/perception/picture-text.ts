/** Text that was read from the picture of a window, for what accessibility says nothing of. Pure but for the reader. */
import { type Budget, type Pixels, PortError, type Rect } from '../desktop/port.ts'
import { sharedPart } from './geometry.ts'
import { type SnapshotNode, type SnapshotPart, walkNodes } from './model.ts'
import type { PictureLine, PictureText, ReadWord, TextReader } from './reading.ts'
import { isPassword } from './roles.ts'
import { cutText, displayText, label } from './text.ts'

export interface PictureTextRead {
  readonly pictureText?: PictureText
  readonly note?: string
}

/** What is to be read: the pixels, and what of the screen they show. */
export interface Shown {
  readonly pixels: Pixels
  readonly view: Rect
  /** The window's; boxes of accessibles are relative to it. */
  readonly frame: Rect
}

/** Most lines of one look. */
export const MOST_LINES = 500
/** A gap wider than this many heights of a line divides it: labels side by side are not one label. */
const GAP = 1
/** What stands in for a pixel that must not be read. */
const BLANK = 128

const NOT_READ = 'The text in the picture was not read'

/**
 * Password entries are painted over first: what they show is never read. Never rejects for the reader's sake: what went
 * wrong is a note.
 * @param scope read only what this accessible covers
 * @throws {PortError} `aborted`
 */
export async function readPicture(
  reader: TextReader,
  shown: Shown,
  parts: readonly SnapshotPart[],
  scope: SnapshotNode | undefined,
  textLimit: number,
  budget: Budget,
): Promise<PictureTextRead> {
  const secrets = secretBoxes(parts)
  if (secrets === undefined)
    return { note: `${NOT_READ}: it shows a password entry, and nothing tells where. Look at it in the picture.` }
  const { pixels, view } = shown
  const toPixels = pixelsOf(shown)
  const hidden = secrets.flatMap((box) => sharedPart(toPixels(box), whole(pixels)) ?? [])
  const area = scope?.details.box ? sharedPart(toPixels(scope.details.box), whole(pixels)) : whole(pixels)
  if (area === undefined) return { note: `${NOT_READ}: what was asked for is not in view.` }
  try {
    const { words, unread } = await reader.read(cropped(paintedOver(pixels, hidden), area), budget)
    const found = words
      .map((word) => ({ ...word, box: { ...word.box, x: word.box.x + area.x, y: word.box.y + area.y } }))
      .filter(({ box }) => hidden.every((secret) => sharedPart(secret, box) === undefined))
    const scale = { x: view.width / pixels.width, y: view.height / pixels.height }
    const lines = linesOf(found, textLimit).map((line) => ({
      ...line,
      box: {
        x: line.box.x * scale.x + view.x - shown.frame.x,
        y: line.box.y * scale.y + view.y - shown.frame.y,
        width: line.box.width * scale.x,
        height: line.box.height * scale.y,
      },
    }))
    return {
      pictureText: { lines: lines.slice(0, MOST_LINES), leftOut: Math.max(0, lines.length - MOST_LINES), unread },
    }
  } catch (error) {
    if (budget.signal?.aborted) throw new PortError('aborted', 'the call was cancelled while the picture was read')
    return { note: `${NOT_READ}: ${displayText(error instanceof Error ? error.message : String(error))}.` }
  }
}

/** Words that stand together as lines, sanitised, from top to bottom and from left to right; boxes as the words have them. */
export function linesOf(words: readonly ReadWord[], textLimit: number): readonly PictureLine[] {
  const byLine = new Map<number, ReadWord[]>()
  for (const word of words) byLine.set(word.line, [...(byLine.get(word.line) ?? []), word])
  const lines = [...byLine.values()].flatMap(divided).flatMap((group) => lineOf(group, textLimit) ?? [])
  return inReadingOrder(lines)
}

function divided(line: readonly ReadWord[]): ReadWord[][] {
  const height = Math.max(...line.map(({ box }) => box.height))
  const groups: ReadWord[][] = []
  for (const word of [...line].sort((a, b) => a.box.x - b.box.x)) {
    const group = groups.at(-1)
    const before = group?.at(-1)?.box
    if (group && before && word.box.x - (before.x + before.width) <= GAP * height) group.push(word)
    else groups.push([word])
  }
  return groups
}

function lineOf(words: readonly ReadWord[], textLimit: number): PictureLine | undefined {
  const text = label(cutText(words.map((word) => word.text).join(' '), textLimit).text)
  if (text === undefined) return undefined
  const left = Math.min(...words.map(({ box }) => box.x))
  const top = Math.min(...words.map(({ box }) => box.y))
  const right = Math.max(...words.map(({ box }) => box.x + box.width))
  const bottom = Math.max(...words.map(({ box }) => box.y + box.height))
  const confidence = Math.round(Math.min(...words.map((word) => word.confidence)))
  return { text, box: { x: left, y: top, width: right - left, height: bottom - top }, confidence }
}

/** Lines whose middle is within the height of the first of a row are beside it. */
function inReadingOrder(lines: readonly PictureLine[]): readonly PictureLine[] {
  const rows: PictureLine[][] = []
  for (const line of [...lines].sort((a, b) => middle(a) - middle(b))) {
    const row = rows.at(-1)
    const first = row?.[0]?.box
    if (row && first && middle(line) <= first.y + first.height) row.push(line)
    else rows.push([line])
  }
  return rows.flatMap((row) => row.sort((a, b) => a.box.x - b.box.x))
}

const middle = ({ box }: PictureLine): number => box.y + box.height / 2

/** Relative to the window's frame; undefined: there is one that shows and nothing tells where. */
function secretBoxes(parts: readonly SnapshotPart[]): readonly Rect[] | undefined {
  const nodes = parts.flatMap(({ root }) => [...walkNodes(root)])
  const secrets = nodes.filter(({ record, inView }) => isPassword(record.role) && inView)
  const boxes = secrets.flatMap(({ details }) => details.box ?? [])
  return boxes.length === secrets.length ? boxes : undefined
}

/** A box relative to the frame as whole pixels of the picture that hold all of it. */
function pixelsOf({ pixels, view, frame }: Shown): (box: Rect) => Rect {
  const scaleX = pixels.width / view.width
  const scaleY = pixels.height / view.height
  return (box) => {
    const left = Math.floor((box.x + frame.x - view.x) * scaleX)
    const top = Math.floor((box.y + frame.y - view.y) * scaleY)
    const right = Math.ceil((box.x + box.width + frame.x - view.x) * scaleX)
    const bottom = Math.ceil((box.y + box.height + frame.y - view.y) * scaleY)
    return { x: left, y: top, width: right - left, height: bottom - top }
  }
}

const whole = ({ width, height }: Pixels): Rect => ({ x: 0, y: 0, width, height })

function paintedOver({ width, height, rgb }: Pixels, boxes: readonly Rect[]): Pixels {
  if (boxes.length === 0) return { width, height, rgb }
  const painted = rgb.slice()
  for (const box of boxes)
    for (let y = box.y; y < box.y + box.height; y++)
      painted.fill(BLANK, (y * width + box.x) * 3, (y * width + box.x + box.width) * 3)
  return { width, height, rgb: painted }
}

function cropped({ width, rgb }: Pixels, area: Rect): Pixels {
  const part = new Uint8Array(area.width * area.height * 3)
  for (let y = 0; y < area.height; y++) {
    const from = ((area.y + y) * width + area.x) * 3
    part.set(rgb.subarray(from, from + area.width * 3), y * area.width * 3)
  }
  return { width: area.width, height: area.height, rgb: part }
}
