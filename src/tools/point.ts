import type { DetailField, Point, WindowHandle } from '../desktop/port.ts'
import { Refusal } from '../errors.ts'
import { checkFresh, fingerprint, toScreen } from '../perception/index.ts'
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
): Promise<Omit<FoundElement, 'entry'> & { readonly window: WindowHandle }> {
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
  const { record, details } = await readElement(context, handle, fields)
  return { app, record, details, window: window.handle, target: unidentified(context, window, onScreen.point, record) }
}

/** An element without an id: the proof is that the same accessible is still at that point and still the same thing. */
function unidentified(
  context: ToolContext,
  window: Parameters<ToolContext['desktop']['accessibility']['at']>[0],
  point: Point,
  captured: FoundElement['record'],
): ActionTarget {
  return {
    handle: captured.handle,
    prove: async () => {
      const { accessibility } = context.desktop
      const [now, records] = await Promise.all([
        accessibility.at(window, point, context.budget),
        accessibility.readRecords([captured.handle], context.budget),
      ])
      const record = records.get(captured.handle)
      if (now !== captured.handle || record === undefined || fingerprint(record) !== fingerprint(captured))
        throw new Refusal(
          'STALE_ELEMENT',
          'Another element is at that point now. Nothing was sent. Call get_app_state again.',
        )
      return record
    },
  }
}
