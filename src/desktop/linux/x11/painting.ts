import type { Instant, Rect } from '../../port.ts'
import { intersect, subtractAll } from '../rect.ts'

/**
 * What is known of one window's picture since the server began to keep it. The server started it as a copy of the screen,
 * so where another window was on top it held that window's pixels.
 */
export interface Painting {
  /** Covered then, and painted by nobody since: the picture shows another window here. */
  readonly foreign: readonly Rect[]
  /** Covered then, and not drawn by the app since: foreign, or the plain background that the server filled in. */
  readonly undrawn: readonly Rect[]
  /** The app has drawn some of what was covered. */
  readonly hasDrawn: boolean
  /** Of the last paint, or of the beginning. */
  readonly since: Instant
}

/** Who painted: `before` the picture began, so that it was visible then; the server's `background`; or the `app`. */
export type Painter = 'before' | 'background' | 'app'

export function beginPainting(size: { readonly width: number; readonly height: number }, at: Instant): Painting {
  const whole = [{ x: 0, y: 0, width: size.width, height: size.height }]
  return { foreign: whole, undrawn: whole, hasDrawn: false, since: at }
}

export function paint(painting: Painting, area: Rect, painter: Painter, at: Instant): Painting {
  const undrawn = painter === 'background' ? painting.undrawn : subtractAll(painting.undrawn, area)
  return {
    foreign: subtractAll(painting.foreign, area),
    undrawn,
    hasDrawn: painting.hasDrawn || (painter === 'app' && painting.undrawn.some((part) => intersect(part, area))),
    since: at,
  }
}

/** What matters of it where only a part is to be shown. */
export function within(painting: Painting, area: Rect): Painting {
  const clip = (rects: readonly Rect[]) =>
    rects.map((rect) => intersect(rect, area)).filter((rect) => rect !== undefined)
  return { ...painting, foreign: clip(painting.foreign), undrawn: clip(painting.undrawn) }
}

export type Trust =
  | { readonly state: 'good' }
  /** Look again at this time, or when more was painted. */
  | { readonly state: 'wait'; readonly until: Instant; readonly foreign: boolean }
  /** Nothing foreign, but what was covered may be missing. */
  | { readonly state: 'doubtful' }
  /** It would show another window's pixels. */
  | { readonly state: 'foreign' }

/** An app that draws in several steps pauses less than this between two. */
const QUIET = 60
/** An app that is alive has begun to draw by then, or has nothing to draw over its background. */
const PATIENCE = 700
/** Parts that show another window are worth a longer wait: without them there is no picture at all. */
const PATIENCE_WITH_FOREIGN = 1_500

/**
 * May the picture be shown? Becoming redirected exposes what was covered, so an app that is alive draws it at once (GTK 3:
 * 4 ms). Apps that leave a part to the window's background never draw all of it: there a pause after drawing must do.
 */
export function judgePainting(painting: Painting, begun: Instant, now: Instant): Trust {
  if (painting.undrawn.length === 0) return { state: 'good' }
  const foreign = painting.foreign.length > 0
  if (foreign || !painting.hasDrawn) {
    const giveUp = begun + (foreign ? PATIENCE_WITH_FOREIGN : PATIENCE)
    if (now < giveUp) return { state: 'wait', until: giveUp, foreign }
    return { state: foreign ? 'foreign' : 'doubtful' }
  }
  const quietAt = painting.since + QUIET
  return now < quietAt ? { state: 'wait', until: quietAt, foreign } : { state: 'good' }
}
