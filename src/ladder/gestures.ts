import type { AimedSeat, Button, Instant, Key, Point, TypedText, WheelDirection } from '../desktop/port.ts'

/** What became of a gesture. */
export interface Gestured {
  /** In words for the caller. */
  readonly shortfall?: string
  /**
   * When its decisive part began, such as the second press of a double click or the release that ends a drag. The app had
   * acted on everything before: what changed until then is no effect of the whole.
   */
  readonly decisiveFrom?: Instant
}

/** What a seat does once it is aimed at a window, for the agent's own seat and for a takeover alike. */
export type Gesture = (seat: AimedSeat) => Promise<Gestured>

/** Presses further apart are two clicks to GTK and Qt, milliseconds; less than their 400, for they count by their own clock. */
const DOUBLE_CLICK_MS = 350

export const clickGesture =
  (button: Button, count: number): Gesture =>
  async (seat) => {
    let decisiveFrom: Instant | undefined
    let pressedAt = 0
    let longest = 0
    for (let click = 0; click < count; click++) {
      if (click > 0) {
        await seat.settle()
        decisiveFrom = performance.now()
      }
      await seat.press(button)
      if (click > 0) longest = Math.max(longest, performance.now() - pressedAt)
      pressedAt = performance.now()
      await seat.release(button)
    }
    return {
      ...(decisiveFrom !== undefined && { decisiveFrom }),
      ...(longest > DOUBLE_CLICK_MS && {
        shortfall: `The second press came ${longest.toFixed(0)} ms after the first: the app may have taken them for two clicks.`,
      }),
    }
  }

/** Points between, so that an app sees a drag and not a jump. */
const DRAG_STEPS = 24

/**
 * Presses where the seat is aimed, goes to `to` in steps, and releases there; stopped, it releases at the origin. Before the
 * release the app gets time twice: to begin the drag, and to hear of the last motion and be told what lies there.
 */
export const dragGesture =
  (from: Point, to: Point, signal?: AbortSignal): Gesture =>
  async (seat) => {
    await seat.press('left')
    for (let step = 1; step <= DRAG_STEPS; step++) {
      if (signal?.aborted === true) return await cancelDrag(seat, from)
      const along = (a: number, b: number) => Math.round(a + ((b - a) * step) / DRAG_STEPS)
      await seat.move({ x: along(from.x, to.x), y: along(from.y, to.y) })
    }
    await seat.settle()
    await seat.move(besides(to, from))
    await seat.move(to)
    await seat.settle()
    if (signal?.aborted === true) return await cancelDrag(seat, from)
    const decisiveFrom = performance.now()
    await seat.release('left')
    return { decisiveFrom }
  }

async function cancelDrag(seat: AimedSeat, from: Point): Promise<Gestured> {
  await seat.move(from)
  await seat.release('left')
  return { shortfall: 'It was cancelled on the way; the button was released where the drag began.' }
}

/** A pixel next to the end of a drag, on its way; a pointer that stays where it is makes no motion. */
const besides = (to: Point, from: Point): Point => ({
  x: to.x + Math.sign(from.x - to.x),
  y: to.y + Math.sign(from.y - to.y),
})

export const wheelGesture =
  (direction: WheelDirection, clicks: number): Gesture =>
  async (seat) => {
    await seat.wheel(direction, clicks)
    return {}
  }

export const chordGesture =
  (keys: readonly Key[]): Gesture =>
  async (seat) => {
    await seat.chord(keys)
    return {}
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
    const shortfall = typingShortfall(text, await seat.type(text, signal))
    return shortfall === undefined ? {} : { shortfall }
  }

const STOPS = {
  aborted: 'The call was cancelled or its time was up',
  unanswered: 'The app no longer took keys',
  'map-changed': 'Somebody else changed the keyboard map meanwhile',
} as const satisfies Record<NonNullable<TypedText['stopped']>, string>

/** Places in the text are counted from 1, so that the rest can be typed without a doubt. The text itself is not told. */
export function typingShortfall(
  text: string,
  { typed, impossible, stopped, uncertain }: TypedText,
): string | undefined {
  const wanted = [...text].length
  if (impossible.length > 0)
    return `Nothing was typed: there are no keys for these characters: ${impossible.map(codePoint).join(', ')}.`
  const said: string[] = []
  if (typed < wanted) {
    const why = stopped === undefined ? 'It was stopped' : STOPS[stopped]
    said.push(`${why}: ${typed} of ${wanted} characters were typed.`)
  }
  if (uncertain !== undefined) {
    const first = typed - uncertain + 1
    const which = uncertain === 1 ? `Character ${typed}` : `Characters ${first} to ${typed}`
    said.push(`${which} may have arrived as something else, or not at all.`)
  }
  return said.length === 0 ? undefined : said.join(' ')
}

const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
