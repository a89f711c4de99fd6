import type { Geometry } from 'x11'
import type { Point, Rect } from '../../port.ts'
import type { Connection } from '../x11/connection.ts'
import { words } from '../x11/raw.ts'

const RECTANGLES = 1
const MASK = 2
const SELECT_INPUT = 6
const GET_RECTANGLES = 8

const SET = 0
const SUBTRACT = 3
const INPUT = 2
const UNSORTED = 0
const NONE = 0

/** Where a window takes input, in its own coordinates; `undefined`: the app has set no shape, so everywhere. */
export type InputShape = readonly Rect[] | undefined

/** SHAPE requests about the input shape of windows. A window's owner is not asked and not told unless it listens. */
export class Shape {
  readonly #connection: Connection
  readonly #major: number

  constructor(connection: Connection, major: number) {
    this.#connection = connection
    this.#major = major
  }

  async inputShape(window: number, geometry: Geometry): Promise<InputShape> {
    const body = words(window, 0)
    body[4] = INPUT
    const rects = await this.#connection.raw({ major: this.#major, minor: GET_RECTANGLES }, body, parseRectangles)
    return isWholeWindow(rects, geometry) ? undefined : rects
  }

  /** Takes one pixel, in the window's own coordinates, out of its input shape. */
  subtract(window: number, { x, y }: Point): Promise<void> {
    return this.#rectangles(SUBTRACT, window, [{ x, y, width: 1, height: 1 }])
  }

  restore(window: number, shape: InputShape): Promise<void> {
    return this.#send(restoringRequest(window, shape))
  }

  /** Asks to be told when anybody changes a shape of this window. */
  watch(window: number, on: boolean): Promise<void> {
    const body = words(window, 0)
    body[4] = on ? 1 : 0
    return this.#connection.rawVoid({ major: this.#major, minor: SELECT_INPUT }, body)
  }

  #rectangles(operation: number, window: number, rects: readonly Rect[]): Promise<void> {
    return this.#send({ minor: RECTANGLES, body: rectanglesBody(operation, window, rects) })
  }

  #send({ minor, body }: { readonly minor: number; readonly body: Buffer }): Promise<void> {
    return this.#connection.rawVoid({ major: this.#major, minor }, body)
  }
}

/** The one request that gives a window its input shape back. */
export function restoringRequest(window: number, shape: InputShape): { readonly minor: number; readonly body: Buffer } {
  if (shape !== undefined) return { minor: RECTANGLES, body: rectanglesBody(SET, window, shape) }
  const body = words(0, window, 0, NONE)
  body[0] = SET
  body[1] = INPUT
  return { minor: MASK, body }
}

function rectanglesBody(operation: number, window: number, rects: readonly Rect[]): Buffer {
  const body = Buffer.alloc(12 + rects.length * 8)
  body[0] = operation
  body[1] = INPUT
  body[2] = UNSORTED
  body.writeUInt32LE(window, 4)
  rects.forEach(({ x, y, width, height }, index) => {
    const offset = 12 + index * 8
    body.writeInt16LE(x, offset)
    body.writeInt16LE(y, offset + 2)
    body.writeUInt16LE(width, offset + 4)
    body.writeUInt16LE(height, offset + 6)
  })
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
