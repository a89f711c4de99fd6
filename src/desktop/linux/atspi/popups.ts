import type { AccessibleHandle, AccessibleRecord, Budget, Rect, Role, TreeNode, TreeRead } from '../../port.ts'
import { readExtents } from './extents.ts'
import type { Link } from './link.ts'
import { pool } from './pool.ts'
import { unlessFatal } from './record.ts'

/** Roles of what GTK 4 shows in a window of its own, inside of its tree. */
const POPUPS: ReadonlySet<Role> = new Set(['menu', 'popup menu', 'dialog', 'tool tip'])
/** GTK 4 gives a popover that is no menu no role; its content is named after its class. */
const POPOVER_CONTENT = 'GtkPopoverContent'

/** Accessibles that are drawn in a window of their own, although another window's tree holds them. */
export function popupRoots(records: readonly AccessibleRecord[]): ReadonlySet<AccessibleHandle> {
  const roots = new Set(records.filter(({ role }) => POPUPS.has(role)).map(({ handle }) => handle))
  for (const { name, parent } of records) if (name === POPOVER_CONTENT && parent !== undefined) roots.add(parent)
  return roots
}

/** A popup that a window's tree holds. */
export interface InnerPopup {
  readonly handle: AccessibleHandle
  /** Of its window, as far as its extents tell, in the app's own pixels. */
  readonly size: { readonly width: number; readonly height: number }
}

const MOST_NODES = 10_000
const MOST_DEPTH = 200

/**
 * Open popups in the tree of a window. GTK 4 keeps a popover that was closed, and all in it, calls them visible, and
 * takes only the popover's own extents away.
 */
export async function findInnerPopups(
  link: Link,
  readTree: (window: AccessibleHandle) => Promise<TreeRead>,
  window: AccessibleHandle,
  budget: Budget,
): Promise<readonly InnerPopup[]> {
  const { root } = await readTree(window)
  const records: AccessibleRecord[] = []
  const collect = ({ record, children }: TreeNode) => {
    records.push(record)
    children.forEach(collect)
  }
  root.children.forEach(collect)
  const candidates = [...popupRoots(records)]
  const popups = await pool(candidates, 8, async (handle): Promise<InnerPopup | undefined> => {
    const read = (coordinates: 'window' | 'parent') => readExtents(link, handle, coordinates, budget).catch(unlessFatal)
    const [own, parent] = await Promise.all([read('window'), read('parent')])
    return own && { handle, size: sizeOf(own, parent) }
  })
  return popups.filter((popup) => popup !== undefined)
}

/** What lies between the corner of its window and the popover itself is part of the window. */
function sizeOf(own: Rect, parent: Rect | undefined): InnerPopup['size'] {
  return { width: own.width + (parent?.x ?? 0), height: own.height + (parent?.y ?? 0) }
}

/** For the tree of a window in which popups are looked for: what is not visible is not open. */
export const visibleTree = (root: AccessibleHandle) => ({
  root,
  maxNodes: MOST_NODES,
  maxDepth: MOST_DEPTH,
  enter: (record: AccessibleRecord) => record.states.has('visible') || record.role === 'application',
})
