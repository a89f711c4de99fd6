import type { AccessibleHandle, AppInfo, WindowHandle, WindowInfo } from '../port.ts'
import type { InnerPopup } from './atspi/index.ts'

/** A popup's window, and what it shows. Both keep their identity for life. */
export interface KnownPopup {
  readonly accessible: AccessibleHandle
  readonly owner: WindowHandle
  readonly scale: number
}

/** What was found out of an app's popups, by window. */
export type PopupMemory = Map<WindowHandle, KnownPopup>

/** Popups that the trees of these windows hold. */
export type FindPopups = (window: AccessibleHandle) => Promise<readonly InnerPopup[]>

/**
 * Popups that accessibility has inside of the tree of another window (GTK 4), given their accessibles: as windows like
 * any other, of the window that holds them. Trees are read only while there is a popup whose accessible is not known. A
 * popup that cannot be told from another one, or has no window, has no place.
 */
export async function placeInnerPopups(
  app: AppInfo,
  windows: readonly WindowInfo[],
  memory: PopupMemory,
  find: FindPopups,
): Promise<readonly WindowInfo[]> {
  const loose = windows.filter(isLoosePopup)
  if (loose.every(({ handle }) => memory.has(handle))) return windows.map((window) => withKnown(window, memory))
  const unplaced: WindowInfo[] = []
  for (const owner of windows) {
    if (owner.kind === 'popup' || owner.accessible === undefined || owner.minimized) continue
    const popups = await find(owner.accessible)
    for (const [popup, window] of match(popups, loose, owner.scale)) {
      if (window === undefined) unplaced.push(fromAccessible(app, popup, owner))
      else memory.set(window.handle, { accessible: popup.handle, owner: owner.handle, scale: owner.scale })
    }
  }
  return [...unplaced, ...windows.map((window) => withKnown(window, memory))]
}

const isLoosePopup = ({ kind, accessible, frame }: WindowInfo): boolean =>
  kind === 'popup' && accessible === undefined && frame !== undefined

function withKnown(window: WindowInfo, memory: PopupMemory): WindowInfo {
  const known = isLoosePopup(window) ? memory.get(window.handle) : undefined
  return known === undefined
    ? window
    : { ...window, accessible: known.accessible, scale: known.scale, transientFor: known.owner }
}

/** Each popup with the only window of its size, where it is the only one of that size itself. Pure. */
export function match(
  popups: readonly InnerPopup[],
  windows: readonly WindowInfo[],
  scale: number,
): readonly (readonly [InnerPopup, WindowInfo | undefined])[] {
  const fits = ({ size }: InnerPopup, { frame }: WindowInfo) =>
    frame !== undefined &&
    Math.abs(size.width * scale - frame.width) <= scale &&
    Math.abs(size.height * scale - frame.height) <= scale
  return popups.map((popup) => {
    const [window, second] = windows.filter((candidate) => fits(popup, candidate))
    if (window === undefined || second !== undefined) return [popup, undefined]
    return [popup, popups.filter((rival) => fits(rival, window)).length === 1 ? window : undefined]
  })
}

function fromAccessible(app: AppInfo, { handle }: InnerPopup, owner: WindowInfo): WindowInfo {
  return {
    handle: `atspi:${handle}` as WindowHandle,
    title: '',
    kind: 'popup',
    scale: owner.scale,
    ...(app.process === undefined ? {} : { process: app.process }),
    accessible: handle,
    active: false,
    minimized: false,
    modal: false,
    transientFor: owner.handle,
  }
}
