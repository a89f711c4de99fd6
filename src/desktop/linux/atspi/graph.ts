import type { AccessibleHandle, AccessibleRecord, TreeNode } from '../../port.ts'
import type { Item } from './items.ts'

/** What is known so far of one app's accessibles. */
export interface Graph {
  readonly records: Map<AccessibleHandle, AccessibleRecord>
  readonly children: Map<AccessibleHandle, ChildList>
  /** Children that could not be read: gone since they were listed, or failing. */
  readonly lost: Map<AccessibleHandle, 'gone' | 'failed'>
  /** Its app's bulk read may lack what nobody asked for before, and hold what is long hidden. */
  isLazy: boolean
  /** Part of it lives in another process, or should and cannot be read: what its app tells is not all that changes. */
  hasEmbedded: boolean
}

export interface ChildList {
  /** In the app's order as far as known. */
  readonly handles: readonly AccessibleHandle[]
  /** Places of the handles in the whole list, where they are not its beginning. */
  readonly indices?: readonly number[]
  /** Children that exist beside these. */
  readonly more: number
  /**
   * - `partial`: from items of a bulk read, which may lack some;
   * - `guessed`: from items of a bulk read that holds only what somebody asked for before, and what is long hidden;
   * - `complete`: the app itself listed them, or its count says that there are no others;
   * - `sampled`: the container is too big to list, these are the ones in view;
   * - `failed`: asking for them failed.
   */
  readonly how: 'partial' | 'guessed' | 'complete' | 'sampled' | 'failed'
}

export function emptyGraph(): Graph {
  return { records: new Map(), children: new Map(), lost: new Map(), isLazy: false, hasEmbedded: false }
}

/** Orders of children that their app once told, by parent. */
export type OrderMemory = Map<AccessibleHandle, readonly AccessibleHandle[]>

export function graphFromItems(items: readonly Item[], orders: OrderMemory): Graph {
  const graph = emptyGraph()
  const byParent = new Map<AccessibleHandle, AccessibleRecord[]>()
  for (const { record, children } of items) {
    graph.records.set(record.handle, record)
    if (children !== undefined && children.length > 0) {
      graph.children.set(record.handle, { handles: children, more: 0, how: 'complete' })
    }
    if (record.parent === undefined || record.parent === record.handle) continue
    const siblings = byParent.get(record.parent)
    if (siblings === undefined) byParent.set(record.parent, [record])
    else siblings.push(record)
  }
  const isLazy = knowsLessThanItself(byParent, graph)
  graph.isLazy = isLazy
  for (const [parent, siblings] of byParent) {
    if (graph.children.has(parent)) continue
    const claimed = graph.records.get(parent)?.childCount ?? -1
    if (isLazy) {
      // Its counts are of now: of what has no children nothing need be asked.
      const handles = claimed === 0 ? [] : inOrder(siblings).map((record) => record.handle)
      graph.children.set(parent, { handles, more: 0, how: claimed === 0 ? 'complete' : 'guessed' })
      continue
    }
    const told = toldOrder(siblings, orders.get(parent))
    graph.children.set(parent, {
      handles: told ?? inOrder(siblings).map((record) => record.handle),
      more: Math.max(0, claimed - siblings.length),
      how: told !== undefined || claimed === siblings.length ? 'complete' : 'partial',
    })
  }
  return graph
}

/**
 * GTK 4 keeps items of accessibles from the first time that somebody asked for them, whatever becomes of them: the page of
 * a stack that is shown for the first time has none, and the page that it replaced still has. That an app works like this
 * shows in its application, which claims to have no children, with windows as children of it.
 */
function knowsLessThanItself(
  byParent: ReadonlyMap<AccessibleHandle, readonly AccessibleRecord[]>,
  graph: Graph,
): boolean {
  for (const parent of byParent.keys()) {
    const record = graph.records.get(parent)
    if (record?.role === 'application') return record.childCount === 0
  }
  return false
}

/** The order told before, if it is of exactly these and none of them shows: what a person sees is asked for afresh. */
function toldOrder(
  siblings: readonly AccessibleRecord[],
  told: readonly AccessibleHandle[] | undefined,
): readonly AccessibleHandle[] | undefined {
  if (told === undefined || told.length !== siblings.length) return undefined
  const known = new Set(told)
  return siblings.every(({ handle, states }) => known.has(handle) && !states.has('showing')) ? told : undefined
}

/**
 * Siblings by their index. GTK 3 leaves out the index of much that is inside menus (finding it would fill the menu):
 * those fill the places between, in the order of the numbers in their paths, which is the order in which GTK first saw
 * them; for a menu its own, unless items were put in between later.
 */
function inOrder(siblings: readonly AccessibleRecord[]): readonly AccessibleRecord[] {
  const placed = new Map<number, AccessibleRecord>()
  const rest: AccessibleRecord[] = []
  for (const record of siblings) {
    if (record.indexInParent >= 0 && !placed.has(record.indexInParent)) placed.set(record.indexInParent, record)
    else rest.push(record)
  }
  rest.sort((a, b) => pathNumber(a.handle) - pathNumber(b.handle))
  const ordered: AccessibleRecord[] = []
  const unindexed = rest[Symbol.iterator]()
  for (const index of [...placed.keys()].sort((a, b) => a - b)) {
    while (ordered.length < index) {
      const { value, done } = unindexed.next()
      if (done) break
      ordered.push(value)
    }
    ordered.push(placed.get(index) as AccessibleRecord)
  }
  return [...ordered, ...unindexed]
}

function pathNumber(handle: AccessibleHandle): number {
  const number = Number(handle.slice(handle.lastIndexOf('/') + 1))
  return Number.isSafeInteger(number) ? number : Number.MAX_SAFE_INTEGER
}

export interface Limits {
  readonly maxNodes: number
  readonly maxDepth: number
  readonly enter: (record: AccessibleRecord, depth: number) => boolean
}

export interface Assembly {
  readonly root: TreeNode
  readonly count: number
  /** Accessibles whose children exist or may exist, and are not known yet; in reading order. */
  readonly gaps: readonly AccessibleRecord[]
}

/** A node while its parent is still being put together. */
interface Draft {
  readonly record: AccessibleRecord
  readonly children: Draft[]
  unread: number
  cut?: NonNullable<TreeNode['cut']>
}

/**
 * Puts together, depth first in reading order, what the graph holds below `root`. An accessible that was met before
 * (a cycle, or two parents claiming it) is left out the second time.
 * @param gapCut why what is not known yet stays unread, for the final assembly
 */
export function assemble(
  graph: Graph,
  root: AccessibleRecord,
  limits: Limits,
  gapCut: 'nodes' | 'deadline' | 'failed',
): Assembly {
  const seen = new Set<AccessibleHandle>([root.handle])
  const gaps: AccessibleRecord[] = []
  let count = 1

  const fill = (draft: Draft, depth: number): void => {
    const { record } = draft
    const list = graph.children.get(record.handle)
    const total = (list?.handles.length ?? 0) + (list?.more ?? 0)
    const expected = Math.max(total, record.childCount, 0)
    const isGap = isGapIn(graph, record, list)
    if (expected === 0 && !isGap) return
    if (!limits.enter(record, depth)) return void setCut(draft, 'declined', expected)
    if (depth >= limits.maxDepth) return void setCut(draft, 'depth', expected)
    if (list?.how === 'failed') return void setCut(draft, 'failed', expected)
    if (isGap) {
      gaps.push(record)
      // Where only the order is missing, nothing stays unread.
      const known = list?.handles.length ?? 0
      if (expected === 0 || expected > known) setCut(draft, gapCut, expected - known)
    } else if (list !== undefined && list.more > 0) {
      setCut(draft, 'nodes', list.more)
    }
    for (const [index, handle] of (list?.handles ?? []).entries()) {
      const child = graph.records.get(handle)
      if (child === undefined) {
        const lost = graph.lost.get(handle)
        if (lost !== 'gone') setCut(draft, lost ?? gapCut, draft.unread + 1)
        continue
      }
      if (seen.has(handle)) continue
      if (count >= limits.maxNodes) {
        setCut(draft, 'nodes', draft.unread + total - index)
        return
      }
      seen.add(handle)
      count += 1
      const childDraft: Draft = { record: child, children: [], unread: 0 }
      draft.children.push(childDraft)
      fill(childDraft, depth + 1)
    }
  }

  const draft: Draft = { record: root, children: [], unread: 0 }
  fill(draft, 0)
  return { root: draft, count, gaps }
}

function setCut(draft: Draft, cut: NonNullable<TreeNode['cut']>, unread: number): void {
  draft.cut = cut
  draft.unread = Math.max(0, unread)
}

/** Of a menu that is open GTK 3 may still have told none of the items. */
function isOpenMenu({ role, states }: AccessibleRecord): boolean {
  return role === 'menu' && states.has('showing') && states.has('selected')
}

function isGapIn(graph: Graph, record: AccessibleRecord, list: ChildList | undefined): boolean {
  if (list === undefined) {
    // −1 is "not told": GTK 3 says so of menus, which it must not fill, and of virtual containers.
    const { childCount, states } = record
    return childCount > 0 || (childCount < 0 && (states.has('manages-descendants') || isOpenMenu(record)))
  }
  if (list.how === 'guessed') return true
  if (list.how !== 'partial') return false
  // A virtual container's items are those that happen to be known.
  if (list.more > 0 || (record.childCount < 0 && record.states.has('manages-descendants'))) return true
  return list.handles.length > 1 && list.handles.some((handle) => (graph.records.get(handle)?.indexInParent ?? 0) < 0)
}
