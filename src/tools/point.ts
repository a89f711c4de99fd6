import type { AccessibleRecord, DetailField, Point, WindowHandle } from '../desktop/port.ts'
import { Refusal } from '../errors.ts'
import type { Aim } from '../ladder/seat-rungs.ts'
import { checkFresh, fingerprint, isTextEntry, ROW, toScreen } from '../perception/index.ts'
import { aimAtPoint } from './aim.ts'
import { findApp } from './apps.ts'
import type { ActionTarget, ToolContext } from './define.ts'
import { type FoundElement, readElement } from './element.ts'

/**
 * The element under a pixel of the last picture of the app.
 * @throws {Refusal} STALE_COORDINATES, INVALID_ARGUMENTS, ELEMENT_NOT_FOUND
 */
export async function elementAt(
  context: ToolContext,
  query: string,
  point: Point,
  fields: readonly DetailField[],
): Promise<Omit<FoundElement, 'entry'> & { readonly window: WindowHandle; readonly aim: Aim }> {
  const app = await findApp(context, query)
  const pictured = context.identities.lastPicture(context.caller, app)
  if (pictured === undefined)
    throw new Refusal('STALE_COORDINATES', `No picture of ${app.name} was taken yet. Call get_app_state first.`)
  const windows = await context.desktop.windows.list(app, context.budget)
  const window = windows.find(({ handle }) => handle === pictured.window)
  if (window === undefined)
    throw new Refusal('STALE_COORDINATES', 'The window of the last picture is gone. Call get_app_state again.')
  const freshness = checkFresh(pictured.geometry, window)
  if (!freshness.fresh) throw new Refusal('STALE_COORDINATES', `${freshness.reason}. Call get_app_state again.`)
  const onScreen = toScreen(point, pictured.geometry)
  if (!onScreen.ok) throw new Refusal('INVALID_ARGUMENTS', `${onScreen.reason}.`)

  const handle = await context.desktop.accessibility.at(window, onScreen.point, context.budget)
  if (handle === undefined)
    throw new Refusal('ELEMENT_NOT_FOUND', `Accessibility knows no element at ${point.x},${point.y} of this window.`)
  const hit = await readElement(context, handle, fields)
  const row = await rowAround(context, hit.record)
  const { record, details } = row === undefined ? hit : await readElement(context, row.handle, fields)
  const target = unidentified(context, window, onScreen.point, hit.record, record)
  return { app, record, details, window: window.handle, target, aim: aimAtPoint(window.handle, onScreen.point) }
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
  window: Parameters<ToolContext['desktop']['accessibility']['at']>[0],
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
        throw new Refusal(
          'STALE_ELEMENT',
          'Another element is at that point now. Nothing was sent. Call get_app_state again.',
        )
      return record
    },
  }
}

const isSame = (was: AccessibleRecord, is: AccessibleRecord | undefined): boolean =>
  is !== undefined && fingerprint(was) === fingerprint(is)
