import { setTimeout as delay } from 'node:timers/promises'
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

/** The last two presses of the agent's, so that clicks of two calls are not taken for one double or triple click. */
export class ClickMemory {
  #last: Press | undefined
  #before: Press | undefined

  /**
   * Milliseconds to wait before a press that begins a click of its own. A third press is GTK 3's triple click for twice the
   * time, counted from the first: then it is neither a click nor the beginning of a double click.
   */
  pauseBefore(press: Press): number {
    const until = (former: Press | undefined, ms: number) =>
      former !== undefined && isNear(former, press) ? former.at + ms - press.at : 0
    return Math.max(0, until(this.#last, DOUBLE_CLICK_MS), until(this.#before, 2 * DOUBLE_CLICK_MS))
  }

  /** Makes a press; `begins`: of a click of its own, so not before the last one is forgotten. */
  async press(where: Omit<Press, 'at'>, begins: boolean, make: () => Promise<void>): Promise<void> {
    if (begins) await delay(this.pauseBefore({ ...where, at: performance.now() }))
    await make()
    this.note({ ...where, at: performance.now() })
  }

  note(press: Press): void {
    this.#before = this.#last
    this.#last = press
  }
}

const isNear = (a: Press, b: Press): boolean =>
  a.client === b.client &&
  a.button === b.button &&
  Math.max(Math.abs(a.point.x - b.point.x), Math.abs(a.point.y - b.point.y)) <= DOUBLE_CLICK_PIXELS
