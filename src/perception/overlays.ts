/** Open popups that are drawn over a window, and what of the screen a picture of all of it shows. Pure. */
import type { Rect, WindowHandle, WindowInfo } from '../desktop/port.ts'
import { intersects } from './choose-window.ts'

/** Rearmost first. Tooltips are left out: they hide what they speak of, and take no clicks. */
export function overlaysOf(window: WindowInfo, windows: readonly WindowInfo[]): readonly WindowInfo[] {
  return windows
    .filter((popup) => isOpenPopup(popup) && popup.handle !== window.handle && !isBelow(popup, window))
    .filter((popup) => ownerOf(popup, windows) === window.handle)
    .sort((a, b) => (a.stacking ?? 0) - (b.stacking ?? 0))
}

/** What the picture of the window and the popups over it shows, in screen pixels. */
export function viewOf(window: WindowInfo, overlays: readonly WindowInfo[]): Rect | undefined {
  if (!window.frame) return undefined
  return overlays.reduce((view, { frame }) => (frame ? union(view, frame) : view), window.frame)
}

const isOpenPopup = ({ kind, frame, passive, stacking }: WindowInfo): boolean =>
  kind === 'popup' && passive !== true && frame !== undefined && stacking !== undefined

const isBelow = (popup: WindowInfo, window: WindowInfo): boolean => (popup.stacking ?? 0) < (window.stacking ?? 0)

/** The window that it was opened from: as the popup itself says, else the frontmost one that it touches. */
function ownerOf(popup: WindowInfo, windows: readonly WindowInfo[]): WindowHandle | undefined {
  const byHandle = new Map(windows.map((window) => [window.handle, window]))
  const seen = new Set<WindowHandle>()
  let owner = popup.transientFor
  while (owner !== undefined && !seen.has(owner)) {
    seen.add(owner)
    const window = byHandle.get(owner)
    if (window === undefined || window.kind !== 'popup') return owner
    owner = window.transientFor
  }
  const touched = windows.filter(({ kind, minimized, frame }) => {
    return kind !== 'popup' && !minimized && frame !== undefined && popup.frame && intersects(grown(frame), popup.frame)
  })
  return touched.reduce<WindowInfo | undefined>((top, w) => (top && !isBelow(top, w) ? top : w), undefined)?.handle
}

/** Menus begin just outside of what they were opened from. */
const grown = ({ x, y, width, height }: Rect): Rect => ({ x: x - 2, y: y - 2, width: width + 4, height: height + 4 })

function union(a: Rect, b: Rect): Rect {
  const x = Math.min(a.x, b.x)
  const y = Math.min(a.y, b.y)
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  }
}
