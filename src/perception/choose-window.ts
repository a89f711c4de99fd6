/** Which window of an app a call is about. Pure. */
import type { Rect, WindowInfo } from '../desktop/port.ts'
import { quoted } from './text.ts'

export type WindowChoice =
  | { readonly ok: true; readonly window: WindowInfo; readonly note?: string }
  | {
      readonly ok: false
      readonly reason: string
      /** The candidates fit equally well; else none of them does. */
      readonly ambiguous: boolean
      readonly candidates: readonly WindowInfo[]
    }

/**
 * Without a title: the active window, else the main one (the only normal window that belongs to no other), else the
 * topmost usable one; then a modal of the same app in front of it, or a popup that covers it wholly, wins.
 * With a title: equal to it, else equal without case, else containing it; the modal rule does not apply, because the
 * caller has said what it wants, but `note` tells of the modal.
 */
export function chooseWindow(windows: readonly WindowInfo[], title?: string): WindowChoice {
  if (title !== undefined && title.trim() !== '') return byTitle(windows, title)
  const usable = firstFilled(
    windows.filter((w) => isUsable(w) && !w.minimized),
    windows.filter(isUsable),
    windows.filter((w) => w.kind === 'popup' || w.kind === 'utility'),
  )
  if (usable.length === 0) {
    return { ok: false, reason: 'the app has no window that could be read', ambiguous: false, candidates: windows }
  }
  const start = preferred(usable)
  if (start === undefined) {
    const reason = `${usable.length} windows are equally likely`
    return { ok: false, reason, ambiguous: true, candidates: usable }
  }
  return chosen(inFront(start, windows))
}

function chosen(window: WindowInfo): WindowChoice {
  if (!window.minimized) return { ok: true, window }
  return {
    ok: true,
    window,
    note: 'the window is minimised: there may be no picture, and the tree may be empty; manage_window with unminimize shows it',
  }
}

function byTitle(windows: readonly WindowInfo[], title: string): WindowChoice {
  const wanted = title.toLowerCase()
  const named = windows.filter((w) => w.kind !== 'desktop' && w.kind !== 'dock')
  const matches = firstFilled(
    named.filter((w) => w.title === title),
    named.filter((w) => w.title.toLowerCase() === wanted),
    named.filter((w) => w.title.toLowerCase().includes(wanted)),
  )
  const [only] = matches
  if (only === undefined)
    return { ok: false, reason: 'no window of the app has that title', ambiguous: false, candidates: windows }
  if (matches.length > 1) {
    return { ok: false, reason: `${matches.length} windows fit that title`, ambiguous: true, candidates: matches }
  }
  const front = modalInFront(only, windows)
  if (front === undefined) return chosen(only)
  return { ok: true, window: only, note: `a modal window is in front of this one: ${quoted(front.title)}` }
}

/** What wins over a window without being named: the modal in front of it, and the modal in front of that. */
export function modalInFront(window: WindowInfo, windows: readonly WindowInfo[]): WindowInfo | undefined {
  const front = inFront(window, windows)
  return front.handle === window.handle ? undefined : front
}

function firstFilled(...lists: WindowInfo[][]): WindowInfo[] {
  return lists.find((list) => list.length > 0) ?? []
}

function isUsable(window: WindowInfo): boolean {
  if (window.kind !== 'normal' && window.kind !== 'dialog' && window.kind !== 'unknown') return false
  return window.accessible !== undefined || area(window.frame) > 0
}

function preferred(usable: readonly WindowInfo[]): WindowInfo | undefined {
  const active = usable.find((w) => w.active)
  if (active) return active
  const main = usable.filter((w) => w.kind === 'normal' && w.transientFor === undefined)
  if (main.length === 1) return main[0]
  const stacked = usable.filter((w) => w.stacking !== undefined)
  if (stacked.length > 0) return stacked.reduce((top, w) => (depth(w) > depth(top) ? w : top))
  return usable.length === 1 ? usable[0] : undefined
}

/** Follows modals of modals; each window is taken once, so a cycle of transients ends. */
function inFront(start: WindowInfo, windows: readonly WindowInfo[]): WindowInfo {
  const seen = new Set([start.handle])
  let current = start
  for (;;) {
    const next = windows
      .filter((w) => !seen.has(w.handle) && !w.minimized && covers(w, current))
      .reduce<WindowInfo | undefined>((top, w) => (top && depth(top) >= depth(w) ? top : w), undefined)
    if (next === undefined) return current
    seen.add(next.handle)
    current = next
  }
}

function covers(front: WindowInfo, behind: WindowInfo): boolean {
  if (depth(front) < depth(behind)) return false
  if (front.kind === 'popup') {
    return front.accessible !== undefined && contains(front.frame, behind.frame)
  }
  if (!front.modal) return false
  return front.transientFor === behind.handle || intersects(front.frame, behind.frame)
}

const depth = (window: WindowInfo): number => window.stacking ?? -1
const area = (rect: Rect | undefined): number => (rect ? rect.width * rect.height : 0)

function contains(outer: Rect | undefined, inner: Rect | undefined): boolean {
  if (!outer || !inner || area(inner) === 0) return false
  return (
    outer.x <= inner.x &&
    outer.y <= inner.y &&
    outer.x + outer.width >= inner.x + inner.width &&
    outer.y + outer.height >= inner.y + inner.height
  )
}

export function intersects(a: Rect | undefined, b: Rect | undefined): boolean {
  if (!a || !b) return false
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}
