import type { Event, Geometry } from 'x11'
import type { Point, Rect } from '../../port.ts'
import type { Connection } from '../x11/connection.ts'
import { words } from '../x11/raw.ts'
import type { XRequest } from './requests.ts'

const RECTANGLES = 1
const MASK = 2
const SELECT_INPUT = 6
const GET_RECTANGLES = 8

const SET = 0
const UNION = 1
const SUBTRACT = 3
const INPUT = 2
const UNSORTED = 0
const NONE = 0

/** Where a window takes input, in its own coordinates; `undefined`: the app has set no shape, so everywhere. */
export type InputShape = readonly Rect[] | undefined

/** SHAPE requests about the input shape of windows. A window's owner is not asked, and not told unless it listens. */
export class Shape {
  readonly #connection: Connection
  readonly #major: number

  constructor(connection: Connection, major: number) {
    this.#connection = connection
    this.#major = major
  }

  async inputShape(window: number, geometry: Geometry): Promise<InputShape> {
    const body = words(window, INPUT)
    const rects = await this.#connection.raw({ major: this.#major, minor: GET_RECTANGLES }, body, parseRectangles)
    return isWholeWindow(rects, geometry) ? undefined : rects
  }

  /** Lets input at one pixel of the window, in its own coordinates, through to what lies below. */
  async openPixel(window: number, pixel: Point): Promise<void> {
    await this.#connection.rawVoid({ major: this.#major, minor: RECTANGLES }, pixelBody(SUBTRACT, window, pixel))
  }

  /** @param hadShape Whether the window had a shape of its own before any pixel of it was opened. */
  close(window: number, pixels: readonly Point[], hadShape: boolean): Promise<unknown> {
    const requests = this.closing(window, pixels, hadShape)
    return Promise.all(requests.map(({ major, minor, body }) => this.#connection.rawVoid({ major, minor }, body)))
  }

  /** What `close` sends. The pixels are put back into whatever shape the owner has given the window meanwhile. */
  closing(window: number, pixels: readonly Point[], hadShape: boolean): readonly XRequest[] {
    const major = this.#major
    if (hadShape) return pixels.map((pixel) => ({ major, minor: RECTANGLES, body: pixelBody(UNION, window, pixel) }))
    // None: the shape is the window again, also after it was resized.
    const body = words(0, window, 0, NONE)
    body[0] = SET
    body[1] = INPUT
    return [{ major, minor: MASK, body }]
  }

  /** Asks to be told when anybody, we too, changes a shape of this window. */
  watch(window: number, isOn: boolean): Promise<void> {
    return this.#connection.rawVoid({ major: this.#major, minor: SELECT_INPUT }, words(window, isOn ? 1 : 0))
  }
}

function pixelBody(operation: number, window: number, { x, y }: Point): Buffer {
  const body = Buffer.alloc(20)
  body[0] = operation
  body[1] = INPUT
  body[2] = UNSORTED
  body.writeUInt32LE(window, 4)
  body.writeInt16LE(x, 12)
  body.writeInt16LE(y, 14)
  body.writeUInt16LE(1, 16)
  body.writeUInt16LE(1, 18)
  return body
}

export function parseRectangles(reply: Buffer): readonly Rect[] {
  const count = reply.readUInt32LE(0)
  return Array.from({ length: count }, (_, index) => {
    const offset = 24 + index * 8
    return {
      x: reply.readInt16LE(offset),
      y: reply.readInt16LE(offset + 2),
      width: reply.readUInt16LE(offset + 4),
      height: reply.readUInt16LE(offset + 6),
    }
  })
}

/** A window without a shape is answered for with one rectangle: itself and its border. */
export function isWholeWindow(rects: readonly Rect[], { width, height, borderWidth }: Geometry): boolean {
  const [rect, ...others] = rects
  return (
    rect !== undefined &&
    others.length === 0 &&
    rect.x === -borderWidth &&
    rect.y === -borderWidth &&
    // Servers forget one of the two borders here.
    rect.width >= width + borderWidth &&
    rect.height >= height + borderWidth
  )
}

/** ShapeNotify: the window whose input shape somebody has changed; `undefined` for other events and other shapes. */
export function parseInputShapeNotify(event: Event, firstEvent: number): number | undefined {
  const { rawData: raw } = event
  if ((event.type & 0x7f) !== firstEvent || raw[1] !== INPUT) return undefined
  return raw.readUInt32LE(4)
}
