/** What can be seen, told by boxes: for toolkits that do not say what shows. Pure. */
import type { AccessibleRecord, Rect } from '../desktop/port.ts'
import { intersects } from './choose-window.ts'
import { addCut, type SnapshotNode } from './model.ts'
import { CLIPS, ROW } from './roles.ts'

/**
 * An accessible that draws is in view when it has a box that meets the one of everything around it that clips: scroll
 * panes, lists, the window. Others go, and where something scrolls it is said how many; with `keep` they stay, marked.
 *
 * @param placed whether the box of this accessible was asked for: only then does having none mean something
 */
export function clipToView(
  root: SnapshotNode,
  keep: boolean,
  placed: (record: AccessibleRecord) => boolean,
): SnapshotNode {
  return visit(root, root.details.box, false, { keep, placed })
}

interface Rules {
  readonly keep: boolean
  readonly placed: (record: AccessibleRecord) => boolean
}

function visit(node: SnapshotNode, view: Rect | undefined, scrolls: boolean, rules: Rules): SnapshotNode {
  const clips = CLIPS.has(node.record.role)
  const inside = clips && node.details.box ? overlap(node.details.box, view) : view
  const scrolled = scrolls || clips
  const children: SnapshotNode[] = []
  let gone = 0
  for (const child of node.children) {
    const seen = isSeen(child, inside, rules)
    if (seen || rules.keep) children.push({ ...visit(child, inside, scrolled, rules), inView: seen })
    else if (scrolled && (child.details.box !== undefined || ROW.has(child.record.role))) gone++
  }
  return { ...node, inView: true, children, cuts: gone > 0 ? addCut(node.cuts, 'out-of-view', gone) : node.cuts }
}

function isSeen(node: SnapshotNode, view: Rect | undefined, { placed }: Rules): boolean {
  const { box } = node.details
  if (box === undefined) return !placed(node.record)
  return view === undefined || intersects(box, view)
}

function overlap(a: Rect, b: Rect | undefined): Rect {
  if (!b) return a
  const x = Math.max(a.x, b.x)
  const y = Math.max(a.y, b.y)
  return {
    x,
    y,
    width: Math.max(0, Math.min(a.x + a.width, b.x + b.width) - x),
    height: Math.max(0, Math.min(a.y + a.height, b.y + b.height) - y),
  }
}
