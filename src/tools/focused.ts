import type { AppInfo, WindowHandle } from '../desktop/port.ts'
import { type SnapshotNode, walkNodes } from '../perception/index.ts'
import { findAppAndWindow } from './apps.ts'
import type { ToolContext } from './define.ts'
import { type FoundElement, findElement, readElement, targetOf } from './element.ts'

/** A window, and the element in it that has the app's own keyboard focus; the window need not be active. */
export interface FocusedPlace {
  readonly app: AppInfo
  readonly window: WindowHandle
  /** Absent: the app does not say what has the focus; many do not while their window is inactive. */
  readonly element?: Pick<FoundElement, 'record' | 'details' | 'target'>
}

/** Looks at the app's window, so that keys go where the caller would expect them to. */
export async function resolveFocused(context: ToolContext, query: string): Promise<FocusedPlace> {
  const { app, window, windows } = await findAppAndWindow(context, query, undefined)
  const seen = await context.look(app, window, { includeScreenshot: false, windows })
  const focused = seen.snapshot.focused ?? anyFocused(seen.snapshot.main?.root)
  const id = focused && seen.ids.get(focused.record.handle)
  if (focused === undefined || id === undefined) return { app, window: window.handle }
  const { entry } = findElement(context, query, id)
  const { record, details } = await readElement(context, focused.record.handle, [])
  return { app, window: entry.window, element: { record, details, target: targetOf(context, entry, record, id) } }
}

function anyFocused(root: SnapshotNode | undefined): SnapshotNode | undefined {
  if (root === undefined) return undefined
  for (const node of walkNodes(root)) if (node.record.states.has('focused')) return node
  return undefined
}
