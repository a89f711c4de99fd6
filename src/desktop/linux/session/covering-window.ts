import type { Geometry } from 'x11'
import type { Point, Rect } from '../../port.ts'
import { subtractAll } from '../rect.ts'
import type { XLink } from '../x11/link.ts'
import { readWord, readWords } from '../x11/properties.ts'
import type { XServer } from '../x11/server.ts'
import { kindOf } from '../x11/window-facts.ts'
import { attributesOf, clientIn, readProperty, readScreen } from '../x11/window-list.ts'
import type { LockAnswer, LockSource } from './lock-source.ts'

/**
 * Lockers of X11 that tell nobody (i3lock, slock, xlock, xsecurelock) cover the screen with unmanaged windows, one for all
 * or one for each monitor, above everything else.
 */
export function coveringWindowSource(x: XLink): LockSource {
  // Screens seldom change: the last one is probed while the present one is asked for.
  let expected: Rect | undefined
  return {
    name: 'covering window',
    ask: (budget) =>
      x.use(budget, 'look for a window that covers the screen', async (server) => {
        const guess = expected
        const [screen, early] = await Promise.all([readScreen(server), guess && probe(server, guess)])
        expected = screen
        const isRight = guess?.width === screen.width && guess.height === screen.height
        return look(server, screen, early !== undefined && isRight ? early : await probe(server, screen))
      }),
  }
}

/** What lies on top at one probed point. */
export interface Cover {
  readonly id: number
  readonly bounds: Rect
  readonly isLockerLike: boolean
}

/** What is on top at each probe. */
const probe = (server: XServer, screen: Rect): Promise<readonly number[]> =>
  Promise.all(probes(screen).map((point) => topmostAt(server, point)))

async function look(server: XServer, screen: Rect, hits: readonly number[]): Promise<LockAnswer> {
  if (hits.includes(0)) return { state: 'unlocked' }
  const covers = await Promise.all([...new Set(hits)].map((id) => describeCover(server, id)))
  return judgeCover(
    covers.filter((cover) => cover !== undefined),
    screen,
  )
}

/** Locked when nothing but unmanaged windows is on top at every probe, and together they hide the whole screen. */
export function judgeCover(covers: readonly Cover[], screen: Rect): LockAnswer {
  const isCovered =
    covers.length > 0 &&
    covers.every(({ isLockerLike }) => isLockerLike) &&
    covers.reduce((rest, { bounds }) => subtractAll(rest, bounds), [screen] as readonly Rect[]).length === 0
  if (!isCovered) return { state: 'unlocked' }
  return { state: 'locked', detail: 'unmanaged windows cover the whole screen on top of all others' }
}

/** A grid that no arrangement of monitors slips through; a panel or a notification on top stands at one of them at most. */
export function probes({ width, height }: Rect): readonly Point[] {
  const along = (length: number) => [0.02, 0.25, 0.5, 0.75, 0.98].map((part) => Math.floor(length * part))
  return along(width).flatMap((x) => along(height).map((y) => ({ x, y })))
}

/** The server's own hit test: input-transparent overlays are looked through. 0: the root. */
async function topmostAt({ connection }: XServer, { x, y }: Point): Promise<number> {
  const { root } = connection
  return (await connection.ask<{ child: number }>((X, done) => X.TranslateCoordinates(root, root, x, y, done))).child
}

async function describeCover(server: XServer, id: number): Promise<Cover | undefined> {
  const { connection, atoms } = server
  const [attributes, geometry, type] = await Promise.all([
    attributesOf(server, id),
    connection.ask<Geometry>((X, done) => X.GetGeometry(id, done)).catch(() => undefined),
    readProperty(server, id, '_NET_WM_WINDOW_TYPE'),
  ])
  if (attributes === undefined || geometry === undefined) return undefined
  const isUnmanaged = attributes.overrideRedirect !== 0
  const kind = kindOf(readWords(type) ?? [], atoms, isUnmanaged, false)
  const { xPos: x, yPos: y, width, height, borderWidth } = geometry
  return {
    id,
    bounds: { x, y, width: width + 2 * borderWidth, height: height + 2 * borderWidth },
    isLockerLike: isUnmanaged && kind !== 'desktop' && !(await isOfWindowManager(server, id)),
  }
}

/** Frames are override-redirect as well; they hold a client. So is the window with which mutter covers minimised ones. */
async function isOfWindowManager(server: XServer, id: number): Promise<boolean> {
  const { connection, atoms } = server
  const [client, check] = await Promise.all([
    clientIn(server, id),
    readProperty(server, connection.root, '_NET_SUPPORTING_WM_CHECK'),
  ])
  const manager = check?.type === atoms.WINDOW ? readWord(check) : undefined
  return client !== undefined || (manager !== undefined && isSameClient(id, manager, connection.display.resource_mask))
}

/** Pure: the server gives each client the same upper bits for all its ids. */
export const isSameClient = (a: number, b: number, resourceMask: number): boolean =>
  ((a ^ b) & ~resourceMask) >>> 0 === 0
