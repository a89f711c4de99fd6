import type { Rect } from '../../port.ts'
import { watchRoot, watchWindow } from './selections.ts'
import type { XServer } from './server.ts'
import type { XWindow } from './window-facts.ts'

export interface WindowListing {
  /** Rearmost first; those that are not on the screen come before all others. */
  readonly windows: readonly XWindow[]
  /** 0: no window is active. Absent: no window manager says. */
  readonly active?: number
  readonly screen: Rect
}

/** Events after which a listing may be another one. */
const CHANGES: ReadonlySet<string> = new Set([
  'CreateNotify',
  'ReparentNotify',
  'MapNotify',
  'UnmapNotify',
  'DestroyNotify',
  'ConfigureNotify',
  'CirculateNotify',
  'PropertyNotify',
])

/** In milliseconds. A window that is inside of one which nobody watches can become a client's without an event for us. */
const KEPT_FOR = 5_000

interface Kept {
  readonly listing: WindowListing
  readonly changes: number
  readonly at: number
}

/**
 * The windows of one server, read again only after it has told of a change. It tells of every change that matters to who
 * asked for it, and before the answer to any later question: one such question proves that nothing has changed.
 */
export class KeptListing {
  readonly #server: XServer
  readonly #read: (server: XServer) => Promise<WindowListing>
  readonly #watched = new Set<number>()
  #changes = 0
  #kept: Kept | undefined

  constructor(server: XServer, read: (server: XServer) => Promise<WindowListing>) {
    this.#server = server
    this.#read = read
    server.connection.onEvent((event) => {
      if (event.name === undefined || !CHANGES.has(event.name)) return
      this.#changes += 1
      // Its number may come to mean another window.
      if (event.name === 'DestroyNotify') this.#watched.delete(event.wid)
    })
  }

  async list(): Promise<WindowListing> {
    const kept = this.#kept
    if (kept?.changes === this.#changes && performance.now() - kept.at < KEPT_FOR) {
      await this.#server.connection.ask((X, done) => X.GetInputFocus(done))
      if (kept.changes === this.#changes) return kept.listing
    }
    const changes = this.#changes
    const listing = await this.#read(this.#server)
    const wereWatched = this.#watch(listing)
    this.#kept = wereWatched ? { listing, changes, at: performance.now() } : undefined
    return listing
  }

  /** @returns whether all of it was watched when it was read */
  #watch({ windows }: WindowListing): boolean {
    const { root } = this.#server.connection
    const news = [root, ...windows.map(({ id }) => id)].filter((id) => !this.#watched.has(id))
    for (const id of news) {
      const watching = id === root ? watchRoot(this.#server) : watchWindow(this.#server, id)
      watching.then(
        () => this.#watched.add(id),
        () => {
          // It has gone; the next listing does not have it.
        },
      )
    }
    return news.length === 0
  }
}
