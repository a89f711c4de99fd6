import type { AccessibleRecord, AppInfo, Budget, Rect, TreeNode, WindowHandle } from '../desktop/port.ts'
import type { ScrollFacts } from '../outcome/facts.ts'
import type { Direction } from '../outcome/intent.ts'
import { mayShow } from '../perception/index.ts'
import type { ToolContext } from './define.ts'
import { barOf, clips, type Distance, type ScrollBar, scrollBar } from './scroll-bar.ts'

const MAX_ANCESTORS = 8
/** Accessibles of a container that are compared to see whether other content came into view. */
const MAX_VISIBLE = 400

/** What scrolls, and by what it can be told to. */
export interface Scrollable {
  readonly container: AccessibleRecord
  /** Relative to the window. */
  readonly box?: Rect
  readonly bar?: ScrollBar
}

/** The innermost container around an element that has a scroll bar for the direction, else the one that clips. */
export async function findScrollable(
  context: ToolContext,
  place: { readonly app: AppInfo; readonly window: WindowHandle },
  record: AccessibleRecord,
  direction: Direction,
): Promise<Scrollable | undefined> {
  const { accessibility, windows } = context.desktop
  const [above, list] = await Promise.all([
    accessibility.ancestors(record.handle, context.budget),
    windows.list(place.app, context.budget),
  ])
  const window = list.find(({ handle }) => handle === place.window)
  const candidates = [record, ...above.slice(0, MAX_ANCESTORS)]
  for (const container of candidates) {
    const bar = await barOf(context, container, direction)
    if (bar === undefined) continue
    const read = await accessibility.describe(
      { ...(window && { window }), records: [container, bar], fields: () => ['box', 'value'], textLimit: 0 },
      context.budget,
    )
    const value = read.details.get(bar.handle)?.value
    const box = read.details.get(container.handle)?.box
    if (value === undefined) continue
    return { container, ...(box && { box }), bar: scrollBar(bar, { value, box, direction, app: place.app }) }
  }
  const clipping = candidates.find(({ role }) => clips.has(role))
  return clipping && { container: clipping }
}

/** A click of the wheel is about three lines of text. */
const PIXELS_A_CLICK = 54
const USUAL_PAGE = 400
const MAX_CLICKS = 100

/** Clicks of the wheel for a distance. */
export function steps({ by }: Distance, box: Rect | undefined): number {
  const pixels = 'pixels' in by ? by.pixels : by.pages * (box?.height ?? USUAL_PAGE)
  return Math.min(MAX_CLICKS, Math.max(1, Math.round(pixels / PIXELS_A_CLICK)))
}

/** Where it is scrolled to, and what of it is in view. */
export async function observeScroll(
  { desktop }: ToolContext,
  { container, bar }: Scrollable,
  budget: Budget,
): Promise<ScrollFacts> {
  const { accessibility } = desktop
  const [bars, tree] = await Promise.all([
    bar && accessibility.readRecords([bar.handle], budget),
    accessibility.readTree({ root: container.handle, maxNodes: MAX_VISIBLE, maxDepth: 6, enter: mayShow }, budget),
  ])
  const record = bar && bars?.get(bar.handle)
  const read =
    record && (await accessibility.describe({ records: [record], fields: () => ['value'], textLimit: 0 }, budget))
  const value = bar && read?.details.get(bar.handle)?.value
  return {
    ...(value && {
      position: {
        value: value.current,
        minimum: value.minimum,
        maximum: value.maximum,
        ...(bar.page !== undefined && { page: bar.page }),
      },
    }),
    visible: inView(tree.root).join('\n'),
  }
}

/** Handles in view, in order; texts are left out, so that a clock in the container is no scrolling. */
function inView(node: TreeNode): string[] {
  const own = node.record.states.has('showing') ? [node.record.handle] : []
  return [...own, ...node.children.flatMap(inView)]
}
