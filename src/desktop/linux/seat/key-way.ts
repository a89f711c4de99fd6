import { PortError } from '../../port.ts'
import type { Aim } from './aim.ts'
import type { AgentDevices, KeyStroke } from './devices.ts'
import type { KeySink } from './seat-keys.ts'

const MOST_STRIKES = 3

interface Batch {
  readonly strokes: KeyStroke[]
  readonly done: Promise<void>
}

/**
 * How keys get to what is aimed at, in order. What is pressed and released in one go is sent in one go, and is known to
 * have landed before the next is sent; if it was caught, because a window had come up, it is sent again once the aim is
 * true.
 */
export class KeyWay implements KeySink {
  readonly #aim: Aim
  readonly #devices: AgentDevices
  readonly #mayAct: () => void
  #before: Promise<void> = Promise.resolve()
  #open: Batch | undefined

  /** @param mayAct Throws while nothing may be sent. */
  constructor(aim: Aim, devices: AgentDevices, mayAct: () => void) {
    this.#aim = aim
    this.#devices = devices
    this.#mayAct = mayAct
  }

  press(code: number): Promise<void> {
    return this.#add({ code, isPress: true })
  }

  release(code: number): Promise<void> {
    return this.#add({ code, isPress: false })
  }

  #add(stroke: KeyStroke): Promise<void> {
    if (this.#open === undefined) {
      const strokes: KeyStroke[] = []
      // Later, so that all of the same go are in; then it is closed.
      const done = this.#before.then(() => {
        this.#open = undefined
        return this.#strike(strokes)
      })
      this.#open = { strokes, done }
      this.#before = done
    }
    this.#open.strokes.push(stroke)
    return this.#open.done
  }

  async #strike(strokes: readonly KeyStroke[]): Promise<void> {
    for (let attempt = 0; attempt < MOST_STRIKES; attempt++) {
      this.#mayAct()
      const landing = await this.#aim.step('keys', (path) => this.#devices.strike(strokes, path))
      if (landing === 'landed') return
      this.#aim.doubt()
      await this.#devices.releaseKeys(strokes.filter(({ isPress }) => isPress).map(({ code }) => code))
      if (landing === 'astray') {
        throw new PortError(
          'failed',
          'a window came up over the point in that moment and got a key that was not for it',
        )
      }
    }
    throw new PortError('rejected', 'windows keep coming up over the point; the rest was not typed')
  }
}
