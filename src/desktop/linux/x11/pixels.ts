import type { Pixels } from '../../port.ts'
import { PortError } from '../../port.ts'

/** How an image of GetImage is laid out. */
export interface ImageFormat {
  readonly bitsPerPixel: number
  readonly redMask: number
  readonly greenMask: number
  readonly blueMask: number
  readonly leastSignificantByteFirst: boolean
}

/** Why an image of this format cannot be read; `undefined` when it can. All X servers of the last decades offer this one. */
export function unsupported(format: ImageFormat): string | undefined {
  const { bitsPerPixel, redMask, greenMask, blueMask, leastSignificantByteFirst } = format
  const isBgrx = redMask === 0xff0000 && greenMask === 0xff00 && blueMask === 0xff
  if (bitsPerPixel === 32 && isBgrx && leastSignificantByteFirst) return undefined
  return `expected 32 bits a pixel as BGRX, got ${bitsPerPixel} bits with red mask 0x${redMask.toString(16)}`
}

/**
 * Copies rows of BGRX pixels into an RGB picture, from `row` on. The fourth byte is alpha in windows of depth 32 and
 * undefined in others; a picture of a window shows its colours either way.
 */
export function bgrxToRgb(source: Buffer, target: Uint8Array, width: number, row: number, rows: number): void {
  if (source.length < width * rows * 4) {
    throw new PortError(
      'failed',
      `expected ${width * rows * 4} bytes of pixels from the X server, got ${source.length}`,
    )
  }
  const end = (row + rows) * width * 3
  for (let from = 0, to = row * width * 3; to < end; from += 4, to += 3) {
    target[to] = source[from + 2] as number
    target[to + 1] = source[from + 1] as number
    target[to + 2] = source[from] as number
  }
}

/** Copies the alpha of rows of BGRA pixels, from `row` on. */
export function bgraToAlpha(source: Buffer, target: Uint8Array, width: number, row: number, rows: number): void {
  const end = (row + rows) * width
  for (let from = 3, to = row * width; to < end; from += 4, to++) target[to] = source[from] as number
}

export function emptyPixels(width: number, height: number): Pixels {
  return { width, height, rgb: new Uint8Array(width * height * 3) }
}
