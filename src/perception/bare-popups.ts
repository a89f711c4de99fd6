/** Popups that are in the picture and of which the outline has nothing. Pure. */
import type { Rect } from '../desktop/port.ts'
import { intersects } from './choose-window.ts'
import { toPicture } from './geometry.ts'
import type { IdentifiedSnapshot } from './identify.ts'
import { openedItems } from './open-menus.ts'

/** Their places in the picture. */
export function barePopups({ snapshot, geometry }: IdentifiedSnapshot): Rect[] {
  if (!geometry) return []
  const told = new Set(snapshot.popups.map(({ window }) => window.handle))
  const opened = snapshot.main ? openedItems(snapshot.main.root) : []
  return snapshot.overlays.flatMap(({ handle, frame }) => {
    if (told.has(handle) || !frame) return []
    const box = { ...frame, x: frame.x - geometry.frame.x, y: frame.y - geometry.frame.y }
    return opened.some(({ details }) => intersects(details.box, box)) ? [] : (toPicture(box, geometry) ?? [])
  })
}
