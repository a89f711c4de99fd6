import { type AimedSeat, type Button, type Key, type Point, PortError, type WheelDirection } from '../../port.ts'
import type { Echo } from '../keys/echo.ts'
import type { Aim } from './aim.ts'
import type { ClickMemory } from './click-memory.ts'
import type { AgentDevices, Held } from './devices.ts'
import { KeyWay } from './key-way.ts'
import type { LentPointer } from './lent-pointer.ts'
import type { QtPress } from './qt-press.ts'
import type { KeySink, SeatKeys } from './seat-keys.ts'
import { settle } from './settle.ts'

const BUTTONS: Readonly<Record<Button, number>> = { left: 1, middle: 2, right: 3 }
const WHEEL: Readonly<Record<WheelDirection, number>> = { up: 4, down: 5, left: 6, right: 7 }

export const buttonNumber = (button: Button): number => BUTTONS[button]
export const wheelNumber = (direction: WheelDirection): number => WHEEL[direction]

const MOST_PRESSES = 3

interface Tools {
  readonly devices: AgentDevices
  readonly keys: SeatKeys
  readonly echo: Echo
  readonly clicks: ClickMemory
}

type QtCare = Pick<QtPress, 'begin' | 'freeKeyboard'>

/** What gestures do with the agent's devices while an aim lasts. */
export class Gestures implements AimedSeat {
  readonly #aim: Aim
  readonly #devices: AgentDevices
  readonly #keys: SeatKeys
  readonly #echo: Echo
  readonly #clicks: ClickMemory
  readonly #client: number
  readonly #heldBefore: readonly Held[]
  readonly #qt: QtCare | undefined
  readonly #mayAct: () => void
  readonly #lent: LentPointer | undefined
  /** Further presses belong to the same click. */
  #hasPressed = false

  /** @param mayAct Throws while nothing may be sent. */
  constructor(
    aim: Aim,
    { devices, keys, echo, clicks }: Tools,
    client: number,
    mayAct: () => void,
    { qt, lent }: { readonly qt: QtCare | undefined; readonly lent: LentPointer | undefined },
  ) {
    this.#lent = lent
    this.#aim = aim
    this.#devices = devices
    this.#keys = keys
    this.#echo = echo
    this.#clicks = clicks
    this.#client = client
    this.#heldBefore = [...devices.held]
    this.#mayAct = mayAct
    this.#qt = qt
  }

  move(to: Point): Promise<void> {
    this.#mayAct()
    return this.#aim.moveTo(to)
  }

  async press(button: Button): Promise<void> {
    const number = BUTTONS[button]
    await this.#qt?.begin()
    const where = { client: this.#client, button: number, point: this.#aim.point }
    await this.#clicks.press(where, !this.#hasPressed, () => this.#press(number))
    this.#hasPressed = true
  }

  release(button: Button): Promise<void> {
    return this.#devices.releaseButton(BUTTONS[button])
  }

  async wheel(direction: WheelDirection, clicks: number): Promise<void> {
    const number = WHEEL[direction]
    for (let click = 0; click < clicks; click++) {
      await this.#press(number)
      await this.#devices.releaseButton(number)
    }
  }

  chord(keys: readonly Key[]): Promise<void> {
    return this.#withKeys((sink) => this.#keys.chord(keys, sink, this.#client))
  }

  type(text: string, signal?: AbortSignal) {
    return this.#withKeys((sink) => this.#keys.type(text, sink, this.#client, signal))
  }

  settle(): Promise<void> {
    return settle(this.#echo, this.#client)
  }

  /** Releases, last pressed first, what these gestures still hold. */
  async releaseAll(): Promise<void> {
    await this.#release((held) => !this.#heldBefore.includes(held))
  }

  async #press(number: number): Promise<void> {
    for (let attempt = 0; attempt < MOST_PRESSES; attempt++) {
      this.#mayAct()
      const landing = await this.#aim.step('pointer', (path) => this.#devices.pressButton(number, path))
      if (landing === 'landed') return
      this.#aim.doubt()
      if (landing === 'astray') {
        throw new PortError('failed', 'a window came up over the point in that moment and got the press')
      }
    }
    throw new PortError('rejected', 'other windows came over the point each time; nothing was pressed')
  }

  /** A button that is held stays held. */
  async #withKeys<T>(work: (sink: KeySink) => Promise<T>): Promise<T> {
    const before = [...this.#devices.held]
    await this.#qt?.freeKeyboard()
    const press = () => work(new KeyWay(this.#aim, this.#devices, this.#mayAct))
    try {
      return await (this.#lent === undefined ? press() : this.#lent.without(press))
    } finally {
      await this.#release((held) => !before.includes(held))
    }
  }

  async #release(shall: (held: Held) => boolean): Promise<void> {
    const held = this.#devices.held.filter(shall)
    await Promise.all(held.toReversed().map((one) => this.#devices.release(one)))
  }
}
