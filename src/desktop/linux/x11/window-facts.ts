import type { Geometry, Property, WindowAttributes } from 'x11'
import type { Rect, WindowKind } from '../../port.ts'
import type { AtomName, Atoms } from './atoms.ts'
import { type Extents, readClass, readExtents, readText, readWord, readWords } from './properties.ts'

/** One top-level window of a client, as the X server and its properties describe it. */
export interface XWindow {
  readonly id: number
  /** The child of the root that holds it: the window manager's frame, or the window itself. */
  readonly top: number
  /** False for override-redirect windows: menus, tooltips, popups. */
  readonly managed: boolean
  readonly title: string
  /** Class part of WM_CLASS. */
  readonly windowClass?: string
  readonly pid?: number
  readonly kind: WindowKind
  /** The whole window, client-side shadows included, without the window manager's decoration. */
  readonly bounds: Rect
  /** `bounds` without client-side shadows. */
  readonly frame: Rect
  readonly viewable: boolean
  readonly minimized: boolean
  readonly modal: boolean
  readonly fullscreen: boolean
  /** A tooltip or the icon of a drag. */
  readonly passive: boolean
  readonly transientFor?: number
}

/** Properties that are read of each window. */
export const WINDOW_PROPERTIES = [
  '_NET_WM_NAME',
  'WM_NAME',
  'WM_CLASS',
  'WM_CLIENT_MACHINE',
  '_NET_WM_PID',
  '_NET_WM_WINDOW_TYPE',
  '_NET_WM_STATE',
  'WM_STATE',
  'WM_TRANSIENT_FOR',
  '_GTK_FRAME_EXTENTS',
] as const satisfies readonly AtomName[]

export interface RawWindow {
  readonly id: number
  readonly top: number
  readonly attributes: WindowAttributes
  readonly geometry: Geometry
  /** Of the window's inner top left, in root coordinates. */
  readonly origin: { readonly x: number; readonly y: number }
  readonly properties: Readonly<Partial<Record<(typeof WINDOW_PROPERTIES)[number], Property>>>
}

const VIEWABLE = 2
const ICONIC_STATE = 3

const KINDS: readonly (readonly [AtomName, WindowKind])[] = [
  ['_NET_WM_WINDOW_TYPE_NORMAL', 'normal'],
  ['_NET_WM_WINDOW_TYPE_DIALOG', 'dialog'],
  ['_NET_WM_WINDOW_TYPE_UTILITY', 'utility'],
  ['_NET_WM_WINDOW_TYPE_TOOLBAR', 'utility'],
  ['_NET_WM_WINDOW_TYPE_SPLASH', 'utility'],
  ['_NET_WM_WINDOW_TYPE_MENU', 'popup'],
  ['_NET_WM_WINDOW_TYPE_DROPDOWN_MENU', 'popup'],
  ['_NET_WM_WINDOW_TYPE_POPUP_MENU', 'popup'],
  ['_NET_WM_WINDOW_TYPE_TOOLTIP', 'popup'],
  ['_NET_WM_WINDOW_TYPE_COMBO', 'popup'],
  ['_NET_WM_WINDOW_TYPE_DND', 'popup'],
  ['_NET_WM_WINDOW_TYPE_NOTIFICATION', 'popup'],
  ['_NET_WM_WINDOW_TYPE_DESKTOP', 'desktop'],
  ['_NET_WM_WINDOW_TYPE_DOCK', 'dock'],
]

/** Pure: what the raw replies about one window mean. */
export function describeWindow(raw: RawWindow, atoms: Atoms, pid: number | undefined): XWindow {
  const { properties: p } = raw
  const text = (property: Property | undefined) => readText(property, atoms.UTF8_STRING, atoms.STRING)
  const states = readWords(p._NET_WM_STATE) ?? []
  const types = readWords(p._NET_WM_WINDOW_TYPE) ?? []
  const unmanaged = raw.attributes.overrideRedirect !== 0
  // The root, or the window itself, stands for "of the whole group".
  const transientFor = readWord(p.WM_TRANSIENT_FOR)
  const isTransient = transientFor !== undefined && transientFor !== 0 && transientFor !== raw.id
  const windowClass = readClass(p.WM_CLASS)?.class
  const bounds = { ...raw.origin, width: raw.geometry.width, height: raw.geometry.height }
  return {
    id: raw.id,
    top: raw.top,
    managed: !unmanaged,
    title: text(p._NET_WM_NAME) ?? text(p.WM_NAME) ?? '',
    ...(windowClass === undefined ? {} : { windowClass }),
    ...(pid === undefined ? {} : { pid }),
    kind: kindOf(types, atoms, unmanaged, isTransient),
    bounds,
    frame: withoutShadow(bounds, readExtents(p._GTK_FRAME_EXTENTS)),
    viewable: raw.attributes.mapState === VIEWABLE,
    minimized: readWord(p.WM_STATE) === ICONIC_STATE || states.includes(atoms._NET_WM_STATE_HIDDEN),
    modal: states.includes(atoms._NET_WM_STATE_MODAL),
    fullscreen: states.includes(atoms._NET_WM_STATE_FULLSCREEN),
    passive: types.includes(atoms._NET_WM_WINDOW_TYPE_TOOLTIP) || types.includes(atoms._NET_WM_WINDOW_TYPE_DND),
    ...(isTransient ? { transientFor } : {}),
  }
}

/** EWMH: the first type that we know counts; without one, the specification's defaults. */
export function kindOf(types: readonly number[], atoms: Atoms, unmanaged: boolean, isTransient: boolean): WindowKind {
  for (const type of types) {
    const known = KINDS.find(([name]) => atoms[name] === type)
    // GTK 3 says NORMAL of some override-redirect windows; no window manager shows those as one.
    if (known !== undefined) return unmanaged && known[1] === 'normal' ? 'popup' : known[1]
  }
  if (unmanaged) return 'popup'
  return isTransient ? 'dialog' : 'normal'
}

export function withoutShadow(bounds: Rect, shadow: Extents | undefined): Rect {
  if (shadow === undefined) return bounds
  const width = bounds.width - shadow.left - shadow.right
  const height = bounds.height - shadow.top - shadow.bottom
  if (width <= 0 || height <= 0) return bounds
  return { x: bounds.x + shadow.left, y: bounds.y + shadow.top, width, height }
}
