import { setTimeout as delay } from 'node:timers/promises'
import {
  type AccessibleHandle,
  type AccessibleRecord,
  type AppInfo,
  type DetailField,
  type Point,
  PortError,
  type Rect,
  type WindowHandle,
  type WindowInfo,
} from '../desktop/port.ts'
import { Refusal } from '../errors.ts'
import type { Aim } from '../ladder/seat-rungs.ts'
import { toolkitOf, toolkits } from '../ladder/toolkits.ts'
import { capture, checkFresh, fingerprint, named, openedItemAt, toScreen } from '../perception/index.ts'
import { aimAtPoint } from './aim.ts'
import { findApp } from './apps.ts'
import type { ActionTarget, ToolContext } from './define.ts'
import { type FoundElement, readElement } from './element.ts'
import { meantBy } from './meant.ts'

/** A pixel of the last picture of an app, and what accessibility knows to be there. */
export interface Pointed {
  readonly app: AppInfo
  readonly window: WindowHandle
  /** In screen pixels. */
  readonly point: Point
  readonly aim: Aim
  /** Absent: accessibility knows no element at this point. */
  readonly element?: Pick<FoundElement, 'record' | 'details' | 'target'>
}

/**
 * What is under a pixel of the last picture of the app.
 * @throws {Refusal} STALE_COORDINATES, INVALID_ARGUMENTS
 */
export async function resolvePoint(
  context: ToolContext,
  query: string,
  pixel: Point,
  fields: readonly DetailField[],
): Promise<Pointed> {
  const place = await onScreen(context, query, pixel)
  const { app, window, at, point } = place
  const pointed = { app, window: window.handle, point, aim: aimAtPoint(at.handle, point) }
  const handle = await settledAt(context, place)
  if (handle === undefined) return pointed
  const hit = await readElement(context, handle, ['actions', ...fields])
  const around = await meantBy(context.desktop.accessibility, hit, context.budget)
  const { record, details } = around === undefined ? hit : await readElement(context, around.handle, fields)
  return { ...pointed, element: { record, details, target: unidentified(context, place, hit.record, record) } }
}

const MOST_HIT_TESTS = 5

/** As `elementAt`, once two answers agree where the first may be an estimate. */
async function settledAt(context: ToolContext, place: ScreenPoint): Promise<AccessibleHandle | undefined> {
  const { ms } = toolkits[toolkitOf(place.app)].hitTestDelay
  let handle = await elementAt(context, place)
  for (let more = MOST_HIT_TESTS; ms > 0 && more > 0; more--) {
    await delay(ms, undefined, { signal: context.budget.signal })
    const again = await elementAt(context, place)
    if (again === handle) break
    handle = again
  }
  return handle
}

/** What accessibility knows to be at a point. Where an app does not answer it knows nothing: a pixel is a pixel. */
export async function elementAt(context: ToolContext, place: ScreenPoint): Promise<AccessibleHandle | undefined> {
  const { desktop, budget } = context
  const { at, window, point } = place
  try {
    if (at.handle !== window.handle && at.accessible === undefined) return await menuItemAt(context, place)
    return await desktop.accessibility.at(at, point, budget)
  } catch (error) {
    if (error instanceof PortError && error.code === 'timeout') return undefined
    throw error
  }
}

/** What an open menu without an accessible of its own shows is below the menu in the window's tree. */
async function menuItemAt(
  { desktop, budget }: ToolContext,
  { app, window, point }: ScreenPoint,
): Promise<AccessibleHandle | undefined> {
  const { main, geometry } = await capture(desktop, app, window, { includeScreenshot: false }, budget)
  if (main === undefined || geometry === undefined) return undefined
  const { frame } = geometry
  return openedItemAt(main.root, { x: point.x - frame.x, y: point.y - frame.y })?.record.handle
}

/** A pixel of a picture, on the screen. */
interface ScreenPoint {
  readonly app: AppInfo
  /** The window that the picture is of. */
  readonly window: WindowInfo
  /** What the picture shows there: the window, or a popup over it. */
  readonly at: WindowInfo
  readonly point: Point
}

/**
 * From a pixel of the last picture to the screen.
 * @throws {Refusal} STALE_COORDINATES, INVALID_ARGUMENTS
 */
export async function onScreen(context: ToolContext, query: string, pixel: Point): Promise<ScreenPoint> {
  const app = await findApp(context, query)
  const pictured = context.identities.lastPicture(context.caller, app)
  if (pictured === undefined) throw new Refusal('STALE_COORDINATES', `No picture of ${named(app.name)} was taken yet.`)
  const windows = await context.desktop.windows.list(app, context.budget)
  const window = windows.find(({ handle }) => handle === pictured.window)
  if (window === undefined) throw new Refusal('STALE_COORDINATES', 'The window of the last picture is gone.')
  const freshness = checkFresh(pictured.geometry, window)
  if (!freshness.fresh) throw new Refusal('STALE_COORDINATES', `${freshness.reason}.`)
  const found = toScreen(pixel, pictured.geometry)
  if (!found.ok) throw new Refusal('INVALID_ARGUMENTS', `${found.reason}.`)
  const { point } = found
  const shown = pictured.popups.findLast(({ frame }) => isInside(point, frame))
  const at = shown === undefined ? window : windows.find((one) => one.handle === shown.window)
  if (at === undefined || (shown !== undefined && !isSamePlace(at.frame, shown.frame)))
    throw new Refusal('STALE_COORDINATES', 'The popup that the picture shows there has closed or moved.')
  if (shown === undefined && !isInside(point, pictured.geometry.frame))
    throw new Refusal('INVALID_ARGUMENTS', 'At that point there is neither the window nor a popup of it.')
  return { app, window, at, point }
}

const isInside = ({ x, y }: Point, frame: Rect): boolean =>
  x >= frame.x && y >= frame.y && x < frame.x + frame.width && y < frame.y + frame.height

const isSamePlace = (a: Rect | undefined, b: Rect): boolean =>
  a?.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height

/**
 * An element without an id. The proof is that the same accessible is still at that point, and that it and the element
 * around it that is meant are still the same things.
 */
function unidentified(
  context: ToolContext,
  place: ScreenPoint,
  hit: AccessibleRecord,
  meant: AccessibleRecord,
): ActionTarget {
  return {
    handle: meant.handle,
    found: meant,
    prove: async () => {
      const { accessibility } = context.desktop
      const [now, records] = await Promise.all([
        elementAt(context, place),
        accessibility.readRecords([hit.handle, meant.handle], context.budget),
      ])
      const record = records.get(meant.handle)
      if (
        now !== hit.handle ||
        record === undefined ||
        ![hit, meant].every((was) => isSame(was, records.get(was.handle)))
      )
        throw new Refusal('STALE_ELEMENT', 'Another element is at that point now. Nothing was sent.')
      return record
    },
  }
}

const isSame = (was: AccessibleRecord, is: AccessibleRecord | undefined): boolean =>
  is !== undefined && fingerprint(was) === fingerprint(is)
