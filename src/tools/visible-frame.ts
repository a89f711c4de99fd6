import type { Rect } from '../desktop/port.ts'

/** So much of a window, in pixels, lets a person take hold of it. */
const GRIP = 40

/** Would one display show enough of a window to use it? Where no display is known: yes. Pure. */
export function isShown(frame: Rect, displays: readonly Rect[]): boolean {
  if (displays.length === 0) return true
  const needed = { width: Math.min(GRIP, frame.width), height: Math.min(GRIP, frame.height) }
  return displays.some(
    (display) =>
      overlap(frame.x, frame.width, display.x, display.width) >= needed.width &&
      overlap(frame.y, frame.height, display.y, display.height) >= needed.height,
  )
}

const overlap = (a: number, aLength: number, b: number, bLength: number): number =>
  Math.min(a + aLength, b + bLength) - Math.max(a, b)

export const inWords = ({ x, y, width, height }: Rect): string => `${width}×${height} at ${x},${y}`
