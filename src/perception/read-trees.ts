/** Reads the window's tree and those of the open popups of its app. */
import {
  type AccessibleHandle,
  type AppInfo,
  type Budget,
  type Desktop,
  PortError,
  type TreeNode,
  type TreeRead,
  type WindowInfo,
} from '../desktop/port.ts'
import { readLimits } from './limits.ts'
import type { SnapshotOptions, SnapshotPart, TreesRead } from './model.ts'
import { describePart, type PartRequest, readTree, selectPart } from './read-part.ts'
import { trim } from './select.ts'
import { displayText } from './text.ts'
import { whyUnreadable } from './unreadable.ts'

type TreePort = Pick<Desktop, 'accessibility' | 'windows'>

export const NOTHING = { popups: [], count: 0, failures: 0, vanished: 0, bare: false, unplaced: false, outdated: false }

/** A tree that changed while it was read is read once more, if there is time for it; from the app itself. */
export async function readStable(
  desktop: TreePort,
  app: AppInfo,
  window: WindowInfo,
  options: SnapshotOptions,
  budget: Budget,
): Promise<TreesRead> {
  const start = performance.now()
  const first = await readTrees(desktop, app, window, options, budget)
  if (first.vanished === 0 && !first.outdated) return first
  const took = performance.now() - start
  if (budget.deadline - performance.now() < 2 * took) return first
  return readTrees(desktop, app, window, { ...options, keptWillDo: false }, budget)
}

async function readTrees(
  desktop: TreePort,
  app: AppInfo,
  window: WindowInfo,
  options: SnapshotOptions,
  budget: Budget,
): Promise<TreesRead> {
  const port = desktop.accessibility
  const limits = readLimits(options)
  const drawnIn = options.scope === undefined ? window : await windowAround(desktop, app, window, options, budget)
  const boundary = drawnIn.accessible ?? app.root
  if (!boundary) return { ...NOTHING, notes: [whyUnreadable(app)] }
  const common = {
    maxElements: limits.elements,
    maxDepth: limits.depth,
    textLimit: limits.text,
    unseenToo: options.scope !== undefined,
    keptWillDo: options.keptWillDo === true,
  }
  const mainRequest = {
    root: options.scope ?? boundary,
    window: drawnIn,
    offset: offsetOf(drawnIn, window),
    ...common,
  }
  // The details need their share of the time, however slow the tree is.
  const treeBudget = { ...budget, deadline: portionOf(budget, 0.7) }
  const [mainTree, popups] = await Promise.all([
    readTree(port, mainRequest, treeBudget),
    options.scope === undefined ? readPopups(desktop, app, window, options, common, treeBudget) : [],
  ])

  const notes: string[] = []
  let failures = mainTree.failures
  const failed: AccessibleHandle[] = []
  let bare = false
  let unplaced = false
  let outdated = false
  const roots = new Set(popups.map(({ tree }) => tree.root.record.handle))
  const main = { request: mainRequest, boundary, tree: without(mainTree, roots) }
  const known = handlesIn(main.tree.root)
  const parts = [...popups.map((popup) => onlyItsOwn(popup, known, roots)).filter((popup) => popup !== undefined), main]
  const selected = await Promise.all(
    parts.map(async (part) => ({ part, selected: await selectPart(port, part.request, part.tree, budget) })),
  )
  // Popups first: they are what the app wants answered, and small.
  const left = { count: limits.elements }
  for (const { selected: one } of selected) trim(one.root, left)
  const reads = await Promise.all(
    selected.map(async ({ part, selected: one }) => ({
      part,
      read: await describePart(port, part.request, one, part.tree.method === 'kept', budget),
    })),
  )
  const openPopups: SnapshotPart[] = []
  let mainPart: SnapshotPart | undefined
  for (const { part, read } of reads) {
    const seen = { window: part.request.window, boundary: part.boundary, root: read.root }
    if (part.request === mainRequest) {
      mainPart = seen
      unplaced = read.unplaced
    } else openPopups.push(seen)
    failed.push(...read.failed)
    outdated ||= read.outdated
    if (read.undescribed !== undefined) {
      bare = true
      notes.push(`Texts, boxes and actions could not be read (${displayText(read.undescribed)}): look again.`)
    }
  }
  const vanished = failed.length === 0 ? 0 : await countGone(desktop, failed, budget)
  failures += failed.length - vanished
  return {
    ...(mainPart && { main: mainPart }),
    popups: openPopups,
    count: parts.reduce((sum, part) => sum + part.tree.count, 0),
    failures,
    vanished,
    bare,
    unplaced,
    outdated,
    notes,
  }
}

/** The popup that a scope is in, else the window. */
async function windowAround(
  desktop: TreePort,
  app: AppInfo,
  window: WindowInfo,
  { scope, windows }: SnapshotOptions,
  budget: Budget,
): Promise<WindowInfo> {
  const listed = windows ?? (await desktop.windows.list(app, budget))
  const popups = listed.filter(({ kind, accessible }) => kind === 'popup' && accessible !== undefined)
  if (scope === undefined || popups.length === 0) return window
  for (const around of [scope, ...(await desktop.accessibility.lineage(scope, budget))]) {
    const popup = popups.find(({ accessible }) => accessible === around)
    if (popup !== undefined) return popup
  }
  return window
}

interface PopupRead {
  readonly request: PartRequest
  readonly boundary: AccessibleHandle
  readonly tree: TreeRead
}

/** Popups of the same app that have a tree of their own. One that closes meanwhile is simply not open any more. */
async function readPopups(
  desktop: TreePort,
  app: AppInfo,
  window: WindowInfo,
  options: SnapshotOptions,
  common: Pick<PartRequest, 'maxElements' | 'maxDepth' | 'textLimit' | 'unseenToo' | 'keptWillDo'>,
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

function handlesIn(root: TreeNode): ReadonlySet<AccessibleHandle> {
  const all = new Set<AccessibleHandle>()
  const add = (node: TreeNode) => {
    all.add(node.record.handle)
    node.children.forEach(add)
  }
  add(root)
  return all
}

/** A tree without popups that it holds: GTK 4 has them inside of their window, and shows them in windows of their own. */
function without(tree: TreeRead, roots: ReadonlySet<AccessibleHandle>): TreeRead {
  if (roots.size === 0) return tree
  const prune = (node: TreeNode): TreeNode => ({
    ...node,
    children: node.children.filter((child) => !roots.has(child.record.handle)).map(prune),
  })
  return { ...tree, root: prune(tree.root) }
}

/**
 * A popup without what is shown elsewhere: popups inside of it, and what the window shows. GTK 3 has the menu of a combo
 * box twice, below the combo box and in a window that holds nothing else.
 */
function onlyItsOwn(
  popup: PopupRead,
  known: ReadonlySet<AccessibleHandle>,
  roots: ReadonlySet<AccessibleHandle>,
): PopupRead | undefined {
  const { root } = popup.tree
  if (known.has(root.record.handle)) return undefined
  const tree = without(popup.tree, new Set([...known, ...roots]))
  const emptied = root.children.length > 0 && tree.root.children.length === 0
  return emptied ? undefined : { ...popup, tree }
}

function offsetOf(popup: WindowInfo, window: WindowInfo): { x: number; y: number } {
  if (!popup.frame || !window.frame) return { x: 0, y: 0 }
  return { x: popup.frame.x - window.frame.x, y: popup.frame.y - window.frame.y }
}

async function countGone(desktop: TreePort, handles: readonly AccessibleHandle[], budget: Budget): Promise<number> {
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
