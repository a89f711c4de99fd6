import type { Event } from 'x11'
import { type Point, PortError } from '../../port.ts'
import type { Rig } from './rig.ts'
import { unheard } from './unheard.ts'
import { BUTTON_PRESS, GRAB_BUTTON, GRAB_KEY, KEY_PRESS, type PointerState } from './xinput2.ts'
import { CORNER } from './xtest.ts'

/** A key or a button that is down. */
export interface Held {
  readonly kind: 'key' | 'button'
  /** Key code or button number. */
  readonly code: number
}

/** The windows from the root down to the one that a press is meant for; the window manager may have grabs on any. */
export type WindowPath = readonly [root: number, top: number, ...below: number[]]

/**
 * What became of a press.
 * - `landed`: it went to the windows of the path, or to an app that has grabbed the agent's devices, for its menu.
 * - `caught`: it fell into the moat; nobody got it.
 * - `astray`: a window that had come into being only just before got it.
 */
export type Landing = 'landed' | 'caught' | 'astray'

export interface KeyStroke {
  readonly code: number
  readonly isPress: boolean
}

const ANY_KEY = 0
const GENERIC_EVENT = 35

/**
 * The agent's pointer and keyboard: whether anybody can notice them, and what they hold.
 *
 * *Hidden*: put away, so that no window, window manager or hot corner is told where it is. The watchdog sees to that,
 * because it must outlive us.
 * *Shown*: windows see it as they see the person's.
 */
export class AgentDevices {
  readonly #rig: Rig
  readonly #held: Held[] = []

  constructor(rig: Rig) {
    this.#rig = rig
  }

  get held(): readonly Held[] {
    return this.#held
  }

  get holdsButton(): boolean {
    return this.#held.some(({ kind }) => kind === 'button')
  }

  get isHidden(): boolean {
    return this.#rig.watchdog.isHiding
  }

  where(): Promise<PointerState> {
    return this.#rig.agent.input.pointer(this.#rig.masters.pointer)
  }

  /** Moves the pointer in one step; nothing between here and there notices. @returns where it is then */
  async place({ x, y }: Point): Promise<PointerState> {
    const [, state] = await Promise.all([this.#rig.agent.test.motion(x, y), this.where()])
    return state
  }

  /**
   * Hides the pointer, out of the way. While an app has grabbed it (an open menu, a held button) that app hears of it
   * wherever it is; then, and while no watchdog watches, it is only moved.
   */
  async hide(): Promise<void> {
    if (this.isHidden || this.holdsButton) return
    // All that was sent before has been handled when the watchdog begins.
    await this.where()
    const isHidden = await this.#rig.watchdog.hide().catch((error: unknown) => {
      if (!(error instanceof PortError) || error.code !== 'unavailable') throw error
      return false
    })
    if (!isHidden) await this.#rig.agent.test.motion(CORNER.x, CORNER.y)
  }

  /** The window below is told that the pointer came, and once more that it moved: some toolkits heed only that. */
  async show({ x, y }: Point): Promise<void> {
    if (!this.isHidden) return
    await this.#rig.watchdog.show()
    await this.#rig.agent.test.motion(x, y)
  }

  /**
   * The shield: the press is held at each window of the path, from the root on, and given on from there past the window
   * manager's grabs on it (click to focus, raise), which are older than ours. All in one write: the server deals with
   * the whole before it reads anything else of ours.
   */
  async pressButton(button: number, path: WindowPath): Promise<Landing> {
    const { input, test } = this.#rig.agent
    const { pointer } = this.#rig.masters
    this.#held.push({ kind: 'button', code: button })
    const landing = await this.#watchLanding(BUTTON_PRESS, path, [
      ...path.map((window) => input.passiveGrab(GRAB_BUTTON, button, pointer, window, 'hold')),
      test.button(button, true),
      ...path.map(() => input.replay(pointer)),
      ...path.map((window) => input.passiveUngrab(GRAB_BUTTON, button, pointer, window)),
    ])
    if (landing !== 'landed') await this.releaseButton(button)
    return landing
  }

  releaseButton(button: number): Promise<void> {
    this.#forget({ kind: 'button', code: button })
    return this.#rig.agent.test.button(button, false)
  }

  /**
   * Presses and releases keys in one go, so that no window can come between a press and its release.
   *
   * With the shield: every press is held at the root and given on from there, so that the window manager's shortcuts never
   * act on the person's windows. Of several grabs the newest counts, and window managers take theirs anew whenever a key
   * map changes; so ours is made in the same write as the presses.
   */
  strike(strokes: readonly KeyStroke[], path: WindowPath): Promise<Landing> {
    const { agent, masters } = this.#rig
    const { root } = agent.connection
    const send = ({ code, isPress }: KeyStroke) => {
      if (!isPress) return [this.releaseKey(code)]
      this.#held.push({ kind: 'key', code })
      return [agent.test.key(code, true), agent.input.replay(masters.keyboard)]
    }
    return this.#watchLanding(KEY_PRESS, path, [
      agent.input.passiveGrab(GRAB_KEY, ANY_KEY, masters.keyboard, root, 'hold'),
      ...strokes.flatMap(send),
      agent.input.passiveUngrab(GRAB_KEY, ANY_KEY, masters.keyboard, root),
    ])
  }

  async releaseKey(code: number): Promise<void> {
    this.#forget({ kind: 'key', code })
    const { agent, masters } = this.#rig
    if (!this.isHidden) return agent.test.key(code, false)
    // Put away, the pointer is over some window of the person, which must not hear of it.
    await unheard(agent.input, masters.keyboard, agent.connection.root, () => agent.test.key(code, false))
  }

  /** Those that are still down. */
  async releaseKeys(codes: readonly number[]): Promise<void> {
    const down = codes.filter((code) => this.#held.some((held) => held.kind === 'key' && held.code === code))
    await Promise.all(down.map((code) => this.releaseKey(code)))
  }

  release({ kind, code }: Held): Promise<void> {
    return kind === 'key' ? this.releaseKey(code) : this.releaseButton(code)
  }

  /** Our grabs on the way tell where presses came by. @param requests Those that make them, on their way already. */
  async #watchLanding(type: number, path: WindowPath, requests: readonly Promise<unknown>[]): Promise<Landing> {
    const { agent, masters } = this.#rig
    const { connection } = agent
    const [root, top] = path
    let isCaught = false
    let isAstray = false
    const seeing = connection.onEvent((event) => {
      const press = parsePress(event, this.#rig.extensions.input, type)
      if (press === undefined) return
      if (!path.includes(press.window)) isCaught = true
      else if (press.window === root && press.child !== top) isAstray = true
    })
    try {
      await Promise.all(requests)
    } finally {
      seeing.close()
    }
    // A grab that caught a key lasts as long as the key, and would catch all others too.
    if (isCaught && type === KEY_PRESS) await agent.input.ungrab(masters.keyboard)
    return isCaught ? 'caught' : isAstray ? 'astray' : 'landed'
  }

  #forget(held: Held): void {
    const index = this.#held.findLastIndex(({ kind, code }) => kind === held.kind && code === held.code)
    if (index >= 0) this.#held.splice(index, 1)
  }
}

/** xXIDeviceEvent: the window of the grab, and its child under the pointer. */
function parsePress({ type, rawData: raw }: Event, extension: number, wanted: number) {
  if (type !== GENERIC_EVENT || raw[1] !== extension || raw.readUInt16LE(8) !== wanted) return undefined
  return { window: raw.readUInt32LE(24), child: raw.readUInt32LE(28) }
}
