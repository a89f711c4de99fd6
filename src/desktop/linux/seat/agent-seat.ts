import {
  type AgentSeat,
  type AimedResult,
  type AimedSeat,
  type Budget,
  type Point,
  PortError,
  type WindowHandle,
} from '../../port.ts'
import { bounded } from '../x11/budget.ts'
import { Aim } from './aim.ts'
import { FocusGuard } from './focus-guard.ts'
import { Gestures } from './gestures.ts'
import { LentPointer } from './lent-pointer.ts'
import { Manual } from './manual.ts'
import { QtPress } from './qt-press.ts'
import { handledBy } from './settle.ts'
import { contains, findTarget, type Target } from './target.ts'
import type { Turns } from './turns.ts'
import type { Workbench } from './workbench.ts'

/** The agent's seat on one X server. */
export class RiggedSeat implements AgentSeat {
  readonly #bench: Workbench
  readonly #manual: Manual
  readonly #turns: Turns

  constructor(bench: Workbench, turns: Turns) {
    this.#bench = bench
    this.#turns = turns
    this.#manual = new Manual(bench)
  }

  aimed<T>(
    window: WindowHandle,
    point: Point,
    gestures: (seat: AimedSeat) => Promise<T>,
    budget: Budget,
  ): Promise<AimedResult<T>> {
    return this.#turns.run(budget, async () => {
      const target = await bounded(budget, 'find the window', () => findTarget(this.#bench.rig.core.server, window))
      if (!contains(target.area, point)) throw outside(point, target)
      this.#turns.guardWith(undefined)
      const [guard, qt] = await Promise.all([
        FocusGuard.begin(this.#bench.rig, this.#bench.person, target),
        QtPress.of(this.#bench, target),
        this.#bench.heard.add(target.client),
      ])
      this.#turns.guardWith(guard)
      return this.#perform(target, point, gestures, { guard, qt }, budget)
    })
  }

  async pointer(budget: Budget): Promise<Point> {
    const { x, y } = await bounded(budget, 'read the place of the pointer', () => this.#bench.devices.where())
    return { x, y }
  }

  move(to: Point, budget: Budget): Promise<void> {
    return this.#turns.run(budget, () => this.#manual.move(to))
  }

  press(what: Parameters<AgentSeat['press']>[0], holdLimit: number, budget: Budget): Promise<void> {
    return this.#turns.run(budget, () => this.#manual.press(what, holdLimit))
  }

  release(what: Parameters<AgentSeat['release']>[0], budget: Budget): Promise<void> {
    return this.#turns.run(budget, () => this.#manual.release(what))
  }

  async releaseAll(): Promise<void> {
    await this.#manual.releaseAll()
    const { devices, moat } = this.#bench
    await this.#turns.idle(async () => {
      await Promise.all([devices.hide(), moat.raise()])
    })
  }

  async #perform<T>(
    target: Target,
    point: Point,
    gestures: (seat: AimedSeat) => Promise<T>,
    { guard, qt }: { readonly guard: FocusGuard; readonly qt: QtPress | undefined },
    budget: Budget,
  ): Promise<AimedResult<T>> {
    const { echo } = this.#bench
    const aim = new Aim(this.#bench, target, point, budget)
    const lent = await LentPointer.to(this.#bench.rig, echo, target.client)
    const use = new Gestures(aim, this.#bench, target.client, () => this.#turns.mayAct(budget), { qt, lent })
    try {
      const result = await gestures(use)
      await use.releaseAll()
      const handledAt = await handledBy(echo, target.client)
      await qt?.end(handledAt !== undefined)
      await this.#bench.agentFocus.settled()
      const focusTaken = await guard.settled()
      return {
        result,
        covered: aim.hasCovered,
        ...(focusTaken === undefined ? {} : { focusTaken }),
        ...(handledAt === undefined ? {} : { handledAt }),
      }
    } finally {
      await use.releaseAll()
      await qt?.end(false)
      await aim.end()
      await lent?.giveBack()
      guard.linger()
    }
  }
}

function outside({ x, y }: Point, { area }: Target): PortError {
  const where = `at ${area.x},${area.y} and ${area.width}x${area.height} large`
  return new PortError('rejected', `the point ${x},${y} is not inside the window, which is ${where}`)
}
