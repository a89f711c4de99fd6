/** Items of open menus that GTK 3 has below the menu, in whose window they are not drawn. Pure. */
import type { Point, Rect } from '../desktop/port.ts'
import { intersects } from './choose-window.ts'
import type { SnapshotNode } from './model.ts'
import { OPENS } from './roles.ts'

/** What is drawn apart from the menu or list of choices that holds it. */
export function openedItems(node: SnapshotNode): SnapshotNode[] {
  const own = node.details.box
  const opened = OPENS.has(node.record.role)
    ? node.children.filter(({ details }) => details.box && !intersects(details.box, own))
    : []
  return [...opened, ...node.children.flatMap(openedItems)]
}

/** The one at a point of the window's frame; of a submenu over its menu the submenu's. */
export function openedItemAt(root: SnapshotNode, { x, y }: Point): SnapshotNode | undefined {
  const contains = (box: Rect | undefined): boolean =>
    box !== undefined && x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height
  return openedItems(root).findLast(({ details }) => contains(details.box))
}
