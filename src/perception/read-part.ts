/** Reads one accessible tree: the tree itself, then in one bulk read the details of what will be shown. */
import {
  type Accessibility,
  type AccessibleDetails,
  type AccessibleHandle,
  type AccessibleRecord,
  type Budget,
  PortError,
  type Rect,
  type TreeRead,
  type WindowInfo,
} from '../desktop/port.ts'
import { clipToView } from './clip.ts'
import { fieldsFor } from './fields.ts'
import { LIMITS, type SnapshotNode } from './model.ts'
import { ROW_TEXT } from './row-text.ts'
import {
  denseCollections,
  entering,
  keepRowsInView,
  type SelectedNode,
  select,
  surroundings,
  tellsShowing,
} from './select.ts'

export interface PartRequest {
  readonly root: AccessibleHandle
  /** The window that the accessibles of this part draw in. */
  readonly window: WindowInfo
  /** Where that window lies in the window that the snapshot is of. */
  readonly offset: { readonly x: number; readonly y: number }
  readonly maxElements: number
  readonly maxDepth: number
  readonly textLimit: number
  readonly unseenToo: boolean
  readonly keptWillDo: boolean
}

/** Nodes of a whole window that are read at most, shown or not: hidden ones are cheap, but an app may have millions. */
const MOST_READ = 40_000
/** Of a part that was asked for nearly all are shown; some wrappers and separators are not. */
const SCOPE_READ = 1.5

export function readTree(port: Accessibility, request: PartRequest, budget: Budget): Promise<TreeRead> {
  return port.readTree(
    {
      root: request.root,
      maxNodes: mostRead(request),
      maxDepth: request.maxDepth + 1,
      enter: entering(request.unseenToo),
      keptWillDo: request.keptWillDo,
    },
    budget,
  )
}

function mostRead({ unseenToo, maxElements }: PartRequest): number {
  return unseenToo ? Math.ceil(maxElements * SCOPE_READ) : MOST_READ
}

export interface PartRead {
  readonly root: SnapshotNode
  /** Accessibles of which a detail could not be read. */
  readonly failed: readonly AccessibleHandle[]
  /** Nothing tells where its accessibles are: that one has no box says nothing about it. */
  readonly unplaced: boolean
  /** The tree was kept, and does not hold any more. */
  readonly outdated: boolean
  /** The details did not come in time, or not at all. */
  readonly undescribed?: string
}

/** What of a tree will be shown, before the number of elements is looked at. */
export interface PartSelected {
  readonly root: SelectedNode
  /** The app tells by states what shows; else boxes must. */
  readonly told: boolean
}

export async function selectPart(
  port: Accessibility,
  request: PartRequest,
  tree: TreeRead,
  budget: Budget,
): Promise<PartSelected> {
  const { maxDepth, unseenToo } = request
  const told = tellsShowing(tree.root, request.root === request.window.accessible)
  const truncated = tree.count >= mostRead(request)
  const root = select(tree.root, { maxDepth, unseenToo, seen: told ? 'showing' : 'visible', truncated })
  if (!unseenToo) await cutDense(port, request, root, budget)
  return { root, told }
}

export async function describePart(
  port: Accessibility,
  request: PartRequest,
  { root, told }: PartSelected,
  kept: boolean,
  budget: Budget,
): Promise<PartRead> {
  const around = surroundings(root)
  const fieldsOf = (record: AccessibleRecord) => fieldsFor(record, around.get(record) ?? ALONE)
  try {
    const { details, failed, unplaced, outdated } = await port.describe(
      {
        window: request.window,
        records: [...around.keys()],
        fields: fieldsOf,
        textLimit: Math.max(request.textLimit, ROW_TEXT),
        kept,
      },
      budget,
    )
    const built = placeWindow(build(root, details, request.offset), request)
    const placed = (record: AccessibleRecord) => fieldsOf(record).includes('box')
    const seen = told ? built : unplaced ? allInView(built) : clipToView(built, request.unseenToo, placed)
    return { root: seen, failed: [...failed], unplaced: unplaced === true, outdated: outdated === true }
  } catch (error) {
    if (!(error instanceof PortError) || error.code === 'aborted') throw error
    const bare = build(root, new Map(), request.offset)
    return { root: bare, failed: [], unplaced: false, outdated: false, undescribed: error.message }
  }
}

const ALONE = { secret: false, inert: false, mayBeTarget: true }

/**
 * Toolkits that call every row showing: ask for the boxes first, then drop what is scrolled away. Without an answer all
 * rows stay, up to the limits.
 */
async function cutDense(port: Accessibility, request: PartRequest, root: SelectedNode, budget: Budget): Promise<void> {
  const dense = denseCollections(root)
  if (dense.length === 0) return
  const nodes = dense.flatMap(({ collection, clips }) => [...clips, ...collection.children.slice(0, MOST_PROBED)])
  const records = [...new Set(nodes.map((node) => node.record))]
  const { window } = request
  try {
    const { details } = await port.describe({ window, records, fields: () => ['box'], textLimit: 0 }, budget)
    const frame = window.frame && { x: 0, y: 0, width: window.frame.width, height: window.frame.height }
    for (const one of dense) keepRowsInView(one, (node) => details.get(node.record.handle)?.box, frame)
  } catch (error) {
    if (!(error instanceof PortError) || error.code === 'aborted') throw error
  }
}

/** Rows of one collection whose boxes are asked for; those after them are kept as if in view, up to the limits. */
const MOST_PROBED = 10 * LIMITS.denseRows

function build(
  node: SelectedNode,
  details: ReadonlyMap<AccessibleHandle, AccessibleDetails>,
  offset: { readonly x: number; readonly y: number },
): SnapshotNode {
  const own = details.get(node.record.handle) ?? {}
  return {
    record: node.record,
    details: node.secret ? withoutContent(shift(own, offset)) : shift(own, offset),
    children: node.children.map((child) => build(child, details, offset)),
    secret: node.secret,
    inView: node.record.states.has('showing'),
    cuts: node.cuts,
  }
}

/** Where neither states nor boxes tell what can be seen, all of it may be. */
function allInView(node: SnapshotNode): SnapshotNode {
  return { ...node, inView: true, children: node.children.map(allInView) }
}

/** A window's accessible may count its decoration; boxes count from the frame. */
function placeWindow(root: SnapshotNode, { window, offset }: PartRequest): SnapshotNode {
  if (root.record.handle !== window.accessible || !window.frame) return root
  const { width, height } = window.frame
  return { ...root, details: { ...root.details, box: { ...offset, width, height } } }
}

function shift(details: AccessibleDetails, offset: { readonly x: number; readonly y: number }): AccessibleDetails {
  if (!details.box || (offset.x === 0 && offset.y === 0)) return details
  const box: Rect = { ...details.box, x: details.box.x + offset.x, y: details.box.y + offset.y }
  return { ...details, box }
}

/** The port was not asked for these; should it tell all the same, they end here. */
function withoutContent({ box, actions, identifier }: AccessibleDetails): AccessibleDetails {
  return { ...(box && { box }), ...(actions && { actions }), ...(identifier !== undefined && { identifier }) }
}
