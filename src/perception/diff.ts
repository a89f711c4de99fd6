/** What changed in a window between two looks, for a caller that has read the first. Pure. */
import type { IdentifiedNode, IdentifiedSnapshot } from './identify.ts'
import { lineOf } from './outline.ts'

export type Difference =
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'diff'
      /** `~` changed, `+` appeared, `-` gone. */
      readonly lines: readonly string[]
      readonly changed: readonly string[]
      readonly appeared: readonly string[]
      readonly gone: readonly string[]
    }
  /** The whole has to be told: `why` is for the reader. */
  | { readonly kind: 'full'; readonly why: string }

/** Told as a difference only while that is at most half of the nodes: past that the whole is easier to read. */
export function diffSnapshots(before: IdentifiedSnapshot, after: IdentifiedSnapshot): Difference {
  const why = incomparable(before, after)
  if (why !== undefined) return { kind: 'full', why }
  const changed: IdentifiedNode[] = []
  const appeared: IdentifiedNode[] = []
  for (const [id, node] of after.nodes) {
    const then = before.nodes.get(id)
    if (then === undefined) appeared.push(node)
    else if (lineOf(then, before.geometry) !== lineOf(node, after.geometry)) changed.push(node)
  }
  const gone = [...before.nodes.values()].filter(({ id }) => !after.nodes.has(id))
  const entries = changed.length + appeared.length + gone.length
  if (entries === 0) return { kind: 'unchanged' }
  if (2 * entries > after.nodes.size) return { kind: 'full', why: 'more than half of the window changed' }
  const inOrder = new Map([...after.nodes.keys()].map((id, index) => [id, index]))
  const marked = [
    ...changed.map((node) => ({ node, mark: '~' })),
    ...appeared.map((node) => ({ node, mark: '+' })),
  ].sort((a, b) => (inOrder.get(a.node.id) ?? 0) - (inOrder.get(b.node.id) ?? 0))
  return {
    kind: 'diff',
    lines: [
      ...marked.map(({ node, mark }) => `${mark} ${lineOf(node, after.geometry)}`),
      ...gone.map(({ id, parts }) => `- ${id} ${parts.role}`),
    ],
    changed: changed.map(({ id }) => id),
    appeared: appeared.map(({ id }) => id),
    gone: gone.map(({ id }) => id),
  }
}

/** Only two whole looks at the same window in the same place can be told apart by their lines. */
function incomparable(before: IdentifiedSnapshot, after: IdentifiedSnapshot): string | undefined {
  const [then, now] = [before.snapshot, after.snapshot]
  if (then.window.handle !== now.window.handle) return 'another window'
  if (then.scoped || now.scoped || then.skeleton || now.skeleton) return 'only a part of the window was read'
  if (then.coverage !== 'complete' || now.coverage !== 'complete') return 'the window was not read whole'
  if (then.window.title !== now.window.title) return 'the title of the window changed'
  const [a, b] = [then.window.frame, now.window.frame]
  if (a?.x !== b?.x || a?.y !== b?.y) return 'the window moved'
  if (a?.width !== b?.width || a?.height !== b?.height) return 'the window changed its size'
  const sameScale =
    before.geometry?.scaleX === after.geometry?.scaleX && before.geometry?.scaleY === after.geometry?.scaleY
  return sameScale ? undefined : 'the picture has another scale'
}
