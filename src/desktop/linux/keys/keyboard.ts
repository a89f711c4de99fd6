import { setTimeout as delay } from 'node:timers/promises'
import { type Budget, PortError } from '../../port.ts'
import type { Echo } from './echo.ts'
import { InFlight } from './in-flight.ts'
import { type KeyMap, readKeyMap } from './key-map.ts'
import type { MapWatch } from './map-watch.ts'
import type { PersonKeyboards } from './person-keyboards.ts'
import type { Restorer } from './restorer.ts'
import { SpareCodes } from './spare-codes.ts'
import { findHolder, planSpares } from './spare-plan.ts'
import type { SpareContent } from './spare-row.ts'
import type { Xkb } from './xkb.ts'

/**
 * How key events get out: through the agent's XTEST keyboard. Each resolves once the server has handled it. What is pressed and
 * released in one turn of the event loop belongs together. A change of the map makes window managers grab their shortcuts anew
 * (Openbox), before grabs that others made earlier.
 */
export interface KeySender {
  press(code: number): Promise<void>
  release(code: number): Promise<void>
}

export interface KeyboardParts {
  /** Of a connection whose client pointer is the person's. */
  readonly core: Xkb
  /** Of the connection that sends the keys. */
  readonly agent: Xkb
  readonly keyboards: () => Promise<PersonKeyboards>
  readonly send: KeySender
  readonly echo: Echo
  readonly watch: MapWatch
  readonly restorer: Restorer
  /** Milliseconds that an app may take to answer. */
  readonly patience: number
}

/** An app that cannot be asked gets so long to look up what it was sent; 120 ms were too short once. */
const REST = 400
const TRIES = 3
const ANY_WINDOW = 0

/** The agent's keyboard together with the person's key map: knows what is on the codes, changes it, and presses keys. */
export class Keyboard {
  readonly #parts: KeyboardParts
  readonly #inFlight = new InFlight()
  #map: KeyMap | undefined
  #spare: SpareCodes | undefined
  #changes = 0
  #rests = 0

  constructor(parts: KeyboardParts) {
    this.#parts = parts
  }

  get watch(): MapWatch {
    return this.#parts.watch
  }

  /** How often we have changed the map. */
  get changes(): number {
    return this.#changes
  }

  /** How often an app that cannot be asked was given time instead. */
  get rests(): number {
    return this.#rests
  }

  get echo(): Echo {
    return this.#parts.echo
  }

  /** The key map; read again only after somebody else has changed it. */
  async map(): Promise<KeyMap> {
    const { core, agent, keyboards, watch, restorer } = this.#parts
    if (this.#map !== undefined && watch.changedAfter === undefined) return this.#map
    // Before reading, so that a change during it makes us read once more.
    watch.taken()
    const { slaves } = await keyboards()
    const [person, own, ...devices] = await Promise.all([
      core.readMap(),
      agent.readMap(),
      ...slaves.map((slave) => core.readMap(slave).catch(() => undefined)),
    ])
    this.#spare ??= new SpareCodes(core, watch, restorer, person.codes)
    this.#spare.lookAgain(person)
    const borrowed = new Set(this.#spare.held.keys())
    const known = devices.filter((device) => device !== undefined)
    this.#map = readKeyMap({ person, agent: own, devices: known, borrowed })
    return this.#map
  }

  /** Locks of the agent's keyboard, of Caps Lock and the like, do not outlast the call that pressed them. */
  async clearLocks(): Promise<void> {
    const { agent } = this.#parts
    if ((await agent.readState()).locked !== 0) await agent.clearLocks()
  }

  /** Somebody holds modifiers of the agent's keyboard down. */
  async isModified(): Promise<boolean> {
    return (await this.#parts.agent.readState()).modifiers !== 0
  }

  /**
   * Makes one change of the map, if any, so that as much as possible of what is wanted is there. Codes that an app may still
   * look up are not taken before it has said that it did.
   * @returns how many of the wanted are provided for; 0: there are no spare codes.
   */
  async provide(wanted: () => Iterable<SpareContent | undefined>, budget: Budget): Promise<number> {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const map = await this.map()
      const spare = this.#spareCodes()
      const plan = planSpares(wanted(), spare.state(map.spare))
      if (plan.changes.size === 0) return plan.covered
      const reused = [...plan.changes.keys()].filter((code) => spare.held.has(code))
      for (const window of this.#inFlight.windowsWith(reused)) await this.settle(window, budget)
      this.#changes += 1
      if (await spare.put(plan.changes, map.row)) return plan.covered
      this.#map = undefined
    }
    throw new PortError('failed', 'other programs keep changing the same codes of the keyboard map; nothing was typed')
  }

  /** The code with this on it. */
  holderOf(content: SpareContent): number {
    const code = findHolder(this.#spareCodes().held, content)
    if (code === undefined) throw new PortError('failed', 'a spare key code was lost before it was pressed')
    return code
  }

  /**
   * Presses keys in order and releases them in reverse, in one go: nothing is held when it resolves.
   * @returns numbers of requests of the sending connection between which all of it was sent.
   */
  async strike(codes: readonly number[], window: number): Promise<{ readonly before: number; readonly last: number }> {
    const { agent, send } = this.#parts
    const { connection } = agent
    const before = connection.lastRequest
    // Noted first: of what fails half-way some may have been sent.
    for (const code of codes) this.noteUse(code, window)
    const presses = codes.map((code) => send.press(code))
    await Promise.all([...presses, ...codes.toReversed().map((code) => send.release(code))])
    return { before, last: connection.lastRequest }
  }

  /** A spare code was sent to this window. */
  noteUse(code: number, window: number): void {
    const spare = this.#spareCodes()
    if (!spare.held.has(code)) return
    spare.used(code)
    this.#inFlight.sent(window, code, performance.now())
  }

  /** Resolves once the window's app has looked up all that was sent to it, or has had plenty of time to. */
  async settle(window: number, budget: Budget): Promise<void> {
    const mark = this.#inFlight.mark()
    const isAnswered = window !== ANY_WINDOW && (await this.echo.answered(window, budget))
    if (!isAnswered) {
      const rest = REST - (performance.now() - (this.#inFlight.lastAt(window) ?? 0))
      const cancelled = () => Promise.reject(new PortError('aborted', 'the caller cancelled the typing'))
      if (rest > 0) await delay(rest, undefined, { signal: budget.signal }).catch(cancelled)
      this.#rests += 1
    }
    this.#inFlight.proven(window, mark)
  }

  /** A key that is down keeps its code, however long. Which app hears it is not known. */
  pin(code: number): void {
    this.#spareCodes().pin(code, true)
  }

  unpin(code: number): void {
    this.#spareCodes().pin(code, false)
    this.noteUse(code, ANY_WINDOW)
  }

  /** How long an app is waited for from now on. */
  soon(signal: AbortSignal | undefined): Budget {
    return { deadline: performance.now() + this.#parts.patience, signal }
  }

  /** Something of ours is, or may be, on the map. */
  get hasDebts(): boolean {
    return this.#spare?.hasDebts ?? false
  }

  /**
   * Puts the map back as it was found, once all apps have looked up what they were sent.
   * @throws PortError `timeout` when one of them does not answer, `rejected` while a key is down; `force` puts it back all the
   *   same.
   */
  async giveBack(budget: Budget, force: boolean): Promise<void> {
    if (this.#spare?.isPinned && !force) throw new PortError('rejected', 'a key on a spare code is still down')
    for (const window of this.#inFlight.windows()) {
      await this.settle(window, budget).catch((error) => {
        if (!force) throw error
      })
    }
    await this.#spare?.giveBack()
  }

  #spareCodes(): SpareCodes {
    if (this.#spare === undefined) throw new PortError('failed', 'the key map was used before it was read')
    return this.#spare
  }
}
