import type { AimedSeat, Button, Key, Point, WheelDirection } from '../desktop/port.ts'

/**
 * What a seat does once it is aimed at a window, for the agent's own seat and for a takeover alike. Each answers with a
 * shortfall, if there is one, in words for the caller.
 */
export type Gesture = (seat: AimedSeat) => Promise<string | undefined>

export const clickGesture =
  (button: Button, count: number): Gesture =>
  async (seat) => {
    for (let click = 0; click < count; click++) {
      await seat.press(button)
      await seat.release(button)
    }
    return undefined
  }

/** Points between, so that an app sees a drag and not a jump. */
const DRAG_STEPS = 24

/** Presses where the seat is aimed, goes to `to` in steps, and releases there; stopped, it releases at the origin. */
export const dragGesture =
  (from: Point, to: Point, signal?: AbortSignal): Gesture =>
  async (seat) => {
    await seat.press('left')
    for (let step = 1; step <= DRAG_STEPS; step++) {
      if (signal?.aborted === true) {
        await seat.move(from)
        await seat.release('left')
        return 'It was cancelled on the way; the button was released where the drag began.'
      }
      const along = (a: number, b: number) => Math.round(a + ((b - a) * step) / DRAG_STEPS)
      await seat.move({ x: along(from.x, to.x), y: along(from.y, to.y) })
    }
    await seat.release('left')
    return undefined
  }

export const wheelGesture =
  (direction: WheelDirection, clicks: number): Gesture =>
  async (seat) => {
    await seat.wheel(direction, clicks)
    return undefined
  }

export const chordGesture =
  (keys: readonly Key[]): Gesture =>
  async (seat) => {
    await seat.chord(keys)
    return undefined
  }

export interface TypeOptions {
  /** The field has not the app's own focus yet: click into it first. */
  readonly click: boolean
  /** Puts the caret where the text belongs, after that click has moved it. */
  readonly placeCaret?: () => Promise<unknown>
  readonly signal?: AbortSignal | undefined
}

export const typeGesture =
  (text: string, { click, placeCaret, signal }: TypeOptions): Gesture =>
  async (seat) => {
    if (click) {
      await clickGesture('left', 1)(seat)
      await placeCaret?.()
    }
    const { typed, impossible } = await seat.type(text, signal)
    const wanted = [...text].length
    if (impossible.length > 0) return `These characters could not be typed: ${impossible.map(codePoint).join(', ')}.`
    return typed < wanted ? `It was stopped after ${typed} of ${wanted} characters.` : undefined
  }

const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
