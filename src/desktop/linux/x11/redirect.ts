import type { Event, Geometry } from 'x11'
import { type Budget, type Instant, PortError, type Rect } from '../../port.ts'
import { isStopped } from '../processes.ts'
import { beginPainting, judgePainting, type Painter, type Painting, paint, within } from './painting.ts'
import { words } from './raw.ts'
import type { XServer } from './server.ts'
import { attributesOf, childrenOf } from './window-list.ts'

const COMPOSITE_REDIRECT_SUBWINDOWS = 2
const AUTOMATIC = 0
const DAMAGE_CREATE = 1
const DAMAGE_DESTROY = 2
const DAMAGE_SUBTRACT = 3
const DELTA_RECTANGLES = 1
const NONE = 0
const VIEWABLE = 2

/** The pictures that the server keeps of all windows for as long as our connection lives. */
export interface Redirection {
  /**
   * Resolves when this area of the picture of this child of the root shows nothing but the window itself; with words of doubt
   * where a part of it may be missing.
   * @param pid Owner of the window, to tell a stopped app from a slow one.
   * @throws PortError `timeout` when parts would still show another window.
   */
  settle(top: number, area: Rect, pid: number | undefined, budget: Budget): Promise<string | undefined>
}

interface Watched {
  readonly damage: number
  painting: Painting
}

/**
 * Redirects the root's present and future children; the server goes on showing them as before. Windows that are covered
 * at that moment get the trap of `Painting`, and DAMAGE tells when they are out of it: a new Damage object reports what is
 * visible at once, the redirection what the server fills in, and everything later is the app's own drawing. Windows that
 * come later are kept whole from the first pixel on.
 */
export async function redirectWindows(server: XServer): Promise<Redirection> {
  const { connection, extensions } = server
  const { composite, damage } = extensions
  if (composite === undefined) throw new PortError('unavailable', 'this X server lacks the Composite extension')
  const watched = new Map<number, Watched>()
  const waiting = new Set<() => void>()
  const redirect = () =>
    connection.rawVoid(
      { major: composite.major, minor: COMPOSITE_REDIRECT_SUBWINDOWS },
      words(connection.root, AUTOMATIC),
    )
  if (damage === undefined) {
    await redirect()
    return { settle: async () => 'this X server lacks DAMAGE: parts that were covered may show what covered them' }
  }

  const request = (minor: number, ...values: number[]) =>
    connection.rawVoid({ major: damage.major, minor }, words(...values)).catch(() => {
      // The window went, and its Damage object with it.
    })
  const finish = (top: number, { damage: id }: Watched) => {
    watched.delete(top)
    void request(DAMAGE_DESTROY, id).then(() => connection.releaseId(id))
  }
  const tops = await viewableChildren(server)
  const begun = performance.now()
  // One write from here to the sync: other clients can hardly get between, and event numbers tell our steps apart.
  for (const { id, size } of tops) {
    const entry = { damage: connection.allocateId(), painting: beginPainting(size, begun) }
    watched.set(id, entry)
    void request(DAMAGE_CREATE, entry.damage, id, DELTA_RECTANGLES)
  }
  const reset = () => {
    for (const { damage: id } of watched.values()) void request(DAMAGE_SUBTRACT, id, NONE, NONE)
  }
  reset()
  const redirected = redirect()
  const redirectionNumber = connection.lastRequest
  // What the server filled in counts as damaged; only after a reset will the app's drawing over it be told.
  reset()
  const synced = connection.ask<{ focus: number }>((X, done) => X.GetInputFocus(done))
  const resetNumber = connection.lastRequest

  connection.onEvent((event) => {
    const told = parseDamage(event, damage.firstEvent)
    const entry = told === undefined ? undefined : watched.get(told.drawable)
    // Others watch windows as well, with Damage objects of their own.
    if (told === undefined || entry?.damage !== told.damage) return
    const painter: Painter = event.seq < redirectionNumber ? 'before' : event.seq < resetNumber ? 'background' : 'app'
    entry.painting = paint(entry.painting, told.area, painter, performance.now())
    if (entry.painting.undrawn.length === 0) finish(told.drawable, entry)
    for (const wake of waiting) wake()
  })
  await Promise.all([redirected, synced])

  return {
    async settle(top, area, pid, budget) {
      for (;;) {
        const entry = watched.get(top)
        if (entry === undefined) return undefined
        const now = performance.now()
        const trust = judgePainting(within(entry.painting, area), begun, now)
        if (trust.state === 'good') return undefined
        const stopped = pid !== undefined && isStopped(pid)
        if (trust.state === 'foreign' || (stopped && trust.state === 'wait' && trust.foreign))
          throw stillForeign(stopped)
        if (trust.state === 'doubtful' || stopped) return DOUBT
        if (now >= budget.deadline) throw stillForeign(stopped)
        await nextPaint(waiting, Math.min(trust.until, budget.deadline))
      }
    },
  }
}

const DOUBT = 'parts that were covered when surehand connected have not been drawn since; they may be blank'

function stillForeign(stopped: boolean): PortError {
  const why = stopped ? 'its app is stopped' : 'its app has not drawn them since'
  return new PortError(
    'timeout',
    `parts of the window were covered when surehand connected, and ${why}: they would show other windows`,
  )
}

function nextPaint(waiting: Set<() => void>, until: Instant): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer)
      waiting.delete(wake)
      resolve()
    }
    const timer = setTimeout(wake, Math.max(0, until - performance.now()) + 1)
    waiting.add(wake)
  })
}

async function viewableChildren(server: XServer) {
  const { connection } = server
  const ids = (await childrenOf(server, connection.root))?.children ?? []
  const children = await Promise.all(
    ids.map(async (id) => {
      const [attributes, size] = await Promise.all([
        attributesOf(server, id),
        connection.ask<Geometry>((X, done) => X.GetGeometry(id, done)).catch(() => undefined),
      ])
      const isShown = attributes?.klass === 1 && attributes.mapState === VIEWABLE
      return isShown && size !== undefined ? { id, size } : undefined
    }),
  )
  return children.filter((child) => child !== undefined)
}

/** DamageNotify: drawable and damage, then the area in the drawable's own coordinates. */
export function parseDamage(
  event: Event,
  firstEvent: number,
): { readonly drawable: number; readonly damage: number; readonly area: Rect } | undefined {
  const { rawData: raw } = event
  if ((event.type & 0x7f) !== firstEvent || raw.length < 24) return undefined
  return {
    drawable: raw.readUInt32LE(4),
    damage: raw.readUInt32LE(8),
    area: {
      x: raw.readInt16LE(16),
      y: raw.readInt16LE(18),
      width: raw.readUInt16LE(20),
      height: raw.readUInt16LE(22),
    },
  }
}
