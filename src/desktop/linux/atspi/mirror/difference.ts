import type { AccessibleRecord } from '../../../port.ts'
import type { Graph } from '../graph.ts'
import { sameStates } from '../states.ts'

/**
 * Whether a tree that was kept by events says of what can be seen something else than the app itself: it changed and did
 * not tell. What is not showing is not compared: toolkits make those accessibles as somebody asks for them.
 */
export function differs(kept: Graph, fresh: Graph): boolean {
  for (const [handle, record] of fresh.records) {
    const before = kept.records.get(handle)
    const isSeen = record.states.has('showing')
    if (before === undefined) {
      if (isSeen) return true
      continue
    }
    if (!isSeen && !before.states.has('showing')) continue
    if (!isSame(before, record)) return true
    const [then, now] = [kept.children.get(handle), fresh.children.get(handle)]
    if (then?.how === 'complete' && now?.how === 'complete' && !isSameList(then.handles, now.handles)) return true
  }
  return false
}

function isSame(a: AccessibleRecord, b: AccessibleRecord): boolean {
  return (
    a.role === b.role &&
    a.name === b.name &&
    a.description === b.description &&
    a.parent === b.parent &&
    sameStates(a.states, b.states)
  )
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index])
}
