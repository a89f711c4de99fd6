import { type Budget, PortError } from '../../port.ts'
import { bounded } from '../x11/budget.ts'
import type { FocusGuard } from './focus-guard.ts'
import { Turn } from './turn.ts'
import type { Watchdog } from './watchdog/watchdog.ts'

/** Beyond the budget, for putting everything back. */
const GRACE = 1_000

/** Who may use the devices now: one caller at a time, whichever seat, and only while the watchdog watches. */
export class Turns {
  readonly #watchdog: Watchdog
  readonly #turn = new Turn()
  #guard: FocusGuard | undefined

  constructor(watchdog: Watchdog) {
    this.#watchdog = watchdog
  }

  /**
   * @param work Asks `mayAct` before each thing that it sends, so that it ends when its time is up; then it gets some more
   *   to put everything back. A server that hangs keeps the turn until it is over, but not the caller.
   */
  async run<T>(budget: Budget, work: () => Promise<T>): Promise<T> {
    const entering = this.#turn.enter()
    const leave = () => {
      void entering.then((end) => end())
    }
    let working: Promise<T>
    try {
      const ready = () => Promise.all([entering, this.#watchdog.ready()])
      await bounded(budget, "wait for the seat's turn and its watchdog", ready)
      this.mayAct(budget)
      working = work()
    } catch (error) {
      leave()
      throw error
    }
    working.then(leave, leave)
    const withGrace = { deadline: budget.deadline + GRACE }
    return bounded(withGrace, 'finish with the seat', () => working)
  }

  /** For putting things in order, which needs nobody's leave. */
  idle(work: () => Promise<void>): Promise<void> {
    return this.#turn.run(work)
  }

  /** @throws PortError `unavailable`, `aborted`, `timeout`: nothing more may be sent. */
  mayAct({ deadline, signal }: Budget): void {
    if (!this.#watchdog.isAlive) {
      throw new PortError('unavailable', "the seat's watchdog has died; nothing is sent until another one watches")
    }
    if (signal?.aborted) throw new PortError('aborted', 'the caller cancelled; nothing more was sent')
    if (performance.now() > deadline) throw new PortError('timeout', 'the time is up; nothing more was sent')
  }

  /** The guard of the last gestures goes on after them, until others begin, with the focus as it is then. */
  guardWith(guard: FocusGuard | undefined): void {
    this.#guard?.end()
    this.#guard = guard
  }
}
