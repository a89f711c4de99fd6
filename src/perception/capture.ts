/** One look at a window: its tree, the open popups of its app and its picture, read through the port. */
import type {
  AccessibleHandle,
  AppInfo,
  Budget,
  Desktop,
  TreeRead,
  WindowInfo,
} from '../desktop/port.ts'
import { PortError } from '../desktop/port.ts'
import { coverageOf, findFocused, readLimits, selectedTextOf } from './assess.ts'
import { geometryOf } from './geometry.ts'
import type { Snapshot, SnapshotOptions, SnapshotPart } from './model.ts'
import { NO_PICTURE, takePicture } from './take-picture.ts'
import { displayText } from './text.ts'
import { type PartRequest, readDetails, readTree } from './read-part.ts'

export type CapturePort = Pick<Desktop, 'accessibility' | 'windows' | 'capture'>

/**
 * Tree and picture are read at the same time; what fails or is late leaves the other and a note. Settles within the
 * budget with what was read by then.
 * @throws {PortError} `aborted`; `gone` when the window or the scope no longer exists; what the app failed with when
 * there is no picture either
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
    readStable(desktop, app, window, options, budget).catch(unanswered),
  ])
  if (read.error && !pictured.picture) throw read.error
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
    counts: { shown: read.shown, read: read.count },
  }
}

/** Everything that was read of the trees, and how well it went. */
export interface TreesRead {
  readonly main?: SnapshotPart
  readonly popups: readonly SnapshotPart[]
  readonly shown: number
  readonly count: number
  /** Accessibles or parts that did not answer. */
  readonly failures: number
  /** Accessibles that ceased to exist while they were read. */
  readonly vanished: number
  /** Details that did not come in time: the lines are bare. */
  readonly bare: boolean
  readonly notes: readonly string[]
  /** The app did not answer at all. */
  readonly error?: PortError
}

const NOTHING = { popups: [], shown: 0, count: 0, failures: 0, vanished: 0, bare: false }

function unanswered(error: unknown): TreesRead {
  if (!(error instanceof PortError) || error.code === 'aborted' || error.code === 'gone') throw error
  const note = `The app did not answer (${displayText(error.message)}): there is only the picture. Look again.`
  return { ...NOTHING, failures: 1, notes: [note], error }
}

/** A tree that changed while it was read is read once more, if there is time for it. */
async function readStable(
  desktop: CapturePort,
  app: AppInfo,
  window: WindowInfo,
  options: SnapshotOptions,
  budget: Budget,
): Promise<TreesRead> {
  const start = performance.now()
  const first = await readTrees(desktop, app, window, options, budget)
  if (first.vanished === 0) return first
  const took = performance.now() - start
  if (budget.deadline - performance.now() < 2 * took) return first
  return readTrees(desktop, app, window, options, budget)
}

async function readTrees(
  desktop: CapturePort,
  app: AppInfo,
  window: WindowInfo,
  options: SnapshotOptions,
  budget: Budget,
): Promise<TreesRead> {
  const port = desktop.accessibility
  const limits = readLimits(options)
  const boundary = window.accessible ?? app.root
  if (!boundary) {
    const note = 'This app is not on the accessibility bus: there is only the picture. Act by coordinates.'
    return { ...NOTHING, notes: [note] }
  }
  const common = { maxDepth: limits.depth, textLimit: limits.text, unseenToo: options.scope !== undefined }
  const mainRequest = { root: options.scope ?? boundary, window, offset: { x: 0, y: 0 }, ...common }
  // The details need their share of the time, however slow the tree is.
  const treeBudget = { ...budget, deadline: portionOf(budget, 0.7) }
  const [mainTree, popups] = await Promise.all([
    readTree(port, mainRequest, treeBudget),
    options.scope === undefined ? readPopups(desktop, app, window, options, common, treeBudget) : [],
  ])

  const notes: string[] = []
  const left = { left: limits.elements }
  let failures = mainTree.failures
  const failed: AccessibleHandle[] = []
  let shown = 0
  let bare = false
  // Popups first: they are what the app wants answered, and small.
  const parts = [...popups, { request: mainRequest, boundary, tree: mainTree }]
  const openPopups: SnapshotPart[] = []
  let main: SnapshotPart | undefined
  const reads = await Promise.all(
    parts.map(async (part) => ({ part, read: await readDetails(port, part.request, part.tree, left, budget) })),
  )
  for (const { part, read } of reads) {
    if (!read) continue
    const seen = { window: part.request.window, boundary: part.boundary, root: read.root }
    if (part.request === mainRequest) main = seen
    else openPopups.push(seen)
    failed.push(...read.failed)
    shown += read.shown
    if (read.undescribed !== undefined) {
      bare = true
      notes.push(`Texts, boxes and actions could not be read (${displayText(read.undescribed)}): look again.`)
    }
  }
  const vanished = failed.length === 0 ? 0 : await countGone(desktop, failed, budget)
  failures += failed.length - vanished
  return {
    ...(main && { main }),
    popups: openPopups,
    shown,
    count: parts.reduce((sum, part) => sum + part.tree.count, 0),
    failures,
    vanished,
    bare,
    notes,
  }
}

interface PopupRead {
  readonly request: PartRequest
  readonly boundary: AccessibleHandle
  readonly tree: TreeRead
}

/** Popups of the same app that have a tree of their own. One that closes meanwhile is simply not open any more. */
async function readPopups(
  desktop: CapturePort,
  app: AppInfo,
  window: WindowInfo,
  options: SnapshotOptions,
  common: Pick<PartRequest, 'maxDepth' | 'textLimit' | 'unseenToo'>,
  budget: Budget,
): Promise<readonly PopupRead[]> {
  const windows = options.windows ?? (await desktop.windows.list(app, budget))
  const open = windows.filter((w) => w.kind === 'popup' && w.accessible !== undefined && w.handle !== window.handle)
  const reads = open.map(async (popup): Promise<PopupRead | undefined> => {
    const root = popup.accessible
    if (root === undefined || root === window.accessible) return undefined
    const request = { root, window: popup, offset: offsetOf(popup, window), ...common }
    try {
      return { request, boundary: root, tree: await readTree(desktop.accessibility, request, budget) }
    } catch (error) {
      if (error instanceof PortError && error.code !== 'aborted') return undefined
      throw error
    }
  })
  return (await Promise.all(reads)).filter((read) => read !== undefined)
}

function offsetOf(popup: WindowInfo, window: WindowInfo): { x: number; y: number } {
  if (!popup.frame || !window.frame) return { x: 0, y: 0 }
  return { x: popup.frame.x - window.frame.x, y: popup.frame.y - window.frame.y }
}

async function countGone(desktop: CapturePort, handles: readonly AccessibleHandle[], budget: Budget): Promise<number> {
  try {
    const records = await desktop.accessibility.readRecords(handles, budget)
    return handles.filter((handle) => records.has(handle) && records.get(handle) === undefined).length
  } catch (error) {
    if (error instanceof PortError && error.code !== 'aborted') return 0
    throw error
  }
}

function portionOf(budget: Budget, share: number): number {
  const now = performance.now()
  return now + (budget.deadline - now) * share
}
