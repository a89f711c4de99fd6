/** Pixels to a PNG within bounds. */
import type { Pixels, Rect } from '../desktop/port.ts'
import type { Picture, PictureBounds } from './model.ts'

/** The largest size with the same shape whose longer side fits; never larger than the pixels are. */
export function fitSize(width: number, height: number, longSide: number): { width: number; height: number } {
  const scale = Math.min(1, longSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** How long the longer side may be on the next try, after one of `longSide` gave too many bytes. Always shorter. */
export function nextLongSide(longSide: number, bytes: number, maxBytes: number): number {
  const guess = Math.floor(longSide * Math.min(0.9, Math.sqrt(maxBytes / bytes) * 0.95))
  return Math.max(1, Math.min(longSide - 1, guess))
}

/** What is neither window nor popup. */
const NOTHING_THERE = 128

/** Pictures of windows on one, each where its frame is; those that say how opaque they are let through what is below. */
export function paintOver(view: Rect, parts: readonly { readonly frame: Rect; readonly pixels: Pixels }[]): Pixels {
  const { width, height } = view
  const rgb = new Uint8Array(width * height * 3).fill(NOTHING_THERE)
  for (const { frame, pixels } of parts) {
    const [left, top] = [frame.x - view.x, frame.y - view.y]
    const [first, end] = [Math.max(0, -left), Math.min(pixels.width, width - left)]
    for (let y = Math.max(0, -top); y < Math.min(pixels.height, height - top); y++) {
      const from = y * pixels.width
      const to = (top + y) * width + left
      if (pixels.alpha === undefined)
        rgb.set(pixels.rgb.subarray((from + first) * 3, (from + end) * 3), (to + first) * 3)
      else for (let x = first; x < end; x++) blend(rgb, to + x, pixels.rgb, from + x, pixels.alpha[from + x] ?? 255)
    }
  }
  return { width, height, rgb }
}

/** One pixel over another; its colours are multiplied by its alpha already. */
function blend(target: Uint8Array, to: number, source: Uint8Array, from: number, alpha: number): void {
  for (let channel = 0; channel < 3; channel++) {
    const below = Math.round(((target[to * 3 + channel] ?? 0) * (255 - alpha)) / 255)
    target[to * 3 + channel] = Math.min(255, (source[from * 3 + channel] ?? 0) + below)
  }
}

/**
 * A PNG of the pixels whose longer side and bytes are within the bounds, shrunk until it fits. One pixel takes under a
 * hundred bytes, so it always does for bounds above that.
 */
export async function encodePicture(pixels: Pixels, bounds: PictureBounds): Promise<Picture> {
  const { default: sharp } = await import('sharp')
  const raw = { width: pixels.width, height: pixels.height, channels: 3 as const }
  let longSide = Math.min(bounds.longSide, Math.max(pixels.width, pixels.height))
  for (;;) {
    const size = fitSize(pixels.width, pixels.height, longSide)
    const image = sharp(pixels.rgb, { raw })
    if (size.width !== pixels.width || size.height !== pixels.height) {
      image.resize(size.width, size.height, { fit: 'fill' })
    }
    const png = await image.png({ compressionLevel: 3 }).toBuffer()
    if (png.length <= bounds.maxBytes || longSide === 1) return { png, ...size }
    longSide = nextLongSide(longSide, png.length, bounds.maxBytes)
  }
}
