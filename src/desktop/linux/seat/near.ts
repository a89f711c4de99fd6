import type { Point } from '../../port.ts'

/** A person's pointer this near, in pixels, could be on a hole with its next step. */
export const NEAR = 3
/** While a hole stays open it is closed when the pointer comes this near: it travels on while we are told. */
export const APPROACH = 16

export function isNear(a: Point, b: Point, distance: number): boolean {
  return Math.abs(a.x - b.x) <= distance && Math.abs(a.y - b.y) <= distance
}
