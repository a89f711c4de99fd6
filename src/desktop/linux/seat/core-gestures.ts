import { type AimedSeat, type Button, type Key, type Point, PortError, type WheelDirection } from '../../port.ts'
import type { Echo } from '../keys/echo.ts'
import type { ClickMemory } from './click-memory.ts'
import { buttonNumber, wheelNumber } from './gestures.ts'
import type { PersonDevices } from './person-devices.ts'
import type { KeySink, SeatKeys } from './seat-keys.ts'
import { settle } from './settle.ts'
import type { Target } from './target.ts'

export interface CoreRules {
  /** Throws while nothing may be sent. */
  mayAct(): void
  /**
   * Resolves when the window manager, which may hold each press of the person's pointer until it has looked at it, has let
   * it go. What is sent before that gets there from wherever the pointer is by then.
   */
  thawed(): Promise<void>
  /** The pointer was brought to the target; else it is wherever the person left it, and presses nothing. */
  readonly hasPoint: boolean
}

interface Tools {
  readonly personDevices: PersonDevices
  readonly keys: SeatKeys
  readonly echo: Echo
  readonly clicks: ClickMemory
}

/** Gestures with the person's devices in the window that they look at. */
export class CoreGestures implements AimedSeat {
  readonly #devices: PersonDevices
  readonly #keys: SeatKeys
  readonly #echo: Echo
  readonly #clicks: ClickMemory
  readonly #target: Target
  readonly #rules: CoreRules
  /** Further presses belong to the same click. */
  #hasPressed = false

  constructor({ personDevices, keys, echo, clicks }: Tools, target: Target, rules: CoreRules) {
    this.#devices = personDevices
    this.#keys = keys
    this.#echo = echo
    this.#clicks = clicks
    this.#target = target
    this.#rules = rules
  }

  move(to: Point): Promise<void> {
    this.#rules.mayAct()
    return this.#devices.move(to)
  }

  /** @throws PortError `rejected` when the pointer is not in the target; nothing was pressed. */
  async press(button: Button): Promise<void> {
    const code = buttonNumber(button)
    const { x, y } = await this.#devices.where()
    const where = { client: this.#target.client, button: code, point: { x, y } }
    await this.#clicks.press(where, !this.#hasPressed, () => this.#press(code))
    this.#hasPressed = true
  }

  release(button: Button): Promise<void> {
    return this.#devices.release({ kind: 'button', code: buttonNumber(button) })
  }

  async wheel(direction: WheelDirection, clicks: number): Promise<void> {
    const code = wheelNumber(direction)
    for (let click = 0; click < clicks; click++) {
      await this.#press(code)
      await this.#devices.release({ kind: 'button', code })
    }
  }

  chord(keys: readonly Key[]): Promise<void> {
    return this.#keys.chord(keys, this.#sink(), this.#target.client)
  }

  type(text: string, signal?: AbortSignal) {
    return this.#keys.type(text, this.#sink(), this.#target.client, signal)
  }

  settle(): Promise<void> {
    return settle(this.#echo, this.#target.client)
  }

  async #press(code: number): Promise<void> {
    this.#rules.mayAct()
    if (!this.#rules.hasPoint)
      throw new PortError('rejected', 'the pointer was not brought to the window; nothing was pressed')
    const { child, x, y } = await this.#devices.where()
    if (child !== this.#target.path[1]) {
      throw new PortError('rejected', `another window lies over the target at ${x},${y}; nothing was pressed`)
    }
    await this.#devices.press({ kind: 'button', code })
    await this.#rules.thawed()
  }

  #sink(): KeySink {
    const devices = this.#devices
    return {
      press: async (code) => {
        this.#rules.mayAct()
        await devices.press({ kind: 'key', code })
      },
      release: (code) => devices.release({ kind: 'key', code }),
    }
  }
}
