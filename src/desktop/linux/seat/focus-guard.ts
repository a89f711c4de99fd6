import type { FocusTaken, FocusWindow, Instant, Subscription } from '../../port.ts'
import { isMove, parseFocusNotice } from '../x11/focus-notice.ts'
import { describeFocus, topLevelOf } from '../x11/focus-read.ts'
import { readWord } from '../x11/properties.ts'
import { childrenOf, readProperty, topOf } from '../x11/window-list.ts'
import { pidsByConnection } from '../x11/window-pids.ts'
import { judgeMove } from './focus-judge.ts'
import { type Forefront, readForefront } from './forefront.ts'
import type { Person } from './person.ts'
import { remindWindowManager } from './reminder.ts'
import type { Rig } from './rig.ts'
import { isOfTarget, type TargetApp } from './target.ts'
import { FOCUS_IN, FOCUS_OUT, LOWEST_WINDOW } from './xinput2.ts'

/** A window that the target opens because of a gesture comes up within this time after it. */
const LINGER = 1_000
/** A target that takes the focus again and again is left with it: a fight is worse for the person. */
const MOST_RETURNS = 5

/**
 * Keeps the person's focus where it was while a target is acted on, and for a moment after. It is told by the server when
 * the focus leaves; if the target has it then, and not because the person went there, it is given back at once.
 */
export class FocusGuard {
  readonly #rig: Rig
  readonly #person: Person
  readonly #target: TargetApp
  readonly #subscriptions: Subscription[] = []
  /** XID; 0 and 1 are no window. */
  #focus = 0
  #active = 0
  #isEnded = false
  #returns = 0
  #taken: FocusTaken | undefined
  #work: Promise<void> = Promise.resolve()

  private constructor(rig: Rig, person: Person, target: TargetApp) {
    this.#rig = rig
    this.#person = person
    this.#target = target
  }

  /** @param home Where the focus belongs. Default: where it is. */
  static async begin(rig: Rig, person: Person, target: TargetApp, home?: Forefront): Promise<FocusGuard> {
    const guard = new FocusGuard(rig, person, target)
    await guard.#begin(home)
    return guard
  }

  /** Resolves when everything that the server has told so far is dealt with. */
  async settled(): Promise<FocusTaken | undefined> {
    await this.#work
    return this.#taken
  }

  /** Goes on for a moment, for windows that the target opens late. */
  linger(): void {
    setTimeout(() => this.end(), LINGER).unref()
  }

  end(): void {
    if (this.#isEnded) return
    this.#isEnded = true
    for (const subscription of this.#subscriptions) subscription.close()
    Promise.all([this.#listenTo(this.#focus, false), this.#rig.record.writeFocus(undefined)]).catch(() => {
      // The window or the server has gone.
    })
  }

  async #begin(home: Forefront | undefined): Promise<void> {
    const { core, extensions } = this.#rig
    const { connection, server } = core
    const [watching, { focus, active }] = await Promise.all([this.#person.watch(), home ?? readForefront(this.#rig)])
    this.#subscriptions.push(watching)
    this.#active = active
    await this.#adopt(focus)
    this.#subscriptions.push(
      connection.onEvent((event) => {
        const notice = parseFocusNotice(event, extensions.input)
        const hasLeft = notice?.window === this.#focus && notice.direction === 'out' && isMove(notice)
        const isActiveChange = event.name === 'PropertyNotify' && event.atom === server.atoms._NET_ACTIVE_WINDOW
        if (hasLeft || isActiveChange) this.#enqueue(performance.now())
      }),
    )
    // It may have moved between the question and the listening.
    this.#enqueue(performance.now())
    await this.#work
  }

  #enqueue(at: Instant): void {
    this.#work = this.#work
      .then(() => this.#check(at))
      .catch(() => {
        // The server has gone, or a window in the middle of a question: the next notice asks again.
      })
  }

  async #check(at: Instant): Promise<void> {
    if (this.#isEnded) return
    const { core, person } = this.#rig
    const [focus, active] = await Promise.all([core.input.focus(person.keyboard), this.#readActive()])
    if (focus === this.#focus) {
      const isWrong = active !== this.#active && !(await this.#isTargets(focus)) && (await this.#isTargets(active))
      if (isWrong) await this.#remind()
      else this.#active = active
      return
    }
    const [fromTarget, toTarget, fromTop, lastClick] = await Promise.all([
      this.#isTargets(this.#focus),
      this.#isTargets(focus),
      this.#topOfFocus(),
      this.#person.lastClick,
    ])
    const { lastShortcut } = this.#person
    const mover = judgeMove({ at, fromTarget, toTarget, fromTop, lastClick, lastShortcut })
    if (mover === 'target' && this.#returns < MOST_RETURNS) await this.#giveBack(at, focus)
    else if (mover === 'person') this.end()
    else await this.#adopt(focus, active)
  }

  async #giveBack(at: Instant, takenBy: number): Promise<void> {
    const { core, person } = this.#rig
    this.#returns += 1
    const describing = describeFocus(core.server, takenBy).catch((): FocusWindow => ({}))
    await core.input.setFocus(person.keyboard, this.#focus).catch(() => {
      // The person's window has gone: there is nothing to give it back to.
    })
    const isBack = await this.#isAtHome(await core.input.focus(person.keyboard))
    const returnedAfter = performance.now() - at
    this.#taken ??= { by: await describing, ...(isBack ? { returnedAfter } : {}) }
    if (isBack) await this.#remind()
  }

  /** Of which window is active. */
  async #remind(): Promise<void> {
    const { core, person } = this.#rig
    const started = performance.now()
    const reminded = await remindWindowManager(core.server, core.input, person.keyboard)
    if (reminded !== 'shown' || this.#taken !== undefined) return
    this.#taken = { by: {}, returnedAfter: performance.now() - started }
  }

  /** From now on this is where the person's focus belongs. */
  async #adopt(focus: number, active = this.#active): Promise<void> {
    const before = this.#focus
    this.#focus = focus
    this.#active = active
    const owner = focus < LOWEST_WINDOW ? undefined : { target: this.#target.client, person: focus }
    await Promise.allSettled([
      this.#listenTo(before, false),
      this.#listenTo(focus, true),
      this.#rig.record.writeFocus(owner),
    ])
  }

  async #listenTo(window: number, isOn: boolean): Promise<void> {
    if (window < LOWEST_WINDOW) return
    const { core, person } = this.#rig
    await core.input.select(window, person.keyboard, isOn ? [FOCUS_IN, FOCUS_OUT] : [])
  }

  async #isTargets(window: number): Promise<boolean> {
    if (window < LOWEST_WINDOW) return false
    const { server } = this.#rig.core
    const pids = await pidsByConnection(server, [window])
    return isOfTarget(server, window, pids.get(window), this.#target)
  }

  /** A toolkit that is given the focus may hand it on to a child of the same window, as GTK 3 does. */
  async #isAtHome(focus: number): Promise<boolean> {
    if (focus === this.#focus) return true
    if (focus < LOWEST_WINDOW || this.#focus < LOWEST_WINDOW) return false
    const { server } = this.#rig.core
    const [top, home] = await Promise.all([topLevelOf(server, focus), topLevelOf(server, this.#focus)])
    return top === home
  }

  async #topOfFocus(): Promise<number | undefined> {
    const { server } = this.#rig.core
    if (this.#focus < LOWEST_WINDOW) return undefined
    const tops = (await childrenOf(server, server.connection.root))?.children ?? []
    return topOf(server, this.#focus, tops)
  }

  async #readActive(): Promise<number> {
    const { server } = this.#rig.core
    return readWord(await readProperty(server, server.connection.root, '_NET_ACTIVE_WINDOW')) ?? 0
  }
}
