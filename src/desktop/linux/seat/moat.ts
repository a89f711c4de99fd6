import type { Event } from 'x11'
import { childrenOf } from '../x11/window-list.ts'
import type { WindowPath } from './devices.ts'
import type { Rig } from './rig.ts'
import { GRAB_BUTTON, GRAB_KEY } from './xinput2.ts'

const ANY = 0

/**
 * Keeps presses of the agent's devices out of every window but the one that is aimed at. Each child of the root, present
 * and future, has a passive grab of ours for these devices, by which a press that went astray comes to us and to nobody
 * else; the person's devices are not concerned. A window that comes over the point between two keys gets none of them.
 */
export class Moat {
  readonly #rig: Rig
  #bridge: readonly number[] = []

  private constructor(rig: Rig) {
    this.#rig = rig
    rig.core.connection.onEvent((event) => this.#take(event))
  }

  static async dig(rig: Rig): Promise<Moat> {
    const moat = new Moat(rig)
    const children = (await childrenOf(rig.core.server, rig.core.connection.root))?.children ?? []
    await Promise.all(children.map((window) => moat.#surround(window)))
    return moat
  }

  /** From now on presses get to the windows of this path, and to no others. */
  async bridge(path: WindowPath): Promise<void> {
    const wanted = path.slice(1)
    const before = this.#bridge
    this.#bridge = wanted
    await Promise.allSettled([
      ...before.filter((window) => !wanted.includes(window)).map((window) => this.#surround(window)),
      ...wanted.filter((window) => !before.includes(window)).map((window) => this.#open(window)),
    ])
  }

  /** No window at all. */
  async raise(): Promise<void> {
    const before = this.#bridge
    this.#bridge = []
    await Promise.all(before.map((window) => this.#surround(window)))
  }

  #take(event: Event): void {
    const { root } = this.#rig.core.connection
    if (event.name === 'CreateNotify' && event.parent === root) void this.#surround(event.wid)
    // What the window is put into has a moat. Tk puts a window of its own between the frame and what was made first.
    if (event.name === 'ReparentNotify' && event.parent !== root) void this.#open(event.wid)
  }

  async #open(window: number): Promise<void> {
    const { input } = this.#rig.agent
    const { pointer, keyboard } = this.#rig.masters
    await Promise.allSettled([
      input.passiveUngrab(GRAB_BUTTON, ANY, pointer, window),
      input.passiveUngrab(GRAB_KEY, ANY, keyboard, window),
    ])
  }

  /** Resolves in any case: a window that has gone needs no moat. */
  async #surround(window: number): Promise<void> {
    const { input } = this.#rig.agent
    const { pointer, keyboard } = this.#rig.masters
    await Promise.allSettled([
      input.passiveGrab(GRAB_BUTTON, ANY, pointer, window, 'keep'),
      input.passiveGrab(GRAB_KEY, ANY, keyboard, window, 'keep'),
    ])
  }
}
