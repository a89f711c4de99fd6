import type { Instant, Point } from '../../port.ts'

/**
 * Two presses of a button this close in time and place are a double click to some toolkit: 400 ms and 5 pixels in GTK and
 * Qt, 500 ms in Chromium.
 */
const DOUBLE_CLICK_MS = 500
const DOUBLE_CLICK_PIXELS = 8

export interface Press {
  readonly client: number
  readonly button: number
  readonly point: Point
  readonly at: Instant
}

/** The last press of the agent's, so that clicks of two calls are not taken for one double click. */
export class ClickMemory {
  #last: Press | undefined

  /** Milliseconds to wait before a press that begins a click of its own. */
  pauseBefore({ client, button, point, at }: Press): number {
    const last = this.#last
    if (last === undefined || last.client !== client || last.button !== button) return 0
    const distance = Math.max(Math.abs(point.x - last.point.x), Math.abs(point.y - last.point.y))
    return distance > DOUBLE_CLICK_PIXELS ? 0 : Math.max(0, last.at + DOUBLE_CLICK_MS - at)
  }

  note(press: Press): void {
    this.#last = press
  }
}
