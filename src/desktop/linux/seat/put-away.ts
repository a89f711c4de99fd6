import type { SeatRecord } from './record.ts'
import type { XInput2 } from './xinput2.ts'
import { CORNER, type XTest } from './xtest.ts'

/**
 * Hides a pointer and puts it where it is in nobody's way; both of a connection whose client pointer it is, which holds it
 * from then on. No window is told where it is. And none counts it in: the core protocol tells a window that a pointer has
 * come only if no other one is there yet, so it would hide the person's. A grab counts the pointer in at the grab's own
 * window, hence the second one, at a window beyond the screen.
 * @returns false: an app has grabbed it.
 */
export async function putAway(
  { input, test, root }: { readonly input: XInput2; readonly test: XTest; readonly root: number },
  pointer: number,
  record: SeatRecord | undefined,
): Promise<boolean> {
  const [isGrabbed] = await Promise.all([input.grab(pointer, root), test.motion(CORNER.x, CORNER.y)])
  if (!isGrabbed || record === undefined) return isGrabbed
  return input.grab(pointer, record.window)
}
