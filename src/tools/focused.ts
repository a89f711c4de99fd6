import { Refusal } from '../errors.ts'
import { isTextEntry, walkNodes } from '../perception/index.ts'
import { findAppAndWindow } from './apps.ts'
import type { ToolContext } from './define.ts'
import { findElement, readElement, targetOf } from './element.ts'

/** The field of an app that has the app's own keyboard focus; the window need not be active. */
export async function focusedElement(context: ToolContext, query: string) {
  const { app, window, windows } = await findAppAndWindow(context, query, undefined)
  const seen = await context.look(app, window, { includeScreenshot: false, windows })
  const focused = seen.snapshot.focused ?? onlyFocused(seen)
  if (focused === undefined) throw noField(app.name)
  const id = seen.ids.get(focused.record.handle)
  if (id === undefined) throw noField(app.name)
  const { entry } = findElement(context, query, id)
  const { record, details } = await readElement(context, focused.record.handle, [])
  if (!isTextEntry(record)) throw noField(app.name)
  return { app, window: entry.window, record, details, target: targetOf(context, entry, record, id) }
}

function onlyFocused(seen: Awaited<ReturnType<ToolContext['look']>>) {
  const root = seen.snapshot.main?.root
  if (root === undefined) return undefined
  for (const node of walkNodes(root)) if (node.record.states.has('focused')) return node
  return undefined
}

const noField = (name: string): Refusal =>
  new Refusal('NO_FOCUSED_FIELD', `No text field of ${name} has the focus. Give the element_id of the field.`)
