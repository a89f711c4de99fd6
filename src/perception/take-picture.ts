/** A window's picture through the port, within its share of the time. */
import { type Budget, type Desktop, PortError, type WindowInfo } from '../desktop/port.ts'
import type { Picture, PictureBounds } from './model.ts'
import { encodePicture } from './picture.ts'
import { displayText } from './text.ts'

/** A picture that takes longer than this is not worth waiting for, in milliseconds. */
const PICTURE_LIMIT = 3_000

export interface PictureTaken {
  readonly picture?: Picture
  readonly note?: string
}

export const NO_PICTURE: PictureTaken = {}

/** Never rejects for a picture's sake: what went wrong is a note. */
export async function takePicture(
  desktop: Pick<Desktop, 'capture'>,
  window: WindowInfo,
  bounds: PictureBounds,
  budget: Budget,
): Promise<PictureTaken> {
  const deadline = Math.min(budget.deadline, performance.now() + PICTURE_LIMIT)
  try {
    const pixels = await desktop.capture.window(window, { ...budget, deadline })
    const picture = await before(deadline, encodePicture(pixels, bounds))
    if (picture && pixels.doubt !== undefined) return { picture, note: `Screenshot: ${pixels.doubt}.` }
    return picture ? { picture } : { note: 'No screenshot: it was not ready in time. Look again if you need it.' }
  } catch (error) {
    if (error instanceof PortError && error.code === 'aborted') throw error
    const why = displayText(error instanceof Error ? error.message : String(error))
    return { note: `No screenshot: ${why}.` }
  }
}

/** Undefined when it is not done by then; it then goes on for nothing. */
async function before<T>(deadline: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), Math.max(0, deadline - performance.now()))
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
