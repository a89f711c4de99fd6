import { setTimeout as delay } from 'node:timers/promises'
import type { FocusEvent, FocusKeeping, WindowEvent, WindowHandle } from '../port.ts'
import { FocusHome } from './focus-home.ts'
import type { X11 } from './x11/index.ts'

/** A window that an app opens because of an action comes up within this time after it, in milliseconds. */
const LINGER = 1_000
const LIMIT = 1_000

interface Watched {
  readonly link: X11['link']
  readonly focus: Pick<X11['focus'], 'watch'>
  readonly watch: X11['watch']
}

/**
 * Keeps the person's focus where it is while an app is acted on; by events of the X server, without devices. What it gives
 * back was taken by a window that came up meanwhile: to any other the person may have gone by a shortcut.
 */
export class FocusKeeper {
  readonly #x11: Watched
  #current: FocusKeeping | undefined

  constructor(x11: Watched) {
    this.#x11 = x11
  }

  async keep(pid: number): Promise<FocusKeeping> {
    const first = Promise.withResolvers<void>()
    let home: FocusHome | undefined
    const early: FocusEvent[] = []
    const arrived = new Set<WindowHandle>()
    const noteWindow = ({ kind, window, pid: owner }: WindowEvent) => {
      if (kind === 'mapped' && owner === pid) arrived.add(window)
    }
    const note = (event: FocusEvent) => {
      if (event.kind !== 'focus') return
      if (home === undefined) {
        early.push(event)
        return
      }
      const isTaken = event.window.handle !== undefined && arrived.has(event.window.handle)
      home.noteFocus(event, Promise.resolve(isTaken))
      if (isTaken) first.resolve()
    }
    const subscriptions = await Promise.all([this.#x11.focus.watch(note), this.#x11.watch(noteWindow)])
    let isOver = false
    const keeping: FocusKeeping = {
      settled: async (grace) => {
        if (grace > 0) await Promise.race([first.promise, delay(grace)])
        return home?.settled()
      },
      linger: () => void setTimeout(keeping.end, LINGER).unref(),
      end: () => {
        if (isOver) return
        isOver = true
        for (const subscription of subscriptions) subscription.close()
        home?.end()
      },
    }
    this.#current?.end()
    this.#current = keeping
    try {
      const budget = { deadline: performance.now() + LIMIT }
      home = await this.#x11.link.use(budget, "remember the person's focus", (server) =>
        FocusHome.remember(server, pid),
      )
    } catch (error) {
      keeping.end()
      throw error
    }
    for (const event of early) note(event)
    return keeping
  }
}
