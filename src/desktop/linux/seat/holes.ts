import type { Geometry } from 'x11'
import type { Point } from '../../port.ts'
import type { Rig } from './rig.ts'
import { parseInputShapeNotify } from './shape.ts'

interface Pixel {
  readonly onScreen: Point
  /** In the window's own coordinates. */
  readonly inWindow: Point
}

interface Opened {
  pixels: readonly Pixel[]
  hadShape: boolean
  /** Numbers of our own requests that the server has told us of, or will. */
  readonly own: Set<number>
}

/**
 * Pixels of windows through which input falls to what lies below. Only the input shape changes: nothing is redrawn, no
 * window is restacked, no focus moves. What would close them is on record before they are opened.
 */
export class Holes {
  readonly #rig: Rig
  readonly #opened = new Map<number, Opened>()

  constructor(rig: Rig) {
    this.#rig = rig
    rig.core.connection.onEvent((event) => {
      const window = parseInputShapeNotify(event, rig.extensions.shapeEvent)
      const opened = window === undefined ? undefined : this.#opened.get(window)
      if (opened === undefined || opened.own.delete(event.seq)) return
      // Its owner has given it a shape meanwhile, and that must stay.
      opened.hadShape = true
    })
  }

  get isOpen(): boolean {
    return this.#opened.size > 0
  }

  has(window: number): boolean {
    return this.#opened.has(window)
  }

  /** Opens one pixel, on the screen, of a window that covers it. */
  async open(window: number, geometry: Geometry, { x, y }: Point): Promise<void> {
    const { core } = this.#rig
    const place = { x: x - geometry.xPos - geometry.borderWidth, y: y - geometry.yPos - geometry.borderWidth }
    const opened = this.#opened.get(window) ?? {
      pixels: [],
      hadShape: (await core.shape.inputShape(window, geometry)) !== undefined,
      own: new Set<number>(),
    }
    this.#opened.set(window, opened)
    opened.pixels = [...opened.pixels, { onScreen: { x, y }, inWindow: place }]
    const recorded = this.#writeRecord()
    const watched = core.shape.watch(window, true)
    const done = core.shape.openPixel(window, place)
    opened.own.add(core.connection.lastRequest)
    // A window that went meanwhile covers nothing.
    await Promise.allSettled([recorded, watched, done])
  }

  async close(): Promise<void> {
    await this.#close(() => true)
  }

  /** Closes all holes but those at this place of the screen. */
  async closeOthers({ x, y }: Point): Promise<void> {
    await this.#close(({ onScreen }) => onScreen.x !== x || onScreen.y !== y)
  }

  async #close(shall: (pixel: Pixel) => boolean): Promise<void> {
    const { core } = this.#rig
    const work: Promise<unknown>[] = []
    for (const [window, opened] of this.#opened) {
      const closed = opened.pixels.filter(shall)
      if (closed.length === 0) continue
      opened.pixels = opened.pixels.filter((pixel) => !shall(pixel))
      const isLast = opened.pixels.length === 0
      // A shape of ours stays while another pixel of it is open; then it can only be mended.
      work.push(core.shape.close(window, closed.map(inWindow), opened.hadShape || !isLast))
      if (isLast) {
        this.#opened.delete(window)
        work.push(core.shape.watch(window, false))
      } else {
        opened.own.add(core.connection.lastRequest)
      }
    }
    if (work.length > 0) await Promise.allSettled([...work, this.#writeRecord()])
  }

  #writeRecord(): Promise<void> {
    const { core, record } = this.#rig
    const requests = [...this.#opened].flatMap(([window, { pixels, hadShape }]) =>
      core.shape.closing(window, pixels.map(inWindow), hadShape),
    )
    return record.write('SHAPES', requests)
  }
}

const inWindow = (pixel: Pixel): Point => pixel.inWindow
