/** From pixels of the picture to the screen and back, and whether that still holds. Pure. */
import type { Point, Rect, WindowInfo } from '../desktop/port.ts'
import type { Geometry } from './model.ts'

export type PointResult = { readonly ok: true; readonly point: Point } | { readonly ok: false; readonly reason: string }

/**
 * Where the window was and how its picture was scaled; without a picture coordinates are the screen's pixels, from the
 * corner of what the picture would show.
 */
export function geometryOf(
  { frame, scale }: WindowInfo,
  picture?: { readonly width: number; readonly height: number },
  view = frame,
): Geometry | undefined {
  if (!frame || !view || !(frame.width > 0) || !(frame.height > 0)) return undefined
  const { width, height } = picture ?? view
  return { frame, view, width, height, scaleX: width / view.width, scaleY: height / view.height, windowScale: scale }
}

/**
 * The screen pixel under the middle of a picture pixel. Points outside [0,width) × [0,height) and numbers that are not
 * finite are refused, never clipped.
 */
export function toScreen(point: Point, geometry: Geometry): PointResult {
  const { width, height, view } = geometry
  if (!Number.isFinite(point.x) || !Number.isFinite(point.y)) {
    return { ok: false, reason: 'x and y must be finite numbers' }
  }
  if (point.x < 0 || point.y < 0 || point.x >= width || point.y >= height) {
    return {
      ok: false,
      reason: `the point ${point.x},${point.y} is outside the screenshot: x goes from 0 to ${width - 1}, y from 0 to ${height - 1}`,
    }
  }
  return {
    ok: true,
    point: {
      x: view.x + along(point.x, geometry.scaleX, view.width),
      y: view.y + along(point.y, geometry.scaleY, view.height),
    },
  }
}

function along(pixel: number, scale: number, length: number): number {
  return Math.min(length - 1, Math.floor((Math.floor(pixel) + 0.5) / scale))
}

/** A box relative to the window's frame, as whole picture pixels that hold all of it; undefined where a number is not finite. */
export function toPicture(
  box: Rect,
  { scaleX, scaleY, frame, view }: Pick<Geometry, 'scaleX' | 'scaleY' | 'frame' | 'view'>,
): Rect | undefined {
  if (![box.x, box.y, box.width, box.height].every(Number.isFinite)) return undefined
  const x = box.x + frame.x - view.x
  const y = box.y + frame.y - view.y
  const left = Math.floor(x * scaleX + SLACK)
  const top = Math.floor(y * scaleY + SLACK)
  const right = Math.ceil((x + box.width) * scaleX - SLACK)
  const bottom = Math.ceil((y + box.height) * scaleY - SLACK)
  return { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) }
}

/** 10 × 0.1 must not round up to 2. */
const SLACK = 1e-6

export type Freshness = { readonly fresh: true } | { readonly fresh: false; readonly reason: string }

/** Whether coordinates of that capture still name the same pixels of the window. */
export function checkFresh(geometry: Geometry, now: WindowInfo): Freshness {
  const then = geometry.frame
  const frame = now.frame
  if (!frame) return { fresh: false, reason: 'the window system no longer tells where the window is' }
  if (frame.x !== then.x || frame.y !== then.y)
    return { fresh: false, reason: 'the window has moved since the screenshot' }
  if (frame.width !== then.width || frame.height !== then.height) {
    return { fresh: false, reason: 'the window has been resized since the screenshot' }
  }
  if (Math.abs(now.scale - geometry.windowScale) > 0.01) {
    return { fresh: false, reason: 'the window is drawn at another scale since the screenshot' }
  }
  return { fresh: true }
}

/** Whether a box has at least one pixel in the picture. */
export function isInPicture(box: Rect, { frame, view }: Geometry): boolean {
  const x = box.x + frame.x - view.x
  const y = box.y + frame.y - view.y
  return x < view.width && y < view.height && x + box.width > 0 && y + box.height > 0
}

/** The part that two rectangles share; undefined: none, or there is no first one. */
export function sharedPart(a: Rect | undefined, b: Rect): Rect | undefined {
  if (a === undefined) return undefined
  const x = Math.max(a.x, b.x)
  const y = Math.max(a.y, b.y)
  const width = Math.min(a.x + a.width, b.x + b.width) - x
  const height = Math.min(a.y + a.height, b.y + b.height) - y
  return width > 0 && height > 0 ? { x, y, width, height } : undefined
}
