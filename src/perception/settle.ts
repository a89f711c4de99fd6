/** Whether a window came to rest under a look, and waiting until it does. */
import type { AppInfo, Budget, Desktop, WindowInfo } from '../desktop/port.ts'
import { countNodes, type TreesRead } from './model.ts'
import type { PictureTaken } from './take-picture.ts'

/** A window with so many accessibles that shows none of them is hardly meant to be empty. */
const MANY = 10
/** The window system tells of no more than it has done; what an app does about it takes a frame or two. */
const FRAMES = 50

export interface OneLook {
  readonly window: WindowInfo
  readonly read: TreesRead
  readonly pictured: PictureTaken
  /** Popups over the window. */
  readonly overlays: readonly WindowInfo[]
}

/** What shows that the window was changing, as a sentence for the reader; undefined where it was at rest. Pure. */
export function unrest({ window, read }: OneLook): string | undefined {
  if (window.minimized || !window.frame || !read.main) return undefined
  if (read.unplaced)
    return 'The elements do not fit the size of the window, which may be changing: their places are not known.'
  const { root } = read.main
  const isBlank = countNodes(root) === 1 && root.cuts.length === 0 && read.count >= MANY
  return isBlank ? 'The window has accessibles and shows none of them: it may be opening or changing.' : undefined
}

export interface Sight {
  readonly window: WindowInfo
  readonly windows: readonly WindowInfo[]
}

/**
 * The window as it is once something has changed since it was listed, or after the time of a few frames.
 * @returns undefined when it is gone
 */
export async function nextSight(
  desktop: Pick<Desktop, 'windows'>,
  app: AppInfo,
  before: WindowInfo,
  budget: Budget,
): Promise<Sight | undefined> {
  let tell: () => void = () => {}
  const told = new Promise<void>((resolve) => {
    tell = resolve
  })
  const events = await desktop.windows.watch(({ window }) => {
    if (window === before.handle) tell()
  })
  try {
    const now = await sightOf(desktop, app, before, budget)
    if (now === undefined || !isSameFrame(before, now.window)) return now
    await within(Math.min(FRAMES, budget.deadline - performance.now()), told)
    return await sightOf(desktop, app, before, budget)
  } finally {
    events.close()
  }
}

/** The window as it is now. */
export async function sightOf(
  { windows: port }: Pick<Desktop, 'windows'>,
  app: AppInfo,
  { handle }: WindowInfo,
  budget: Budget,
): Promise<Sight | undefined> {
  const windows = await port.list(app, budget)
  const window = windows.find((one) => one.handle === handle)
  return window && { window, windows }
}

export function isSameFrame({ frame: a }: WindowInfo, { frame: b }: WindowInfo): boolean {
  return a?.x === b?.x && a?.y === b?.y && a?.width === b?.width && a?.height === b?.height
}

async function within(ms: number, event: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, ms))
  })
  await Promise.race([event, late])
  clearTimeout(timer)
}
