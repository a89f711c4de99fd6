import { type AccessibleRecord, type AppInfo, PortError, type TreeNode, type WindowHandle } from '../desktop/port.ts'
import { Refusal } from '../errors.ts'
import { toolkitOf, toolkits } from '../ladder/toolkits.ts'
import { fingerprint, LIMITS, named } from '../perception/index.ts'
import { findAppAndWindow } from './apps.ts'
import type { ActionTarget, ToolContext } from './define.ts'

/** A window, and the element in it that has the app's own keyboard focus; the window need not be active. */
export interface FocusedPlace {
  readonly app: AppInfo
  readonly window: WindowHandle
  /** Absent: the app does not say what has the focus; many do not while their window is inactive. */
  readonly element?: { readonly record: AccessibleRecord; readonly target: ActionTarget }
}

/**
 * Finds where keys would go. Reads the bare tree only: nothing of it is shown to anyone.
 * @throws {Refusal} APP_UNRESPONSIVE where keys would hang an app that does not answer
 */
export async function resolveFocused(context: ToolContext, query: string): Promise<FocusedPlace> {
  const { app, window } = await findAppAndWindow(context, query, undefined)
  // Listening begins here, so that what the keys change is not missed.
  await context.listen(app)
  const place = { app, window: window.handle }
  if (app.unreadable === 'silent') assertTakesKeys(app)
  if (window.accessible === undefined) return place
  const { accessibility } = context.desktop
  const { elements, depth } = LIMITS
  const tree = await accessibility
    .readTree({ root: window.accessible, maxNodes: elements.most, maxDepth: depth.most }, context.budget)
    .catch((error: unknown) => {
      if (error instanceof PortError && error.code === 'timeout') assertTakesKeys(app)
      return undefined
    })
  const record = tree && focusedIn(tree.root)
  return record === undefined ? place : { ...place, element: { record, target: targetOf(context, record) } }
}

/** @throws {Refusal} APP_UNRESPONSIVE */
function assertTakesKeys(app: AppInfo): void {
  if (toolkits[toolkitOf(app)].keysWhileSilent.works) return
  throw new Refusal(
    'APP_UNRESPONSIVE',
    `${named(app.name)} does not answer accessibility requests. If it waits in a dialog, a key could hang it for good, so none was sent.`,
  )
}

/** The innermost element that says it has the focus. */
function focusedIn(node: TreeNode): AccessibleRecord | undefined {
  for (const child of node.children) {
    const found = focusedIn(child)
    if (found !== undefined) return found
  }
  return node.record.states.has('focused') ? node.record : undefined
}

/** The proof is that the element still is what it was and still has the focus. */
function targetOf({ desktop, budget }: ToolContext, found: AccessibleRecord): ActionTarget {
  const { handle } = found
  return {
    handle,
    found,
    prove: async () => {
      const record = (await desktop.accessibility.readRecords([handle], budget)).get(handle)
      if (record === undefined || fingerprint(record) !== fingerprint(found) || !record.states.has('focused'))
        throw new Refusal('STALE_ELEMENT', 'The focus inside the app moved meanwhile. Nothing was sent.')
      return record
    },
  }
}
