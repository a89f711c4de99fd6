/** What of a tree that was read is worth showing. Pure; boxes are not known yet. */
import type { AccessibleRecord, Rect, TreeNode } from '../desktop/port.ts'
import { intersects } from './choose-window.ts'
import type { Surroundings } from './fields.ts'
import { addCut, type Cut, type CutReason, LIMITS } from './model.ts'
import {
  ABSORBS_TEXT,
  CLIPS,
  COLLECTION,
  GENERIC,
  IMAGE,
  isLabelText,
  isPassword,
  isSheetCell,
  OPENS,
  ORNAMENT,
  ROW,
} from './roles.ts'

export interface SelectOptions {
  readonly maxDepth: number
  /** Also take what is out of view: the caller asked for this part. */
  readonly unseenToo: boolean
  /** The state of an accessible that can be seen. */
  readonly seen: 'showing' | 'visible'
  /** The walk ended at its own limit. Where it did not, it left out children that are not in view. */
  readonly truncated: boolean
}

/** A node that will be shown, or a wrapper on the way to one. */
export interface SelectedNode {
  readonly record: AccessibleRecord
  readonly secret: boolean
  children: SelectedNode[]
  cuts: Cut[]
}

/**
 * For the port's walk, one for each read: what is not showing cannot be seen.
 * GTK 4 says `showing` of its windows only; as long as nothing below the root has said it, `visible` is enough.
 */
export function entering(unseenToo: boolean): (record: AccessibleRecord, depth: number) => boolean {
  let told = false
  return (record, depth) => {
    if (depth > 0 && record.states.has('showing')) told = true
    if (isPassword(record.role)) return false
    if (depth === 0 || mayShow(record)) return true
    // A combo box holds its choices in a menu of its own; submenus are asked for one by one.
    if (unseenToo) return depth === 1 || !OPENS.has(record.role)
    return !told && record.states.has('visible')
  }
}

/** It says that it shows, or may hold what does: once scrolled, a viewport of GTK 3 no longer says so of itself. */
export const mayShow = ({ role, states, embeds }: AccessibleRecord): boolean =>
  states.has('showing') || embeds === true || (role === 'viewport' && states.has('visible'))

/** Whether the app says of more than its windows that they show; if not, boxes must tell. */
export function tellsShowing(root: TreeNode, isWindow: boolean): boolean {
  const told = (node: TreeNode): boolean => node.record.states.has('showing') || node.children.some(told)
  return isWindow ? root.children.some(told) : told(root)
}

/** What can be seen, or was asked for, and what was left out for other reasons than the number of elements. */
export function select(root: TreeNode, options: SelectOptions): SelectedNode {
  return visit(root, 0, { secret: false, scrolls: false }, options)
}

interface Inherited {
  readonly secret: boolean
  /** Inside something that scrolls, so what is not showing may be reached by scrolling. */
  readonly scrolls: boolean
}

function visit(node: TreeNode, depth: number, inherited: Inherited, options: SelectOptions): SelectedNode {
  const { record } = node
  const secret = inherited.secret || isPassword(record.role)
  const scrolls = (inherited.scrolls || CLIPS.has(record.role)) && record.role !== 'page tab'
  const taken: SelectedNode = { record, secret, children: [], cuts: [] }
  const left = new Map<CutReason, number>()
  const leave = (reason: CutReason, count: number) => left.set(reason, (left.get(reason) ?? 0) + count)

  for (const child of node.children) {
    if (!isTaken(child.record, options)) {
      if (isOpening(record)) leave('closed', countItems(child))
      else if (scrolls && !child.record.states.has(options.seen) && canScrollIn(child.record)) leave('out-of-view', 1)
    } else if (secret && !isControl(child.record)) {
      // Inside a password entry: its own text, under another role.
    } else if (depth >= options.maxDepth) {
      leave('depth', 1)
    } else {
      taken.children.push(visit(child, depth + 1, { secret, scrolls }, options))
    }
  }
  if (node.unread > 0 && !secret) leave(unreadReason(node, options), node.unread)
  else if (record.role === 'menu' && taken.children.length === 0 && left.size === 0) leave('closed', 0)
  for (const [reason, count] of left) taken.cuts.push({ reason, count })
  return taken
}

function isTaken(record: AccessibleRecord, options: SelectOptions): boolean {
  if (record.states.has('defunct')) return false
  return options.unseenToo || (options.seen === 'showing' ? mayShow(record) : record.states.has('visible'))
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
  return ROW.has(record.role) || (record.states.has('visible') && record.role !== 'scroll bar')
}

function isControl(record: AccessibleRecord): boolean {
  return record.interfaces.has('Action') && !record.interfaces.has('Text')
}

function unreadReason(node: TreeNode, options: SelectOptions): CutReason {
  switch (node.cut) {
    case 'nodes':
      return options.truncated || options.unseenToo ? 'elements' : 'out-of-view'
    case 'depth':
      return 'depth'
    case 'deadline':
      return 'deadline'
    case 'failed':
      return 'failed'
    default:
      return isOpening(node.record) ? 'closed' : 'out-of-view'
  }
}

/** A collection with so many rows that only those in view are shown, once boxes tell which they are. */
export interface Dense {
  readonly collection: SelectedNode
  /** It and what it is inside of, as far as that clips. */
  readonly clips: readonly SelectedNode[]
}

export function denseCollections(root: SelectedNode): Dense[] {
  const found: Dense[] = []
  const search = (node: SelectedNode, around: readonly SelectedNode[]) => {
    const clips = CLIPS.has(node.record.role) ? [...around, node] : around
    // Of a sheet only the cells in view were read.
    const isDense =
      COLLECTION.has(node.record.role) &&
      node.children.length >= LIMITS.denseRows &&
      !node.children.every(({ record }) => isSheetCell(record))
    if (isDense) found.push({ collection: node, clips })
    for (const child of node.children) search(child, clips)
  }
  search(root, [])
  return found
}

/** Leaves the rows that meet every box that clips, and says how many more there are. Rows without a box stay. */
export function keepRowsInView(
  { collection, clips }: Dense,
  boxOf: (node: SelectedNode) => Rect | undefined,
  window: Rect | undefined,
): void {
  const views = [window, ...clips.map(boxOf)].filter((view) => view !== undefined)
  const kept = collection.children.filter((row) => {
    const box = boxOf(row)
    return !ROW.has(row.record.role) || box === undefined || views.every((view) => intersects(box, view))
  })
  const gone = collection.children.length - kept.length
  if (gone === 0) return
  collection.children = kept
  collection.cuts = addCut(collection.cuts, 'out-of-view', gone)
}

/**
 * Takes away what the number of elements does not allow, the last first, and says so where it was. The root stays.
 * @param left elements that may still be taken; counted down
 */
export function trim(root: SelectedNode, left: { count: number }): void {
  left.count--
  const kept: SelectedNode[] = []
  for (const child of root.children) {
    if (left.count <= 0) break
    kept.push(child)
    trim(child, left)
  }
  const gone = root.children.length - kept.length
  if (gone === 0) return
  root.children = kept
  root.cuts = addCut(root.cuts, 'elements', gone)
}

/** A node and all below it, parents first, with what the tree says of each. */
export function surroundings(root: SelectedNode): ReadonlyMap<AccessibleRecord, Surroundings> {
  const all = new Map<AccessibleRecord, Surroundings>()
  const add = (node: SelectedNode, inert: boolean) => {
    const { record, children, secret } = node
    const mayBeTarget = GENERIC.has(record.role) && children.every((child) => child.children.length === 0)
    all.set(record, { secret, inert, mayBeTarget })
    const below = inert || (ABSORBS_TEXT.has(record.role) && !isNotebookPage(record) && children.every(isPlain))
    for (const child of children) add(child, below)
  }
  add(root, false)
  return all
}

/** GTK 3 puts the whole page below its tab: what is in it is not the label. */
function isNotebookPage({ role, name }: AccessibleRecord): boolean {
  return role === 'page tab' && name.trim() !== ''
}

function isPlain({ record, children }: SelectedNode): boolean {
  const { role, states } = record
  if (states.has('focused')) return false
  return (isLabelText(record) || IMAGE.has(role) || GENERIC.has(role) || ORNAMENT.has(role)) && children.every(isPlain)
}
