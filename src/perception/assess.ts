/** What a finished read amounts to: coverage, focus, selection. Pure. */
import {
  type Coverage,
  type CutReason,
  type SnapshotNode,
  type SnapshotPart,
  type TreesRead,
  walkNodes,
} from './model.ts'

const PARTIAL: ReadonlySet<CutReason> = new Set(['elements', 'depth', 'deadline'])

export function coverageOf(read: Omit<TreesRead, 'notes' | 'shown' | 'count'>): Coverage {
  if (read.vanished > 0) return 'unstable'
  const reasons = new Set<CutReason>()
  for (const part of [...read.popups, ...(read.main ? [read.main] : [])]) {
    for (const node of walkNodes(part.root)) for (const cut of node.cuts) reasons.add(cut.reason)
  }
  if (read.failures > 0 || read.bare || !read.main || reasons.has('failed')) return 'degraded'
  return [...reasons].some((reason) => PARTIAL.has(reason)) ? 'partial' : 'complete'
}

/** The innermost accessible that says it has the focus; popups before the window. */
export function findFocused(parts: readonly SnapshotPart[]): SnapshotNode | undefined {
  for (const part of parts) {
    let found: SnapshotNode | undefined
    for (const node of walkNodes(part.root)) if (node.record.states.has('focused')) found = node
    if (found) return found
  }
  return undefined
}

/** What is selected in a text; undefined where nothing is, or where it lies beyond what was read. */
export function selectedTextOf(node: SnapshotNode): string | undefined {
  const text = node.details.text
  if (node.secret || text?.content === undefined) return undefined
  const content = [...text.content]
  const selected = text.selections
    .filter((range) => range.end > range.start)
    .map((range) => content.slice(range.start, range.end).join(''))
    .filter((part) => part !== '')
  return selected.length > 0 ? selected.join('\n') : undefined
}
