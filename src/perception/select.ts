/** What of a tree that was read is worth showing. Pure; boxes are not known yet. */
import type { AccessibleRecord, Rect, TreeNode } from '../desktop/port.ts'
import { intersects } from './choose-window.ts'
import { COLLECTION, isPassword, OPENS, ROW, SCROLLS } from './roles.ts'
import { type Cut, type CutReason, LIMITS } from './model.ts'

export interface SelectOptions {
  /** Nodes that may still be taken; counted down as they are. */
  readonly budget: { left: number }
  readonly maxDepth: number
  /** Also take what is out of view: the caller asked for this part. */
  readonly unseenToo: boolean
}

/** A node that will be shown, or a wrapper on the way to one. */
export interface SelectedNode {
  readonly record: AccessibleRecord
  readonly secret: boolean
  children: SelectedNode[]
  cuts: Cut[]
}

/** For the port's walk: children of what is not showing cannot be seen, and some collections claim 2³¹ children. */
export function mayEnter(record: AccessibleRecord, depth: number, unseenToo: boolean): boolean {
  if (isPassword(record.role)) return false
  if (record.childCount > MOST_CHILDREN) return false
  if (depth === 0) return true
  if (unseenToo) return !(OPENS.has(record.role) && !record.states.has('showing'))
  return record.states.has('showing')
}

/** Walking more children than this takes seconds in some toolkits. */
const MOST_CHILDREN = 5_000

export function select(root: TreeNode, options: SelectOptions): SelectedNode | undefined {
  return visit(root, 0, { secret: false, scrolls: false }, options)
}

interface Inherited {
  readonly secret: boolean
  /** Inside something that scrolls, so what is not showing may be reached by scrolling. */
  readonly scrolls: boolean
}

function visit(node: TreeNode, depth: number, inherited: Inherited, options: SelectOptions): SelectedNode | undefined {
  if (options.budget.left <= 0) return undefined
  options.budget.left--
  const { record } = node
  const secret = inherited.secret || isPassword(record.role)
  const scrolls =
    (inherited.scrolls || SCROLLS.has(record.role) || COLLECTION.has(record.role)) && record.role !== 'page tab'
  const taken: SelectedNode = { record, secret, children: [], cuts: [] }
  const left = new Map<CutReason, number>()
  const leave = (reason: CutReason, count: number) => left.set(reason, (left.get(reason) ?? 0) + count)

  for (const child of node.children) {
    if (!isTaken(child.record, options)) {
      if (isOpening(record)) leave('closed', countItems(child))
      else if (scrolls && !child.record.states.has('showing') && canScrollIn(child.record)) leave('out-of-view', 1)
    } else if (secret && !isControl(child.record)) {
      // Inside a password entry: its own text, under another role.
    } else if (depth >= options.maxDepth) {
      leave('depth', 1)
    } else {
      const below = visit(child, depth + 1, { secret, scrolls }, options)
      if (below) taken.children.push(below)
      else leave('elements', 1)
    }
  }
  if (node.unread > 0 && !secret) leave(unreadReason(node, options), node.unread)
  for (const [reason, count] of left) taken.cuts.push({ reason, count })
  return taken
}

function isTaken(record: AccessibleRecord, options: SelectOptions): boolean {
  if (record.states.has('defunct')) return false
  return options.unseenToo || record.states.has('showing')
}

const isOpening = (record: AccessibleRecord): boolean => OPENS.has(record.role)

/** A closed combo box holds one menu that holds the choices: count those. */
function countItems(node: TreeNode): number {
  const inner = node.children.length + node.unread
  return (node.record.role === 'menu' || node.record.role === 'list box' || node.record.role === 'window') && inner > 0
    ? inner
    : 1
}

/** Rows count even where a toolkit does not call them visible; other widgets only if they are not hidden on purpose. */
function canScrollIn(record: AccessibleRecord): boolean {
  return ROW.has(record.role) || record.states.has('visible')
}

function isControl(record: AccessibleRecord): boolean {
  return record.interfaces.has('Action') && !record.interfaces.has('Text')
}

function unreadReason(node: TreeNode, options: SelectOptions): CutReason {
  switch (node.cut) {
    case 'nodes':
      return 'elements'
    case 'depth':
      return 'depth'
    case 'deadline':
      return 'deadline'
    case 'failed':
      return 'failed'
    default:
      if (isOpening(node.record)) return 'closed'
      return node.record.childCount > MOST_CHILDREN || options.unseenToo ? 'declined' : 'out-of-view'
  }
}

/** Collections with so many rows that only those in view are shown, once boxes tell which they are. */
export function denseCollections(root: SelectedNode): SelectedNode[] {
  const found: SelectedNode[] = []
  const search = (node: SelectedNode) => {
    if (COLLECTION.has(node.record.role) && node.children.length >= LIMITS.denseRows) found.push(node)
    for (const child of node.children) search(child)
  }
  search(root)
  return found
}

/** Leaves the rows that lie in the collection's own box, and says how many more there are. Rows without a box stay. */
export function keepRowsInView(collection: SelectedNode, boxOf: (node: SelectedNode) => Rect | undefined): void {
  const view = boxOf(collection)
  if (!view) return
  const kept = collection.children.filter((row) => {
    const box = boxOf(row)
    return !ROW.has(row.record.role) || box === undefined || intersects(box, view)
  })
  const gone = collection.children.length - kept.length
  if (gone === 0) return
  const before = collection.cuts.find((cut) => cut.reason === 'out-of-view')?.count ?? 0
  collection.children = kept
  collection.cuts = [
    ...collection.cuts.filter((cut) => cut.reason !== 'out-of-view'),
    { reason: 'out-of-view', count: before + gone },
  ]
}

/** A node and all below it, parents first. */
export function flatten(root: SelectedNode): SelectedNode[] {
  const all: SelectedNode[] = []
  const add = (node: SelectedNode) => {
    all.push(node)
    for (const child of node.children) add(child)
  }
  add(root)
  return all
}
