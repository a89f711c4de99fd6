import type { Budget, Instant, Subscription, WindowHandle } from './values.ts'
import type { WindowInfo } from './windows.ts'

/** Rows top to bottom, three bytes RGB a pixel, no padding. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly rgb: Uint8Array
  /** Of a popup that is not a plain rectangle: one byte a pixel, 255 is opaque; colours are multiplied by it already. */
  readonly alpha?: Uint8Array
  /** What may be wrong in the picture, in words for its reader. Absent: nothing is known to be. */
  readonly doubt?: string
}

export interface Capture {
  /** The window's own pixels, also where others cover it, cropped to its frame. `rejected`: nothing to see (minimised). */
  window(window: WindowInfo, budget: Budget): Promise<Pixels>
  /** The whole display as a person sees it. */
  display(budget: Budget): Promise<Pixels>
  /** Watches what is painted in a window from now on. `unavailable`: nothing tells of it here. */
  watchPaint(window: WindowHandle, budget: Budget): Promise<PaintWatch>
}

export interface PaintWatch extends Subscription {
  /** Resolves once the window was painted at or after `since` and then left alone for some frames; at `until` in any case. */
  rest(since: Instant, until: Instant): Promise<void>
}
