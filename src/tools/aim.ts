import type { AccessibleHandle, AppInfo, Budget, Point, Rect, WindowHandle, WindowInfo } from '../desktop/port.ts'
import type { Aim } from '../ladder/seat-rungs.ts'
import { CLIPS, sharedPart } from '../perception/index.ts'
import type { ToolContext } from './define.ts'

/** Time to find out where an element is now, in milliseconds. */
const LOOK_MS = 2_000

/** The middle of an element, where it is at the moment of delivery; scrolled into view if it is not. */
export function aimAtElement(context: ToolContext, app: AppInfo, window: WindowHandle, element: AccessibleHandle): Aim {
  return { window, point: () => middleOf(context, app, window, element) }
}

/** A pixel of the screen that was already chosen. */
export const aimAtPoint = (window: WindowHandle, point: Point): Aim => ({ window, point: async () => point })

/** Any point of a window, for keys: they go wherever the app's own focus is. */
export function aimAtWindow(context: ToolContext, app: AppInfo, handle: WindowHandle): Aim {
  return {
    window: handle,
    point: async () => {
      const frame = (await findWindow(context, app, handle, soon()))?.frame
      return frame === undefined ? undefined : middle(frame)
    },
  }
}

async function middleOf(
  context: ToolContext,
  app: AppInfo,
  handle: WindowHandle,
  element: AccessibleHandle,
): Promise<Point | undefined> {
  const { accessibility } = context.desktop
  const budget = soon()
  const window = await findWindow(context, app, handle, budget)
  if (window?.frame === undefined) return undefined
  const { frame } = window
  let box = await visibleBoxOf(context, window, frame, element, budget)
  if (box === undefined) {
    await accessibility.act(element, { type: 'scroll-into-view' }, budget).catch(() => undefined)
    box = await visibleBoxOf(context, window, frame, element, budget)
  }
  return box === undefined ? undefined : middle(onScreen(box, frame))
}

/**
 * The part of an element that its window and what scrolls around it let see, relative to the window: a row that is
 * scrolled out of its list has its box over something else.
 */
async function visibleBoxOf(
  { desktop }: ToolContext,
  window: WindowInfo,
  { width, height }: Rect,
  element: AccessibleHandle,
  budget: Budget,
): Promise<Rect | undefined> {
  const { accessibility } = desktop
  const [records, ancestors] = await Promise.all([
    accessibility.readRecords([element], budget),
    accessibility.ancestors(element, budget),
  ])
  const record = records.get(element)
  if (record === undefined) return undefined
  const clipping = ancestors.filter(({ role }) => CLIPS.has(role))
  const { details } = await accessibility.describe(
    { window, records: [record, ...clipping], fields: () => ['box'], textLimit: 0 },
    budget,
  )
  const box = details.get(element)?.box
  const views = clipping.map((ancestor) => details.get(ancestor.handle)?.box).filter((view) => view !== undefined)
  return views.reduce(sharedPart, box && sharedPart(box, { x: 0, y: 0, width, height }))
}

async function findWindow({ desktop }: ToolContext, app: AppInfo, handle: WindowHandle, budget: Budget) {
  return (await desktop.windows.list(app, budget)).find((window) => window.handle === handle)
}

const soon = (): Budget => ({ deadline: performance.now() + LOOK_MS })

const onScreen = (box: Rect, frame: Rect): Rect => ({ ...box, x: box.x + frame.x, y: box.y + frame.y })

const middle = ({ x, y, width, height }: Rect): Point => ({
  x: x + Math.floor(width / 2),
  y: y + Math.floor(height / 2),
})
