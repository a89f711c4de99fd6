import type { Event } from 'x11'
import { type Budget, type Point, PortError, type Subscription } from '../../port.ts'
import type { AgentDevices, WindowPath } from './devices.ts'
import { freePoint } from './free-point.ts'
import type { Holes } from './holes.ts'
import type { Moat } from './moat.ts'
import { APPROACH, isNear, NEAR } from './near.ts'
import type { Person } from './person.ts'
import { type Purpose, reach } from './reach.ts'
import type { Rig } from './rig.ts'
import { areaOf, contains, type Target } from './target.ts'
import { Turn } from './turn.ts'

export interface AimParts {
  readonly rig: Rig
  readonly devices: AgentDevices
  readonly holes: Holes
  readonly person: Person
  readonly moat: Moat
}

interface Reached {
  readonly purpose: Purpose
  readonly point: Point
  readonly path: WindowPath
}

/** Attempts while windows come up over the point faster than we can open them. */
const MOST_ATTEMPTS = 5

/**
 * Holds the agent's pointer over a point of the target, through whatever covers it, and keeps that true: windows that come
 * up, move or go, and a person's pointer that comes near a hole, make it let go and aim anew before the next step.
 */
export class Aim {
  readonly #parts: AimParts
  readonly #budget: Budget
  readonly #subscriptions: Subscription[]
  /** Steps and letting go must not mix. */
  readonly #turn = new Turn()
  #target: Target
  #point: Point
  #reached: Reached | undefined
  /** Something has happened that may have made the aim untrue. */
  #isDoubtful = false
  #hasCovered = false

  constructor(parts: AimParts, target: Target, point: Point, budget: Budget) {
    this.#parts = parts
    this.#target = target
    this.#point = point
    this.#budget = budget
    this.#subscriptions = [
      parts.rig.core.connection.onEvent((event) => this.#noticeWindow(event)),
      parts.person.onMotion((at) => this.#noticePerson(at)),
    ]
  }

  get point(): Point {
    return this.#point
  }

  /** Something had to be reached through other windows. */
  get hasCovered(): boolean {
    return this.#hasCovered
  }

  /**
   * Makes the aim true, then does something with it, before anything else does.
   * @param work Gets the windows down to what is hit.
   * @throws PortError `rejected`, `gone`: the aim cannot be made true, and `work` was not begun.
   */
  step<T>(purpose: Purpose, work: (path: WindowPath) => Promise<T>): Promise<T> {
    return this.#turn.run(async () => {
      const path = await this.#ensure(purpose)
      // A pointer that a program sets makes no sound.
      if (this.#parts.holes.isOpen) this.#lookAtPerson()
      return work(path)
    })
  }

  /** For the next step the aim is proved anew. */
  doubt(): void {
    this.#isDoubtful = true
  }

  /** Moves the pointer within the target. With a button held it may leave it; what lies there hears of it then. */
  moveTo(point: Point): Promise<void> {
    return this.#turn.run(async () => {
      const { devices } = this.#parts
      if (devices.holdsButton) return this.#drag(point)
      if (!contains(this.#target.area, point)) throw outside(point)
      this.#point = point
      if (this.#reached?.purpose !== 'pointer' || this.#isDoubtful) await this.#ensure('pointer')
      else await this.#slide(point)
    })
  }

  /** Takes the pointer away and closes the holes. */
  end(): Promise<void> {
    for (const subscription of this.#subscriptions) subscription.close()
    return this.#turn.run(async () => {
      this.#reached = undefined
      try {
        await Promise.all([this.#parts.devices.hide(), this.#parts.moat.raise()])
      } finally {
        await this.#parts.holes.close()
      }
    })
  }

  async #ensure(purpose: Purpose): Promise<WindowPath> {
    const { rig, devices, holes, person } = this.#parts
    const isKnown = this.#reached?.purpose === purpose && !this.#isDoubtful && !devices.isHidden
    if (this.#reached !== undefined && isKnown) return this.#reached.path
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      const isMoved = await this.#follow(purpose)
      const known = this.#reached
      if (known?.purpose === purpose && !isMoved && (await this.#isStillTrue(known))) return known.path
      await this.#withdraw()
      this.#isDoubtful = false
      const point = await freePoint(rig, person, this.#target, this.#point, purpose, this.#budget)
      const path = await reach(rig, holes, this.#target, point, purpose)
      this.#hasCovered ||= holes.isOpen
      const at = await devices.place(point)
      if (at.x !== point.x || at.y !== point.y) throw new PortError('rejected', 'the point is on no monitor')
      if (at.child !== path[1] || this.#isDoubtful) continue
      await Promise.all([this.#parts.moat.bridge(path), devices.show(point)])
      this.#reached = { purpose, point, path }
      return path
    }
    throw new PortError('rejected', 'the windows over the point do not come to rest; nothing more was sent')
  }

  async #isStillTrue({ point, path }: Reached): Promise<boolean> {
    this.#isDoubtful = false
    const at = await this.#parts.devices.where()
    const isThere = at.x === point.x && at.y === point.y && at.child === path[1]
    return isThere && !this.#isDoubtful && !this.#parts.devices.isHidden
  }

  /** From one hole to the next, past nothing. */
  async #slide(point: Point, purpose: 'pointer' | 'drag' = 'pointer'): Promise<void> {
    const { rig, devices, holes } = this.#parts
    const path = await reach(rig, holes, this.#target, point, purpose)
    this.#hasCovered ||= holes.isOpen
    this.#reached = { purpose: 'pointer', point, path }
    const [, at] = await Promise.all([this.#parts.moat.bridge(path), devices.place(point)])
    if (at.child !== path[1]) this.#isDoubtful = true
    await holes.closeOthers(point)
  }

  /** The app that got the press hears of every motion; a hole shows it, and what it asks, its own window below. */
  async #drag(point: Point): Promise<void> {
    this.#point = point
    try {
      await this.#slide(point, 'drag')
    } catch (error) {
      if (!(error instanceof PortError) || error.code !== 'rejected') throw error
      await this.#parts.devices.place(point)
      await this.#parts.holes.closeOthers(point)
    }
  }

  async #withdraw(): Promise<void> {
    this.#reached = undefined
    if (!this.#parts.holes.isOpen) return
    try {
      await this.#parts.devices.hide()
    } finally {
      await this.#parts.holes.close()
    }
  }

  /** The target may have been moved: typing goes with it; a click would hit something else than was meant. */
  async #follow(purpose: Purpose): Promise<boolean> {
    const { area } = this.#target
    const now = await areaOf(this.#parts.rig.core.server, this.#target.client)
    if (now === undefined) throw new PortError('gone', 'the window no longer exists')
    const [dx, dy] = [now.x - area.x, now.y - area.y]
    const isMoved = dx !== 0 || dy !== 0
    if (isMoved && purpose === 'pointer') {
      throw new PortError('rejected', `the window moved by ${dx},${dy} while it was aimed at; look at it again`)
    }
    this.#target = { ...this.#target, area: now }
    this.#point = { x: this.#point.x + dx, y: this.#point.y + dy }
    if (!contains(now, this.#point)) throw outside(this.#point)
    return isMoved
  }

  #noticeWindow(event: Event): void {
    if (event.name === 'ConfigureNotify' && this.#parts.holes.has(event.wid1)) {
      // Its hole has moved with it, and does not grow with it.
      void this.#letGo()
    } else if (event.name === 'MapNotify' || event.name === 'UnmapNotify' || event.name === 'ConfigureNotify') {
      this.#isDoubtful = true
    }
  }

  #noticePerson(at: Point): void {
    if (this.#reached === undefined || !this.#parts.holes.isOpen) return
    const { point, purpose } = this.#reached
    if (isNear(at, point, purpose === 'keys' ? APPROACH : NEAR)) void this.#letGo()
  }

  #lookAtPerson(): void {
    this.#parts.person.pointer().then(
      (at) => this.#noticePerson(at),
      () => {
        // The server has gone; the step says so.
      },
    )
  }

  async #letGo(): Promise<void> {
    this.#isDoubtful = true
    await this.#turn
      .run(() => this.#withdraw())
      .catch(() => {
        // The server has gone; the next step says so.
      })
  }
}

function outside({ x, y }: Point): PortError {
  return new PortError('rejected', `the point ${x},${y} is not inside the window`)
}
