/** One look at a window: its tree, the open popups of its app and its picture, read through the port. */
import { type AppInfo, type Budget, type Desktop, PortError, type WindowInfo } from '../desktop/port.ts'
import { coverageOf, findFocused, selectedTextOf } from './assess.ts'
import { geometryOf } from './geometry.ts'
import { readLimits } from './limits.ts'
import type { Geometry, Snapshot, SnapshotOptions, TreesRead } from './model.ts'
import { overlaysOf, viewOf } from './overlays.ts'
import { type PictureTextRead, readPicture } from './picture-text.ts'
import { NOTHING, readStable } from './read-trees.ts'
import { isSameFrame, nextSight, type OneLook, sightOf, unrest } from './settle.ts'
import { NO_PICTURE, type PictureTaken, takePicture } from './take-picture.ts'
import { displayText } from './text.ts'
import { whyUnreadable } from './unreadable.ts'

export type CapturePort = Pick<Desktop, 'accessibility' | 'windows' | 'capture'>

/** A window that changes under a look is looked at again for this long, in milliseconds. */
const SETTLING = 500
/** And one whose frame stays as it is for this long. */
const STILL = 250

/**
 * Tree and picture are read at the same time; what fails or is late leaves the other and a note. A window that was
 * changing meanwhile is looked at again, for a while. Settles within the budget with what was read by then.
 * @throws {PortError} `aborted`; `gone` when the window or the scope no longer exists; what accessibility failed with when
 * there is nothing else to tell: a scope was asked for, or the window system does not know the window
 */
export async function capture(
  desktop: CapturePort,
  app: AppInfo,
  given: WindowInfo,
  options: SnapshotOptions,
  budget: Budget,
): Promise<Snapshot> {
  const limits = readLimits(options)
  const { window, read, pictured, overlays, unsettled } = await lookUntilAtRest(desktop, app, given, options, budget)
  if (read.error && (options.scope !== undefined || window.frame === undefined)) throw read.error
  const { main, popups, notes } = read
  const focused = findFocused([...popups, ...(main ? [main] : [])])
  const selectedText = focused && selectedTextOf(focused)
  const geometry = geometryOf(window, pictured.picture, viewOf(window, overlays))
  const inPicture = await textInPicture(pictured, read, geometry, options, budget)
  return {
    app,
    window,
    ...(main && { main }),
    popups,
    overlays,
    ...(focused && { focused }),
    ...(selectedText !== undefined && { selectedText }),
    coverage: unsettled === undefined ? coverageOf(read) : 'unstable',
    scoped: options.scope !== undefined,
    skeleton: options.skeleton === true && options.scope === undefined,
    notes: [unsettled, ...notes, pictured.note, inPicture.note].filter((note) => note !== undefined),
    ...(pictured.picture && { picture: pictured.picture }),
    ...(inPicture.pictureText && { pictureText: inPicture.pictureText }),
    ...(geometry && { geometry }),
    textLimit: limits.text,
    read: read.count,
  }
}

async function textInPicture(
  { pixels }: PictureTaken,
  { main, popups }: TreesRead,
  geometry: Geometry | undefined,
  options: SnapshotOptions,
  budget: Budget,
): Promise<PictureTextRead> {
  const { reader, scope } = options
  if (reader === undefined) return {}
  if (pixels === undefined || geometry === undefined)
    return { note: 'No text was read from the picture: there is no picture.' }
  const parts = [...(main ? [main] : []), ...popups]
  const { text } = readLimits(options)
  return readPicture(reader, { pixels, ...geometry }, parts, scope && main?.root, text, budget)
}

async function lookUntilAtRest(
  desktop: CapturePort,
  app: AppInfo,
  given: WindowInfo,
  options: SnapshotOptions,
  budget: Budget,
): Promise<OneLook & { readonly unsettled?: string }> {
  let look = await lookOnce(desktop, app, given, options, budget)
  const giveUp = Math.min(budget.deadline, performance.now() + SETTLING)
  let until = Math.min(giveUp, performance.now() + STILL)
  for (;;) {
    const unsettled = options.scope === undefined ? unrest(look) : undefined
    const asItIs = { ...look, ...(unsettled !== undefined && { unsettled }) }
    const { window } = look
    if (unsettled === undefined && !isPictureMissing(look, options)) return asItIs
    if (performance.now() >= until) return asItIs
    const next = unsettled === undefined ? sightOf : nextSight
    const sight = await next(desktop, app, window, budget).catch(unlessAborted)
    if (sight === undefined) return asItIs
    const isStill = isSameFrame(window, sight.window)
    if (isStill && unsettled === undefined) return asItIs
    if (!isStill) until = Math.min(giveUp, performance.now() + STILL)
    look = await lookOnce(desktop, app, sight.window, { ...options, windows: sight.windows }, budget)
  }
}

/** It is also refused when the window was resized since it was listed. */
function isPictureMissing({ window, pictured }: OneLook, options: SnapshotOptions): boolean {
  return readLimits(options).picture !== undefined && !pictured.picture && !window.minimized
}

async function lookOnce(
  desktop: CapturePort,
  app: AppInfo,
  window: WindowInfo,
  options: SnapshotOptions,
  budget: Budget,
): Promise<OneLook> {
  const { picture } = readLimits(options)
  const isNeeded = picture !== undefined || options.reader !== undefined
  const windows = options.windows ?? (await desktop.windows.list(app, budget).catch(unlessAborted)) ?? [window]
  const overlays = overlaysOf(window, windows)
  const { pictureAfter } = options
  const readAll = () =>
    readStable(desktop, app, window, { ...options, windows }, budget).catch((error: unknown) => unanswered(error, app))
  const takeOne = async () => (isNeeded ? takePicture(desktop, window, overlays, picture, budget) : NO_PICTURE)
  const inTurn = async () => {
    const [read] = await Promise.all([readAll(), pictureAfter?.()])
    return [await takeOne(), read] as const
  }
  const [pictured, read] = await (isNeeded && pictureAfter ? inTurn() : Promise.all([takeOne(), readAll()]))
  return { window, read, pictured, overlays: pictured.pixels ? pictured.overlays : overlays }
}

function unlessAborted(error: unknown): undefined {
  if (!(error instanceof PortError) || error.code === 'aborted') throw error
  return undefined
}

function unanswered(error: unknown, app: AppInfo): TreesRead {
  if (!(error instanceof PortError) || error.code === 'aborted' || error.code === 'gone') throw error
  return { ...NOTHING, failures: 1, notes: [noteOf(error, app)], error }
}

function noteOf({ code, message }: PortError, app: AppInfo): string {
  if (code === 'timeout') return whyUnreadable({ ...app, unreadable: 'silent' })
  if (code === 'unavailable') return whyUnreadable({ ...app, unreadable: 'no-bus' })
  return `The elements could not be read (${displayText(message)}): there is only the picture. Look again.`
}
