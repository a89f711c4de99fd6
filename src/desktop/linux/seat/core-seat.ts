import type { AimedSeat, Budget, Button, CoreSeat, Key, Point, WindowHandle } from '../../port.ts'
import { bounded } from '../x11/budget.ts'
import { buttonNumber } from './gestures.ts'
import { HeldPresses } from './held-presses.ts'
import { takeOver } from './takeover.ts'
import type { Turns } from './turns.ts'
import type { Workbench } from './workbench.ts'

/** The person's pointer and keyboard. Whoever calls has asked them. */
export class PersonSeat implements CoreSeat {
  readonly #bench: Workbench
  readonly #turns: Turns
  readonly #presses: HeldPresses
  readonly #codes = new Map<string, readonly number[]>()

  constructor(bench: Workbench, turns: Turns) {
    this.#bench = bench
    this.#turns = turns
    this.#presses = new HeldPresses((held) => bench.personDevices.release(held))
  }

  async pointer(budget: Budget): Promise<Point> {
    const { x, y } = await bounded(budget, 'read the place of the pointer', () => this.#bench.personDevices.where())
    return { x, y }
  }

  move(to: Point, budget: Budget): Promise<void> {
    return this.#turns.run(budget, () => this.#bench.personDevices.move(to))
  }

  press(what: Button | Key, holdLimit: number, budget: Budget): Promise<void> {
    return this.#turns.run(budget, async () => {
      const { personDevices: devices } = this.#bench
      if (typeof what !== 'string') return this.#pressKey(what, holdLimit)
      const held = { kind: 'button', code: buttonNumber(what) } as const
      await devices.press(held)
      this.#presses.add(held, holdLimit)
    })
  }

  release(what: Button | Key, budget: Budget): Promise<void> {
    return this.#turns.run(budget, async () => {
      if (typeof what === 'string') return this.#presses.release({ kind: 'button', code: buttonNumber(what) })
      const codes = this.#codes.get(what.keysym) ?? []
      this.#codes.delete(what.keysym)
      for (const code of codes.toReversed()) await this.#presses.release({ kind: 'key', code })
    })
  }

  async releaseAll(): Promise<void> {
    this.#codes.clear()
    await this.#presses.releaseAll()
  }

  takeover<T>(
    window: WindowHandle,
    point: Point | undefined,
    gestures: (seat: AimedSeat) => Promise<T>,
    budget: Budget,
  ) {
    return this.#turns.run(budget, () => takeOver(this.#bench, this.#turns, window, point, gestures, budget))
  }

  /** A chord of one key, whose release is left out. */
  async #pressKey(key: Key, holdLimit: number): Promise<void> {
    const { keys, personDevices: devices, rig } = this.#bench
    const codes: number[] = []
    const press = (code: number) => {
      codes.push(code)
      return devices.press({ kind: 'key', code })
    }
    await keys.chord([key], { press, release: async () => {} }, await rig.core.input.focus(rig.person.keyboard))
    this.#codes.set(key.keysym, codes)
    for (const code of codes) this.#presses.add({ kind: 'key', code }, holdLimit)
  }
}
