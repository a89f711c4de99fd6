import { type Budget, PortError } from '../../port.ts'
import { bounded } from '../x11/budget.ts'
import type { FocusGuard } from './focus-guard.ts'
import { Turn } from './turn.ts'
import type { Watchdog } from './watchdog/watchdog.ts'

/** Who may use the devices now: one caller at a time, whichever seat, and only while the watchdog watches. */
export class Turns {
  readonly #watchdog: Watchdog
  readonly #turn = new Turn()
  #guard: FocusGuard | undefined

  constructor(watchdog: Watchdog) {
    this.#watchdog = watchdog
  }

  /** @param budget Bounds the wait for others and for the watchdog; the work bounds itself. */
  async run<T>(budget: Budget, work: () => Promise<T>): Promise<T> {
    const entering = this.#turn.enter()
    try {
      const ready = () => Promise.all([entering, this.#watchdog.ready()])
      await bounded(budget, "wait for the seat's turn and its watchdog", ready)
      this.mayAct()
      return await work()
    } finally {
      void entering.then((leave) => leave())
    }
  }

  /** For putting things in order, which needs nobody's leave. */
  idle(work: () => Promise<void>): Promise<void> {
    return this.#turn.run(work)
  }

  /** @throws PortError `unavailable` */
  mayAct(): void {
    if (this.#watchdog.isAlive) return
    throw new PortError('unavailable', "the seat's watchdog has died; nothing is sent until another one watches")
  }

  /** The guard of the last gestures goes on after them, until others begin, with the focus as it is then. */
  guardWith(guard: FocusGuard | undefined): void {
    this.#guard?.end()
    this.#guard = guard
  }
}
