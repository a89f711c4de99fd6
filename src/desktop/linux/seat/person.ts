import type { Event } from 'x11'
import type { Instant, Point, Subscription } from '../../port.ts'
import type { Rig } from './rig.ts'
import { RAW_BUTTON_PRESS, RAW_KEY_PRESS, RAW_KEY_RELEASE, RAW_MOTION } from './xinput2.ts'

/** A press of a button of the person's pointer. */
export interface PersonClick {
  readonly at: Instant
  /** The child of the root that it went to; 0: none. */
  readonly top: number
}

const GENERIC_EVENT = 35
const GET_MODIFIER_MAPPING = 119
/** Rows of the modifier map: Control, Mod1 (Alt) and Mod4 (Super) make a shortcut; Shift, locks and levels do not. */
const SHORTCUT_ROWS = [2, 3, 6]

/** What the person does with their own devices while somebody listens. */
export class Person {
  readonly #rig: Rig
  readonly #motionListeners = new Set<(at: Point) => void>()
  readonly #shortcutKeys: Promise<ReadonlySet<number>>
  readonly #modifiersDown = new Set<number>()
  #users = 0
  #asking = false
  #lastShortcut: Instant | undefined
  #lastClick: Promise<PersonClick> | undefined

  constructor(rig: Rig) {
    this.#rig = rig
    this.#shortcutKeys = readShortcutKeys(rig)
    this.#shortcutKeys.catch(() => {})
    rig.core.connection.onEvent((event) => {
      if (this.#users > 0) this.#take(event)
    })
  }

  /** When the person last used a key together with Control, Alt or Super, as far as we listened. */
  get lastShortcut(): Instant | undefined {
    return this.#lastShortcut
  }

  get lastClick(): Promise<PersonClick> | undefined {
    return this.#lastClick
  }

  async pointer(): Promise<Point> {
    const { x, y } = await this.#rig.core.input.pointer(this.#rig.person.pointer)
    return { x, y }
  }

  /** Listens from now on. */
  async watch(): Promise<Subscription> {
    this.#users += 1
    if (this.#users === 1) await this.#select([RAW_KEY_PRESS, RAW_KEY_RELEASE], [RAW_BUTTON_PRESS, RAW_MOTION])
    let isClosed = false
    return {
      close: () => {
        if (isClosed) return
        isClosed = true
        this.#users -= 1
        if (this.#users > 0) return
        this.#modifiersDown.clear()
        this.#select([], []).catch(() => {
          // The server has gone.
        })
      },
    }
  }

  /** Told where the pointer is whenever it has moved, while watched. */
  onMotion(listener: (at: Point) => void): Subscription {
    this.#motionListeners.add(listener)
    return { close: () => this.#motionListeners.delete(listener) }
  }

  async #select(ofKeyboard: readonly number[], ofPointer: readonly number[]): Promise<void> {
    const { core, person } = this.#rig
    const { root } = core.connection
    await Promise.all([
      core.input.select(root, person.keyboard, ofKeyboard),
      core.input.select(root, person.pointer, ofPointer),
    ])
  }

  #take({ type, rawData: raw }: Event): void {
    if (type !== GENERIC_EVENT || raw[1] !== this.#rig.extensions.input) return
    // xXIRawEvent: type, device, time, detail.
    const detail = raw.readUInt32LE(16)
    switch (raw.readUInt16LE(8)) {
      case RAW_MOTION:
        void this.#tellMotion()
        return
      case RAW_BUTTON_PRESS:
        this.#takeClick(performance.now())
        return
      case RAW_KEY_PRESS:
        void this.#takeKey(detail, true, performance.now())
        return
      case RAW_KEY_RELEASE:
        void this.#takeKey(detail, false, performance.now())
    }
  }

  /** The event holds no place. One question at a time: the answer to the last one is the newest place. */
  async #tellMotion(): Promise<void> {
    if (this.#motionListeners.size === 0 || this.#asking) return
    this.#asking = true
    try {
      const at = await this.pointer()
      for (const listener of this.#motionListeners) listener(at)
    } catch {
      // The server has gone.
    } finally {
      this.#asking = false
    }
  }

  #takeClick(at: Instant): void {
    this.#lastClick = this.#rig.core.input.pointer(this.#rig.person.pointer).then(({ child }) => ({ at, top: child }))
    this.#lastClick.catch(() => {
      // The server has gone.
    })
  }

  async #takeKey(code: number, isPress: boolean, at: Instant): Promise<void> {
    const isModifier = (await this.#shortcutKeys.catch(() => new Set<number>())).has(code)
    // A shortcut may act when its key is pressed or when its modifier is let go.
    if (this.#modifiersDown.size > 0) this.#lastShortcut = at
    if (!isModifier) return
    if (isPress) this.#modifiersDown.add(code)
    else this.#modifiersDown.delete(code)
  }
}

async function readShortcutKeys({ core }: Rig): Promise<ReadonlySet<number>> {
  return core.connection.raw({ major: GET_MODIFIER_MAPPING, minor: 0 }, Buffer.alloc(0), (reply, perModifier) => {
    const codes = SHORTCUT_ROWS.flatMap((row) => {
      const start = 24 + row * perModifier
      return [...reply.subarray(start, start + perModifier)]
    })
    return new Set(codes.filter((code) => code !== 0))
  })
}
