import { setTimeout as delay } from 'node:timers/promises'
import type { Budget, FocusEvent, FocusTaken, Subscription, WindowEvent, WindowHandle } from '../../port.ts'
import { FocusHome } from '../focus-home.ts'
import { onOwnActivation } from '../window-manager.ts'
import { windowId } from '../x11/handles.ts'
import type { X11 } from '../x11/index.ts'
import type { XServer } from '../x11/server.ts'
import { type Family, isFamilyProcess, isFamilyWindow } from './family.ts'
import { quietNewWindows } from './quiet-windows.ts'
import type { Started } from './start.ts'

/** The first window of an app that was started. */
export interface ArrivedWindow {
  readonly handle: WindowHandle
  /** Of the process that owns it. */
  readonly pid?: number
}

/** An app that takes the focus does so when its window comes up, in milliseconds. */
const GRACE = 250
/** Further windows and late takes of the focus are still dealt with after the first window, in milliseconds. */
const LINGER = 5_000

/** Waits for the first window of an app that is about to be started, and keeps the person's focus where it is. */
export class Arrival {
  readonly #server: XServer
  readonly #family: Family
  readonly #home: FocusHome | undefined
  readonly #subscriptions: Subscription[] = []
  readonly #first = Promise.withResolvers<ArrivedWindow>()

  private constructor(server: XServer, family: Family, home: FocusHome | undefined) {
    this.#server = server
    this.#family = family
    this.#home = home
  }

  /** @param keepFocus false: the app may take the focus */
  static async expect(x11: X11, server: XServer, family: Family, keepFocus: boolean): Promise<Arrival> {
    const arrival = new Arrival(server, family, keepFocus ? await FocusHome.remember(server) : undefined)
    const subscribed = [x11.watch((event) => arrival.#takeWindow(event))]
    if (keepFocus) subscribed.push(x11.focus.watch((event) => arrival.#takeFocus(event)))
    arrival.#subscriptions.push(...(await Promise.all(subscribed)))
    if (keepFocus)
      arrival.#subscriptions.push(
        quietNewWindows(server, family),
        onOwnActivation(() => arrival.#end()),
      )
    return arrival
  }

  /**
   * Resolves with the first window; without one when the time is up, or the started process has ended and what it handed
   * over to has shown nothing.
   * @param handOver how long that may take, in milliseconds
   */
  async first(started: Started, { deadline, signal }: Budget, handOver: number): Promise<ArrivedWindow | undefined> {
    this.#family.session = started.process.pid
    const ends = new AbortController()
    const stopped = AbortSignal.any([ends.signal, ...(signal ? [signal] : [])])
    const pause = (ms: number) => delay(Math.max(0, ms), undefined, { signal: stopped }).catch(() => undefined)
    try {
      return await Promise.race([
        this.#first.promise,
        pause(deadline - performance.now()),
        started.ended.then(() => pause(handOver)),
      ])
    } finally {
      ends.abort()
    }
  }

  /** What became of the person's focus until a moment after the window came up. */
  async focusTaken(): Promise<FocusTaken | undefined> {
    if (this.#home === undefined) return undefined
    await delay(GRACE)
    return this.#home.settled()
  }

  /** Goes on for a moment, for what the app does late. */
  linger(): void {
    setTimeout(() => this.#end(), LINGER).unref()
  }

  #end(): void {
    this.#home?.end()
    for (const subscription of this.#subscriptions) subscription.close()
  }

  #takeWindow({ kind, window, pid, unmanaged }: WindowEvent): void {
    if (kind !== 'mapped' || unmanaged) return
    this.#isFamily(window, pid)
      .then((isOurs) => {
        if (!isOurs) return
        this.#first.resolve({ handle: window, ...(pid === undefined ? {} : { pid }) })
      })
      .catch(() => {
        // It has gone again.
      })
  }

  #takeFocus(event: FocusEvent): void {
    if (event.kind !== 'focus') return
    const { handle, pid } = event.window
    const isFamily = handle === undefined ? Promise.resolve(false) : this.#isFamily(handle, pid).catch(() => false)
    this.#home?.noteFocus(event, isFamily)
  }

  async #isFamily(window: WindowHandle, pid: number | undefined): Promise<boolean> {
    if (pid !== undefined && isFamilyProcess(pid, this.#family)) return true
    const id = windowId(window)
    return id !== undefined && isFamilyWindow(this.#server, id, this.#family)
  }
}
