import type { AccessibleHandle, AccessibleRecord, AppInfo, Rect, ValueContent } from '../desktop/port.ts'
import { toolkitOf, toolkits } from '../ladder/toolkits.ts'
import type { Direction } from '../outcome/intent.ts'
import type { ToolContext } from './define.ts'

/** How far to scroll. A page is what is visible at once. */
export interface Distance {
  readonly direction: Direction
  readonly by: { readonly pages: number } | { readonly pixels: number }
}

export interface ScrollBar {
  /** Of what holds the value: the scroll bar or a part of it. */
  readonly handle: AccessibleHandle
  /** Already as far as it goes in the asked direction. */
  readonly atEnd: boolean
  /** The most that is visible at once, where the maximum is the length of the content and so is never reached. */
  readonly page?: number
  /** Where its value has to be for the distance; undefined when its units are not known. */
  readonly after: (distance: Distance) => number | undefined
}

/** Roles of what shows a part of its content. */
export const clips: ReadonlySet<string> = new Set([
  'scroll pane',
  'viewport',
  'list',
  'list box',
  'tree',
  'tree table',
  'table',
  'document web',
  'document frame',
  'text',
  'terminal',
])

const isVertical = (direction: Direction): boolean => direction === 'up' || direction === 'down'

/** What holds the value of the container's scroll bar for this direction. */
export async function barOf(
  context: ToolContext,
  container: AccessibleRecord,
  direction: Direction,
): Promise<AccessibleRecord | undefined> {
  if (container.role === 'scroll bar') return await valueHolder(context, container)
  if (!clips.has(container.role)) return undefined
  const orientation = isVertical(direction) ? 'vertical' : 'horizontal'
  const bar = (await childrenOf(context, container)).find(
    ({ role, states }) => role === 'scroll bar' && states.has(orientation),
  )
  return bar && (await valueHolder(context, bar))
}

/** GTK 4 has the value at an unnamed part inside of the scroll bar. */
async function valueHolder(context: ToolContext, bar: AccessibleRecord): Promise<AccessibleRecord | undefined> {
  if (bar.interfaces.has('Value')) return bar
  return (await childrenOf(context, bar)).find(({ interfaces }) => interfaces.has('Value'))
}

async function childrenOf({ desktop, budget }: ToolContext, { handle }: AccessibleRecord) {
  const tree = await desktop.accessibility.readTree(
    { root: handle, maxNodes: 64, maxDepth: 1, enter: (record) => record.handle === handle },
    budget,
  )
  return tree.root.children.map(({ record }) => record)
}

interface BarReading {
  readonly value: ValueContent
  /** Of the container. */
  readonly box: Rect | undefined
  readonly direction: Direction
  readonly app: AppInfo
}

/** Pure. */
export function scrollBar({ handle }: Pick<AccessibleRecord, 'handle'>, reading: BarReading): ScrollBar {
  const { value, box, direction, app } = reading
  const { current, minimum, maximum, increment } = value
  const forward = direction === 'down' || direction === 'right'
  const page = toolkits[toolkitOf(app)].scrollsToPage.works
    ? isVertical(direction)
      ? box?.height
      : box?.width
    : undefined
  return {
    handle,
    atEnd: forward ? current >= maximum : current <= minimum,
    ...(page !== undefined && { page }),
    after: ({ by }) => {
      const length = 'pixels' in by ? by.pixels : pageLength(increment, app, by.pages)
      if (length === undefined) return undefined
      const wanted = forward ? current + length : current - length
      return Math.min(maximum, Math.max(minimum, wanted))
    },
  }
}

/** GTK's scroll bars count pixels and step a tenth of a page; of other toolkits the unit is not known. */
function pageLength(increment: number | undefined, app: AppInfo, pages: number): number | undefined {
  const isGtk = app.toolkit?.name.toLowerCase().startsWith('gtk') === true
  return isGtk && increment !== undefined && increment > 0 ? increment * 9 * pages : undefined
}
