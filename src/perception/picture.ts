/** Pixels to a PNG within bounds. */
import type { Pixels } from '../desktop/port.ts'
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
