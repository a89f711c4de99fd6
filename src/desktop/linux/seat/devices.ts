import type { Event } from 'x11'
import type { Point } from '../../port.ts'
import type { Rig } from './rig.ts'
import { BUTTON_PRESS, GRAB_BUTTON, GRAB_KEY, type PointerState } from './xinput2.ts'

/** A key or a button that is down. */
export interface Held {
  readonly kind: 'key' | 'button'
  /** Key code or button number. */
  readonly code: number
}

/** The windows from the root down to the one that a press is meant for; the window manager may have grabs on any. */
export type WindowPath = readonly [root: number, top: number, ...below: number[]]

const ANY_KEY = 0
const NO_CURSOR = 0
const GENERIC_EVENT = 35
/** Beyond every screen: the server stops at the last pixel, where of an arrow only the tip shows. */
const CORNER = { x: 0x7fff, y: 0x7fff }

/**
 * The agent's pointer and keyboard: whether anybody can notice them, and what they hold.
 *
 * *Hidden*: we hold an active grab of the pointer, so no window, window manager or hot corner is told where it is.
 * *Shown*: windows see it as they see the person's.
 */
export class AgentDevices {
  readonly #rig: Rig
  readonly #held: Held[] = []
  #isHidden = false

  constructor(rig: Rig) {
    this.#rig = rig
  }

  get held(): readonly Held[] {
    return this.#held
  }

  get holdsButton(): boolean {
    return this.#held.some(({ kind }) => kind === 'button')
  }

  where(): Promise<PointerState> {
    return this.#rig.agent.input.pointer(this.#rig.masters.pointer)
  }

  /** Moves the pointer in one step; nothing between here and there notices. @returns where it is then */
  async place({ x, y }: Point): Promise<PointerState> {
    const [, state] = await Promise.all([this.#rig.agent.test.motion(x, y), this.where()])
    return state
  }

  /** Does nothing while an app has grabbed the pointer (an open menu, a held button): then it hears of it in any case. */
  async hide(): Promise<void> {
    if (this.#isHidden || this.holdsButton) return
    const { agent, masters } = this.#rig
    this.#isHidden = (await agent.input.grab(masters.pointer, agent.connection.root, NO_CURSOR)) === 0
  }

  /** The window below is told that the pointer came, and once more that it moved: some toolkits heed only that. */
  async show({ x, y }: Point): Promise<void> {
    if (!this.#isHidden) return
    this.#isHidden = false
    const { agent, masters } = this.#rig
    await Promise.all([agent.input.ungrab(masters.pointer), agent.test.motion(x, y)])
  }

  /** Hidden, and out of the way. */
  async park(): Promise<void> {
    await Promise.all([this.hide(), this.#rig.agent.test.motion(CORNER.x, CORNER.y)])
  }

  /**
   * The shield. The press is caught at the root, where the server says under which of the root's children it is; if
   * that is the right one it is given on from window to window past the window manager's grabs (click to focus, raise),
   * which are older than ours; else to nobody.
   * @returns false: another window was under the pointer, and nobody was told.
   */
  async pressButton(button: number, path: WindowPath): Promise<boolean> {
    const { agent, masters, extensions } = this.#rig
    const [root, top] = path
    let under: number | undefined
    const seeing = agent.connection.onEvent((event) => {
      const press = parseButtonPress(event, extensions.input)
      if (press?.button === button && press.window === root) under = press.child
    })
    const device = masters.pointer
    this.#held.push({ kind: 'button', code: button })
    try {
      await Promise.all([
        ...path.map((window) => agent.input.passiveGrab(GRAB_BUTTON, button, device, window)),
        agent.test.button(button, true),
      ])
      // Not seen: an app that has grabbed the agent's pointer, for its menu, has got it already.
      const isElsewhere = under !== undefined && under !== top
      await Promise.all([
        ...(isElsewhere ? [agent.input.swallow(device)] : path.map(() => agent.input.replay(device))),
        ...path.map((window) => agent.input.passiveUngrab(GRAB_BUTTON, button, device, window)),
      ])
      if (isElsewhere) await this.releaseButton(button)
      return !isElsewhere
    } finally {
      seeing.close()
    }
  }

  releaseButton(button: number): Promise<void> {
    this.#forget({ kind: 'button', code: button })
    return this.#rig.agent.test.button(button, false)
  }

  /**
   * The shield, for keys: every press is caught at the root and given on to the window under the agent's pointer, so
   * that the window manager's shortcuts never act on the person's windows. Until `lowerKeyShield`.
   */
  async raiseKeyShield(): Promise<void> {
    const { agent, masters } = this.#rig
    await agent.input.passiveGrab(GRAB_KEY, ANY_KEY, masters.keyboard, agent.connection.root)
  }

  lowerKeyShield(): Promise<void> {
    const { agent, masters } = this.#rig
    return agent.input.passiveUngrab(GRAB_KEY, ANY_KEY, masters.keyboard, agent.connection.root)
  }

  /** With the shield raised. */
  async pressKey(code: number): Promise<void> {
    const { agent, masters } = this.#rig
    this.#held.push({ kind: 'key', code })
    await Promise.all([agent.test.key(code, true), agent.input.replay(masters.keyboard)])
  }

  releaseKey(code: number): Promise<void> {
    this.#forget({ kind: 'key', code })
    return this.#rig.agent.test.key(code, false)
  }

  release({ kind, code }: Held): Promise<void> {
    return kind === 'key' ? this.releaseKey(code) : this.releaseButton(code)
  }

  #forget(held: Held): void {
    const index = this.#held.findLastIndex(({ kind, code }) => kind === held.kind && code === held.code)
    if (index >= 0) this.#held.splice(index, 1)
  }
}

/** xXIDeviceEvent of a button: the number, the window that held the grab, and its child under the pointer. */
function parseButtonPress({ type, rawData: raw }: Event, extension: number) {
  if (type !== GENERIC_EVENT || raw[1] !== extension || raw.readUInt16LE(8) !== BUTTON_PRESS) return undefined
  return { button: raw.readUInt32LE(16), window: raw.readUInt32LE(24), child: raw.readUInt32LE(28) }
}
