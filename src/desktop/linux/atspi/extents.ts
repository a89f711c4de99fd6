import type { AccessibleHandle, Budget, Point, Rect, WindowInfo } from '../../port.ts'
import { addressOf } from './handles.ts'
import type { Call, Link } from './link.ts'
import { unlessFatal } from './record.ts'

/** AtspiCoordType. */
export type Coordinates = 'screen' | 'window'

const COORD_TYPE: Readonly<Record<Coordinates | 'parent', number>> = { screen: 0, window: 1, parent: 2 }

const COMPONENT = 'org.a11y.atspi.Component'

function extentsCall(handle: AccessibleHandle, coordinates: Coordinates | 'parent'): Call {
  const body = [COORD_TYPE[coordinates]]
  return { ...addressOf(handle), iface: COMPONENT, member: 'GetExtents', signature: 'u', body }
}

export function pointCall(handle: AccessibleHandle, point: Point, coordinates: Coordinates): Call {
  const body = [point.x, point.y, COORD_TYPE[coordinates]]
  return { ...addressOf(handle), iface: COMPONENT, member: 'GetAccessibleAtPoint', signature: 'iiu', body }
}

/** @returns undefined for what toolkits answer in the place of "nowhere": no size, or numbers near ±2³¹. */
export function decodeExtents(reply: unknown): Rect | undefined {
  if (!Array.isArray(reply) || reply.length !== 4) return undefined
  const [x, y, width, height] = reply as [number, number, number, number]
  if (width <= 0 || height <= 0) return undefined
  if ([x, y, width, height].some((value) => Math.abs(value) >= 2 ** 30)) return undefined
  return { x, y, width, height }
}

export async function readExtents(
  link: Link,
  handle: AccessibleHandle,
  coordinates: Coordinates | 'parent',
  budget: Budget,
): Promise<Rect | undefined> {
  return decodeExtents((await link.call(extentsCall(handle, coordinates), budget)).body[0])
}

/** How one app's extents become boxes relative to the frame of one window. */
export interface Reference {
  readonly coordinates: Coordinates
  /** In physical pixels: added after scaling. */
  readonly shift: Point
}

/** What the window's own accessible says of itself, in each kind of coordinates. */
export interface WindowExtents {
  readonly screen: Rect | undefined
  readonly window: Rect | undefined
  /** Only asked of popups. */
  readonly parent?: Rect | undefined
}

export async function readWindowExtents(link: Link, window: WindowInfo, budget: Budget): Promise<WindowExtents> {
  const { accessible, kind } = window
  if (accessible === undefined) return { screen: undefined, window: undefined }
  const read = (coordinates: Coordinates | 'parent') =>
    readExtents(link, accessible, coordinates, budget).catch(unlessFatal)
  const [screen, own, parent] = await Promise.all([
    read('screen'),
    read('window'),
    kind === 'popup' ? read('parent') : undefined,
  ])
  return { screen, window: own, parent }
}

/** Client-side shadows are narrower than this on each side. */
const SHADOW_LIMIT = 128
/** And a border that a toolkit draws itself, on each side. */
const BORDER_LIMIT = 16

/**
 * Decides from evidence, not from the toolkit's name, which coordinates can be trusted and what they are relative to.
 *
 * SCREEN, where the window's accessible reports itself where the window system sees its frame, with or without a
 * shadow around it (GTK 3, Qt, Chromium). They are the better kind: they also place menus, which are windows of
 * their own. Else WINDOW, where the size of the window's accessible tells how they lie to the frame: GTK 4 never knows
 * where its window is and says 0,0.
 * @returns undefined when neither can be told to be right; then no box is known
 */
export function referenceFor(window: WindowInfo, reported: WindowExtents): Reference | undefined {
  const { frame, scale } = window
  if (frame === undefined) return undefined
  const screen = reported.screen && scaled(reported.screen, scale)
  if (
    screen !== undefined &&
    surrounds(screen, frame, scale) &&
    !(screen.x === 0 && screen.y === 0 && equalSize(screen, frame, scale))
  ) {
    return { coordinates: 'screen', shift: { x: -frame.x, y: -frame.y } }
  }
  const own = reported.window && scaled(reported.window, scale)
  if (own === undefined) return undefined
  const popup = window.kind === 'popup' ? originOfPopup(own, reported.parent, frame, scale) : undefined
  if (popup !== undefined) return { coordinates: 'window', shift: { x: -popup.x, y: -popup.y } }
  // GTK 3 counts the window manager's decoration in, and counts from below it: from the frame.
  if ((own.x < 0 || own.y < 0) && surrounds(own, { ...frame, x: 0, y: 0 }, scale)) {
    return { coordinates: 'window', shift: { x: 0, y: 0 } }
  }
  const border = borderBetween(own, frame, scale)
  if (border === undefined) return undefined
  return { coordinates: 'window', shift: { x: border - own.x, y: border - own.y } }
}

/**
 * Where a GTK 4 popover's window begins, in the coordinates of the window that it is inside of for accessibility. The two
 * are laid out as if the popover's content began at the parent's corner, wherever the popover then comes to be (measured:
 * 94 px off), so only what is said relative to the parent is true of the popover's own window.
 */
export function originOfPopup(own: Rect, parent: Rect | undefined, frame: Rect, scale: number): Point | undefined {
  if (parent === undefined) return undefined
  const inside = { x: parent.x * scale, y: parent.y * scale }
  const fits =
    Math.abs(inside.x + own.width - frame.width) <= scale && Math.abs(inside.y + own.height - frame.height) <= scale
  return fits ? { x: own.x - inside.x, y: own.y - inside.y } : undefined
}

/**
 * GTK 4 leaves out the border that it draws around its windows where there is no compositor (5 px in Adwaita).
 * @returns undefined when what is left out is not the same on all sides
 */
function borderBetween(own: Rect, frame: Rect, scale: number): number | undefined {
  const [across, down] = [frame.width - own.width, frame.height - own.height]
  if (Math.abs(across - down) > scale || across < -scale || across > BORDER_LIMIT * 2 * scale) return undefined
  return Math.max(0, Math.floor(across / 2))
}

function scaled(rect: Rect, scale: number): Rect {
  return { x: rect.x * scale, y: rect.y * scale, width: rect.width * scale, height: rect.height * scale }
}

function equalSize(a: Rect, b: Rect, slack: number): boolean {
  return Math.abs(a.width - b.width) <= slack && Math.abs(a.height - b.height) <= slack
}

/** `outer` is `inner` with at most a shadow around it. */
function surrounds(outer: Rect, inner: Rect, slack: number): boolean {
  const margins = [
    inner.x - outer.x,
    inner.y - outer.y,
    outer.x + outer.width - (inner.x + inner.width),
    outer.y + outer.height - (inner.y + inner.height),
  ]
  return margins.every((margin) => margin >= -slack && margin <= SHADOW_LIMIT * slack)
}

export function toBox(extents: Rect, reference: Reference, scale: number): Rect {
  return {
    x: Math.round(extents.x * scale + reference.shift.x),
    y: Math.round(extents.y * scale + reference.shift.y),
    width: Math.round(extents.width * scale),
    height: Math.round(extents.height * scale),
  }
}
