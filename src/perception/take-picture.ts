/** A window's picture through the port, within its share of the time. */
import { type Budget, type Desktop, type Pixels, PortError, type WindowInfo } from '../desktop/port.ts'
import type { Picture, PictureBounds } from './model.ts'
import { viewOf } from './overlays.ts'
import { encodePicture, paintOver } from './picture.ts'
import { displayText } from './text.ts'

/** A picture that takes longer than this is not worth waiting for, in milliseconds. */
const PICTURE_LIMIT = 3_000

export interface PictureTaken {
  readonly picture?: Picture
  /** All of it, as it was before it was shrunk. */
  readonly pixels?: Pixels
  /** Popups that it shows. */
  readonly overlays: readonly WindowInfo[]
  readonly note?: string
}

export const NO_PICTURE: PictureTaken = { overlays: [] }

/**
 * The window with the popups over it; as a picture where bounds for one are given, always as pixels. Never rejects for a picture's sake: what went
 * wrong is a note.
 */
export async function takePicture(
  desktop: Pick<Desktop, 'capture'>,
  window: WindowInfo,
  overlays: readonly WindowInfo[],
  bounds: PictureBounds | undefined,
  budget: Budget,
): Promise<PictureTaken> {
  const deadline = Math.min(budget.deadline, performance.now() + PICTURE_LIMIT)
  try {
    const capture = (each: WindowInfo) => desktop.capture.window(each, { ...budget, deadline })
    const [pixels, ...popups] = await Promise.all([
      capture(window),
      // One that closes meanwhile is simply not open any more.
      ...overlays.map((popup) => capture(popup).catch(unlessAborted)),
    ])
    const open = overlays.filter((_, index) => popups[index] !== undefined)
    const parts = [window, ...open].flatMap(({ frame }, index) => {
      const part = index === 0 ? pixels : popups.filter((each) => each !== undefined)[index - 1]
      return frame && part ? [{ frame, pixels: part }] : []
    })
    const view = viewOf(window, open)
    const whole = view && open.length > 0 ? paintOver(view, parts) : pixels
    const note = pixels.doubt === undefined ? {} : { note: `Screenshot: ${pixels.doubt}.` }
    if (!bounds) return { pixels: whole, overlays: open, ...note }
    const picture = await before(deadline, encodePicture(whole, bounds))
    if (!picture) return { overlays: [], note: 'No screenshot: it was not ready in time. Look again if you need it.' }
    return { picture, pixels: whole, overlays: open, ...note }
  } catch (error) {
    if (error instanceof PortError && error.code === 'aborted') throw error
    const why = displayText(error instanceof Error ? error.message : String(error))
    return { overlays: [], note: `No screenshot: ${why}.` }
  }
}

function unlessAborted(error: unknown): undefined {
  if (!(error instanceof PortError) || error.code === 'aborted') throw error
  return undefined
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
