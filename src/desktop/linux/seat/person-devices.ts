import type { Point } from '../../port.ts'
import type { Held } from './devices.ts'
import type { OwnInput } from './own-input.ts'
import type { XRequest } from './requests.ts'
import type { Rig } from './rig.ts'
import { releasing } from './xtest.ts'

/**
 * The person's pointer and keyboard, as we use them where they have allowed it. Each event is noted as ours before it is
 * sent, and what would undo it is on record.
 */
export class PersonDevices {
  readonly #rig: Rig
  readonly #own: OwnInput
  readonly #held: Held[] = []
  #debts: readonly XRequest[] = []
  #lastPlace: Point | undefined

  constructor(rig: Rig, own: OwnInput) {
    this.#rig = rig
    this.#own = own
  }

  get held(): readonly Held[] {
    return this.#held
  }

  /** The child of the root that the pointer is in, and where it is. */
  where() {
    return this.#rig.core.input.pointer(this.#rig.person.pointer)
  }

  /** What else would have to be sent, should we end before we have put everything back. */
  async owe(requests: readonly XRequest[]): Promise<void> {
    this.#debts = requests
    await this.#writeRecord()
  }

  /** Where we moved the pointer last, and the person has not been told to have it back. */
  get lastPlace(): Point | undefined {
    return this.#lastPlace
  }

  forgetPlace(): void {
    this.#lastPlace = undefined
  }

  async move({ x, y }: Point): Promise<void> {
    this.#lastPlace = { x, y }
    this.#own.note('motion', 0)
    await this.#rig.core.test.motion(x, y)
  }

  async press(held: Held): Promise<void> {
    this.#held.push(held)
    this.#own.note(`${held.kind}-press`, held.code)
    await Promise.all([this.#writeRecord(), this.#send(held, true)])
  }

  async release(held: Held): Promise<void> {
    const index = this.#held.findLastIndex(({ kind, code }) => kind === held.kind && code === held.code)
    if (index >= 0) this.#held.splice(index, 1)
    this.#own.note(`${held.kind}-release`, held.code)
    await Promise.all([this.#send(held, false), this.#writeRecord()])
  }

  async releaseAll(): Promise<void> {
    await Promise.all(this.#held.toReversed().map((held) => this.release(held)))
  }

  #send({ kind, code }: Held, isPress: boolean): Promise<void> {
    const { test } = this.#rig.core
    return kind === 'key' ? test.key(code, isPress) : test.button(code, isPress)
  }

  #writeRecord(): Promise<void> {
    const { record, extensions } = this.#rig
    const releases = this.#held.toReversed().map(({ kind, code }) => releasing(extensions.test, kind, code))
    return record.write('HELD', [...releases, ...this.#debts])
  }
}
