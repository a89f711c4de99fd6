/** One look at a window: its tree, the open popups of its app and its picture, read through the port. */
import { type AppInfo, type Budget, type Desktop, PortError, type WindowInfo } from '../desktop/port.ts'
import { coverageOf, findFocused, selectedTextOf } from './assess.ts'
import { geometryOf } from './geometry.ts'
import { readLimits } from './limits.ts'
import type { Snapshot, SnapshotOptions, TreesRead } from './model.ts'
import { NOTHING, readStable } from './read-trees.ts'
import { NO_PICTURE, takePicture } from './take-picture.ts'
import { displayText } from './text.ts'
import { whyUnreadable } from './unreadable.ts'

export type CapturePort = Pick<Desktop, 'accessibility' | 'windows' | 'capture'>

/**
 * Tree and picture are read at the same time; what fails or is late leaves the other and a note. Settles within the
 * budget with what was read by then.
 * @throws {PortError} `aborted`; `gone` when the window or the scope no longer exists; what accessibility failed with when
 * there is nothing else to tell: a scope was asked for, or the window system does not know the window
 */
export async function capture(
  desktop: CapturePort,
  app: AppInfo,
  window: WindowInfo,
  options: SnapshotOptions,
  budget: Budget,
): Promise<Snapshot> {
  const limits = readLimits(options)
  const [pictured, read] = await Promise.all([
    limits.picture ? takePicture(desktop, window, limits.picture, budget) : NO_PICTURE,
    readStable(desktop, app, window, options, budget).catch((error: unknown) => unanswered(error, app)),
  ])
  if (read.error && (options.scope !== undefined || window.frame === undefined)) throw read.error
  const { main, popups, notes } = read
  const focused = findFocused([...popups, ...(main ? [main] : [])])
  const selectedText = focused && selectedTextOf(focused)
  const geometry = geometryOf(window, pictured.picture)
  return {
    app,
    window,
    ...(main && { main }),
    popups,
    ...(focused && { focused }),
    ...(selectedText !== undefined && { selectedText }),
    coverage: coverageOf(read),
    scoped: options.scope !== undefined,
    skeleton: options.skeleton === true && options.scope === undefined,
    notes: [...notes, ...(pictured.note === undefined ? [] : [pictured.note])],
    ...(pictured.picture && { picture: pictured.picture }),
    ...(geometry && { geometry }),
    textLimit: limits.text,
    read: read.count,
  }
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
