import {
  type AccessibleHandle,
  type AccessibleRecord,
  type AppInfo,
  type DetailField,
  type Point,
  PortError,
  type WindowHandle,
  type WindowInfo,
} from '../desktop/port.ts'
import { Refusal } from '../errors.ts'
import type { Aim } from '../ladder/seat-rungs.ts'
import { checkFresh, fingerprint, isTextEntry, ROW, toScreen } from '../perception/index.ts'
import { aimAtPoint } from './aim.ts'
import { findApp } from './apps.ts'
import type { ActionTarget, ToolContext } from './define.ts'
import { type FoundElement, readElement } from './element.ts'

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
  const { app, window, point } = await onScreen(context, query, pixel)
  const pointed = { app, window: window.handle, point, aim: aimAtPoint(window.handle, point) }
  const handle = await elementAt(context, window, point)
  if (handle === undefined) return pointed
  const hit = await readElement(context, handle, fields)
  const row = await rowAround(context, hit.record)
  const { record, details } = row === undefined ? hit : await readElement(context, row.handle, fields)
  return { ...pointed, element: { record, details, target: unidentified(context, window, point, hit.record, record) } }
}

/** What accessibility knows to be at a point. Where an app does not answer it knows nothing: a pixel is a pixel. */
export async function elementAt(
  { desktop, budget }: ToolContext,
  window: WindowInfo,
  point: Point,
): Promise<AccessibleHandle | undefined> {
  try {
    return await desktop.accessibility.at(window, point, budget)
  } catch (error) {
    if (error instanceof PortError && error.code === 'timeout') return undefined
    throw error
  }
}

/**
 * From a pixel of the last picture to the screen.
 * @throws {Refusal} STALE_COORDINATES, INVALID_ARGUMENTS
 */
export async function onScreen(
  context: ToolContext,
  query: string,
  pixel: Point,
): Promise<{ readonly app: AppInfo; readonly window: WindowInfo; readonly point: Point }> {
  const app = await findApp(context, query)
  const pictured = context.identities.lastPicture(context.caller, app)
  if (pictured === undefined) throw new Refusal('STALE_COORDINATES', `No picture of ${app.name} was taken yet.`)
  const windows = await context.desktop.windows.list(app, context.budget)
  const window = windows.find(({ handle }) => handle === pictured.window)
  if (window === undefined) throw new Refusal('STALE_COORDINATES', 'The window of the last picture is gone.')
  const freshness = checkFresh(pictured.geometry, window)
  if (!freshness.fresh) throw new Refusal('STALE_COORDINATES', `${freshness.reason}.`)
  const found = toScreen(pixel, pictured.geometry)
  if (!found.ok) throw new Refusal('INVALID_ARGUMENTS', `${found.reason}.`)
  return { app, window, point: found.point }
}

const MAX_ANCESTORS = 5

/** What is pressed inside a row, such as its label, means the row; a control of its own inside a row means itself. */
async function rowAround(context: ToolContext, hit: AccessibleRecord): Promise<AccessibleRecord | undefined> {
  const canBeUsed = (record: AccessibleRecord) => record.interfaces.has('Action') || isTextEntry(record)
  if (canBeUsed(hit) || ROW.has(hit.role)) return undefined
  const ancestors = await context.desktop.accessibility.ancestors(hit.handle, context.budget)
  const meant = ancestors.slice(0, MAX_ANCESTORS).find((record) => canBeUsed(record) || ROW.has(record.role))
  return meant !== undefined && ROW.has(meant.role) ? meant : undefined
}

/**
 * An element without an id. The proof is that the same accessible is still at that point, and that it and the element
 * around it that is meant are still the same things.
 */
function unidentified(
  context: ToolContext,
  window: WindowInfo,
  point: Point,
  hit: AccessibleRecord,
  meant: AccessibleRecord,
): ActionTarget {
  return {
    handle: meant.handle,
    found: meant,
    prove: async () => {
      const { accessibility } = context.desktop
      const [now, records] = await Promise.all([
        accessibility.at(window, point, context.budget),
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
