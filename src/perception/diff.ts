/** What changed in a window between two looks, for a caller that has read the first. Pure. */
import type { IdentifiedNode, IdentifiedSnapshot } from './identify.ts'
import type { Geometry } from './model.ts'
import { lineOf, POPUP } from './outline.ts'

export type Difference =
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'diff'
      /** `~` changed, `+` appeared, `-` gone. In the order of the outline, below the nearest line around it that is here. */
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
  const changed = new Set<string>()
  const appeared = new Set<string>()
  for (const [id, node] of after.nodes) {
    const then = before.nodes.get(id)
    if (then === undefined) appeared.add(id)
    else if (lineOf(then, before.geometry) !== lineOf(node, after.geometry)) changed.add(id)
  }
  const gone = [...before.nodes.values()].filter(({ id }) => !after.nodes.has(id))
  const entries = changed.size + appeared.size + gone.length
  if (entries === 0) return { kind: 'unchanged' }
  if (2 * entries > after.nodes.size) return { kind: 'full', why: 'more than half of the window changed' }
  const marks = new Map([
    ...[...changed].map((id) => [id, '~'] as const),
    ...[...appeared].map((id) => [id, '+'] as const),
  ])
  const linesIn = (root: IdentifiedNode) => markedLines(root, marks, after.geometry)
  const popups = after.popups.map(linesIn).filter((lines) => lines.length > 0)
  return {
    kind: 'diff',
    lines: [
      ...(after.main ? linesIn(after.main) : []),
      ...popups.flatMap((lines) => [POPUP, ...lines]),
      ...gone.map(({ id, parts }) => `- ${id} ${parts.role}`),
    ],
    changed: [...changed],
    appeared: [...appeared],
    gone: gone.map(({ id }) => id),
  }
}

function markedLines(
  node: IdentifiedNode,
  marks: ReadonlyMap<string, string>,
  geometry: Geometry | undefined,
  depth = 0,
): string[] {
  const mark = marks.get(node.id)
  const own = mark === undefined ? [] : [`${mark} ${'  '.repeat(depth)}${lineOf(node, geometry)}`]
  return [...own, ...node.children.flatMap((child) => markedLines(child, marks, geometry, depth + own.length))]
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
  if (!sameScale) return 'the picture has another scale'
  const [from, to] = [cornerOf(before.geometry), cornerOf(after.geometry)]
  return from.x === to.x && from.y === to.y ? undefined : 'the picture begins elsewhere'
}

/** Where the window is in its picture: not at 0,0 where a popup sticks out to the left or above. */
const cornerOf = (geometry: Geometry | undefined) => ({
  x: (geometry?.frame.x ?? 0) - (geometry?.view.x ?? 0),
  y: (geometry?.frame.y ?? 0) - (geometry?.view.y ?? 0),
})
