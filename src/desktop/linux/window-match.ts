import type { AccessibleHandle, Point, Rect } from '../port.ts'

/** A top-level accessible as matching needs it. Extents are in the app's own (logical) pixels. */
export interface AccessibleWindow {
  readonly handle: AccessibleHandle
  readonly title: string
  readonly active: boolean
  /** Where its toolkit believes the window to be; GTK 4 says 0,0 of every window. */
  readonly screen?: Rect
  /** The same area relative to the window's own origin; GTK 3 counts the window manager's decoration in both. */
  readonly window?: Rect
}

/** A top-level window of the X server as matching needs it. */
export interface ServerWindow {
  readonly id: number
  readonly title: string
  readonly active: boolean
  readonly bounds: Rect
  readonly frame: Rect
}

export type Pairs = ReadonlyMap<AccessibleHandle, number>

type Evidence = (accessible: AccessibleWindow, window: ServerWindow) => boolean

const hasSameTitle: Evidence = (accessible, window) => accessible.title !== '' && accessible.title === window.title

/** Strongest first. A pair is made only where the evidence points from each to the other and to no third. */
const EVIDENCE: readonly Evidence[] = [
  (accessible, window) => hasSameTitle(accessible, window) && isAtSamePlace(accessible, window),
  (accessible, window) => hasSameTitle(accessible, window) && hasSameSize(accessible, window),
  (accessible, window) => hasSameTitle(accessible, window) && accessible.active && window.active,
  hasSameTitle,
  isAtSamePlace,
  hasSameSize,
  // One of each is left, and nothing contradicts.
  (accessible, window) => accessible.title === '' || window.title === '' || sizeOf(accessible) === undefined,
]

/**
 * Pairs the accessibles and the X windows of one app, one to one. What cannot be told apart stays unpaired: a picture of
 * one window with the tree of its twin would be a lie.
 * @param known Pairs made earlier. Both sides keep their identity for life, so they hold as long as both exist; they tell
 *   twins apart that were once distinguishable.
 */
export function matchWindows(
  accessibles: readonly AccessibleWindow[],
  windows: readonly ServerWindow[],
  known: Pairs = new Map(),
): Pairs {
  const pairs = new Map<AccessibleHandle, number>()
  let looseAccessibles = accessibles
  let looseWindows = windows
  const pair = (accessible: AccessibleWindow, window: ServerWindow) => {
    pairs.set(accessible.handle, window.id)
    looseAccessibles = looseAccessibles.filter((other) => other !== accessible)
    looseWindows = looseWindows.filter((other) => other !== window)
  }
  for (const accessible of accessibles) {
    const window = looseWindows.find(({ id }) => id === known.get(accessible.handle))
    if (window !== undefined) pair(accessible, window)
  }
  // All that one evidence tells are paired at once, whatever order they are listed in. Then the strongest evidence is
  // tried again: one window less may leave another one unambiguous.
  for (let rank = 0; rank < EVIDENCE.length; ) {
    const unique = findUnique(looseAccessibles, looseWindows, EVIDENCE[rank] as Evidence)
    for (const found of unique) pair(...found)
    rank = unique.length === 0 ? rank + 1 : 0
  }
  return pairs
}

function findUnique(
  accessibles: readonly AccessibleWindow[],
  windows: readonly ServerWindow[],
  holds: Evidence,
): readonly (readonly [AccessibleWindow, ServerWindow])[] {
  return accessibles.flatMap((accessible) => {
    const [window, second] = windows.filter((candidate) => holds(accessible, candidate))
    if (window === undefined || second !== undefined) return []
    const rivals = accessibles.filter((candidate) => holds(candidate, window))
    return rivals.length === 1 ? [[accessible, window] as const] : []
  })
}

/** Toolkits and window managers disagree by a border's width. */
const TOLERANCE = 3

function isAtSamePlace(accessible: AccessibleWindow, window: ServerWindow): boolean {
  const origin = originOf(accessible)
  if (origin === undefined) return false
  const scale = scaleOf(accessible, window)
  return [window.bounds, window.frame].some(({ x, y }) => isClose(origin.x * scale, x) && isClose(origin.y * scale, y))
}

/** Top left of the window without the decoration that GTK 3 counts in; absent where the toolkit does not know. */
function originOf({ screen, window }: AccessibleWindow): Point | undefined {
  if (screen === undefined || (screen.x === 0 && screen.y === 0)) return undefined
  return { x: screen.x - (window?.x ?? 0), y: screen.y - (window?.y ?? 0) }
}

function sizeOf({ window, screen }: AccessibleWindow): Rect | undefined {
  return window ?? screen
}

function hasSameSize(accessible: AccessibleWindow, window: ServerWindow): boolean {
  const size = sizeOf(accessible)
  return size !== undefined && fitsOutline(size, window, scaleOf(accessible, window))
}

function isClose(a: number, b: number): boolean {
  return Math.abs(a - b) <= TOLERANCE
}

/** Scales that toolkits offer on X11; 1 comes first because nearly everything draws unscaled. */
const SCALES = [1, 2, 3, 4, 1.25, 1.5, 1.75, 2.5] as const
/** What a window manager's decoration may add to the extents that an app reports. */
const DECORATION = 80
/** Without a compositor GTK 4 draws a plain border of 5 px around a window of its own decoration, and leaves it out. */
const BORDER = 8

type Outline = Pick<ServerWindow, 'bounds' | 'frame'>

/**
 * Physical pixels for one pixel of the app's own (GDK_SCALE, QT_SCALE_FACTOR), from the size that it reports and the
 * size that the X server knows; 1 where the two do not fit any scale.
 */
export function scaleOf(accessible: AccessibleWindow, window: Outline): number {
  const size = sizeOf(accessible)
  if (size === undefined || size.width <= 1 || size.height <= 1) return 1
  return (
    SCALES.find((scale) => fitsOutline(size, window, scale)) ??
    SCALES.find((scale) => fitsDecorated(size, window, scale)) ??
    1
  )
}

/** The size of the window, or of what is inside an even border of it. */
function fitsOutline(size: Rect, window: Outline, scale: number): boolean {
  return surplus(size, window, scale).some(({ width, height }) => {
    const isEven = Math.abs(width - height) <= TOLERANCE
    const [least, most] = [Math.min(width, height), Math.max(width, height)]
    return most <= TOLERANCE * scale && least >= (isEven ? -2 * BORDER : -TOLERANCE) * scale
  })
}

function fitsDecorated(size: Rect, window: Outline, scale: number): boolean {
  return surplus(size, window, scale).some(
    ({ width, height }) => Math.min(width, height) >= -TOLERANCE * scale && Math.max(width, height) <= DECORATION,
  )
}

/** How much larger than the window an app says that it is. */
function surplus(size: Rect, { bounds, frame }: Outline, scale: number) {
  return [bounds, frame].map(({ width, height }) => ({
    width: size.width * scale - width,
    height: size.height * scale - height,
  }))
}
