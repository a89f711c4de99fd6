import { type Instant, type PaintWatch, PortError } from '../../port.ts'
import { words } from './raw.ts'
import { parseDamage } from './redirect.ts'
import type { XServer } from './server.ts'
import { topOf } from './window-list.ts'

const DAMAGE_CREATE = 1
const DAMAGE_DESTROY = 2
const DAMAGE_SUBTRACT = 3
const NON_EMPTY = 3
const NONE = 0
/** An app that is not done paints again within this, in milliseconds: two frames. */
const REST = 35

/**
 * Tells of what is painted in a window from now on: DAMAGE reports the first painting after each time that it was told
 * that the last one was seen.
 * @throws PortError `gone`; `unavailable` where the X server lacks DAMAGE
 */
export async function watchPaint(server: XServer, window: number): Promise<PaintWatch> {
  const { connection, extensions } = server
  const { damage } = extensions
  if (damage === undefined) throw new PortError('unavailable', 'this X server lacks the DAMAGE extension')
  const top = await topOf(server, window, [])
  if (top === undefined) throw new PortError('gone', 'the window no longer exists')
  const id = connection.allocateId()
  const request = (minor: number, ...values: number[]) =>
    connection.rawVoid({ major: damage.major, minor }, words(...values)).catch(() => {
      // The window went, and its Damage object with it.
    })
  const seen = () => void request(DAMAGE_SUBTRACT, id, NONE, NONE)
  let painted: Instant | undefined
  let wake: () => void = () => {}
  void request(DAMAGE_CREATE, id, top, NON_EMPTY)
  seen()
  // What is there already counts as painted when the watching begins.
  const begun = connection.lastRequest
  const events = connection.onEvent((event) => {
    const told = parseDamage(event, damage.firstEvent)
    if (told?.damage !== id || event.seq < begun) return
    painted = performance.now()
    seen()
    wake()
  })
  let closed = false
  return {
    async rest(since, until) {
      for (;;) {
        const now = performance.now()
        const isNew = painted !== undefined && painted >= since
        const next = isNew ? Math.min(until, (painted ?? now) + REST) : until
        if (now >= next || closed) return
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, next - now)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
    },
    close() {
      if (closed) return
      closed = true
      events.close()
      wake()
      void request(DAMAGE_DESTROY, id).then(() => connection.releaseId(id))
    },
  }
}
