import type { AccessibleEvent, AccessibleHandle, Budget, Subscription } from '../../port.ts'
import { EVENT_INTERFACES, eventFromSignal } from './events.ts'
import { addressOf, busOf, ROOT_PATH } from './handles.ts'
import { REGISTRY, registration } from './items.ts'
import { busCall, type Link, type Signal } from './link.ts'
import { accessibleCall, isGone } from './record.ts'

type Listener = (event: AccessibleEvent) => void

/** Told of what a listener threw; a faulty listener must not starve the others. */
export type OnFault = (fault: unknown) => void

/** Events asked for; what follows the class is a prefix, so `object:` is every object event. */
const CLASSES = ['object:', 'window:', 'document:', 'focus:']

/** Told of everything that the bus delivers, whoever watches; must be fast and must not throw. */
export interface Tap {
  hear(event: AccessibleEvent): void
  /** Events of this app may be missed from now on. */
  lose(bus: string): void
  /** The app has left. */
  forget(bus: string): void
}

/** The bus delivers an app's events for this long after the last watcher: the next one often comes soon. */
const LINGER = 10_000

interface Watched {
  readonly listeners: Set<Listener>
  /** Resolves when the bus delivers and the app sends. */
  readonly ready: Promise<void>
  isReady: boolean
  release?: NodeJS.Timeout
}

/** Delivers apps' events to any number of watchers; the bus filters by app, so an app nobody watches costs nothing. */
export class Watchers {
  readonly #link: Link
  readonly #onFault: OnFault
  readonly #tap: Tap
  readonly #watched = new Map<string, Watched>()
  /** Processes whose trees are part of another app's, by bus name, each with that app's. */
  readonly #hosts = new Map<string, string>()
  readonly #mourners = new Map<string, Set<() => void>>()
  #registered: Promise<unknown> | undefined
  #applicationsMark = {}

  constructor(link: Link, onFault: OnFault, tap: Tap) {
    this.#link = link
    this.#onFault = onFault
    this.#tap = tap
    link.onSignal((signal) => this.#receive(signal))
    link.onClosed(() => {
      for (const bus of [...this.#mourners.keys()]) this.#left(bus)
    })
  }

  /**
   * Has the bus tell of every connection that goes, and the registry of every app that comes: to be called once, before
   * anything else.
   */
  async start(budget: Budget): Promise<void> {
    const rules = [
      "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg2=''",
      `type='signal',sender='${REGISTRY}',member='ChildrenChanged',path='${ROOT_PATH}'`,
    ]
    await Promise.all(rules.map((rule) => this.#link.call(busCall('AddMatch', 's', rule), budget)))
  }

  async watch(root: AccessibleHandle, listener: Listener, budget: Budget): Promise<Subscription> {
    const { bus } = addressOf(root)
    let watched = this.#watched.get(bus)
    if (watched === undefined) {
      const opened: Watched = { listeners: new Set(), ready: this.#open(root, bus, budget), isReady: false }
      opened.ready.then(
        () => (opened.isReady = true),
        () => undefined,
      )
      watched = opened
      this.#watched.set(bus, watched)
    }
    clearTimeout(watched.release)
    // One entry per call, also when the same function watches twice.
    const own: Listener = (event) => listener(event)
    watched.listeners.add(own)
    try {
      await watched.ready
    } catch (error) {
      watched.listeners.delete(own)
      if (this.#watched.get(bus) === watched) this.#watched.delete(bus)
      throw error
    }
    return { close: () => this.#unwatch(bus, watched, own) }
  }

  /** What this process tells is told to who watches the app that its tree is part of, too. */
  async join(host: string, guest: string, budget: Budget): Promise<void> {
    if (this.#hosts.get(guest) === host) return
    this.#hosts.set(guest, host)
    if (!this.#watched.has(host)) return
    try {
      await this.#listen(guest, budget)
    } catch (error) {
      this.#hosts.delete(guest)
      throw error
    }
  }

  #guestsOf(host: string): readonly string[] {
    return [...this.#hosts].flatMap(([guest, of]) => (of === host ? [guest] : []))
  }

  #listen(bus: string, budget: Budget): Promise<unknown> {
    return Promise.all(
      EVENT_INTERFACES.map((iface) => this.#link.call(busCall('AddMatch', 's', rule(bus, iface)), budget)),
    )
  }

  /** Another one after each app that came or went. */
  get applicationsMark(): object {
    return this.#applicationsMark
  }

  /** Whether every event of the app reaches the tap from now on. */
  isHeard(bus: string): boolean {
    return this.#watched.get(bus)?.isReady === true
  }

  onGone(handle: AccessibleHandle, listener: () => void): Subscription {
    const bus = busOf(handle)
    const own = () => listener()
    const mourners = this.#mourners.get(bus) ?? new Set()
    this.#mourners.set(bus, mourners.add(own))
    this.#checkAlive(bus)
    return {
      close: () => {
        mourners.delete(own)
        if (mourners.size === 0 && this.#mourners.get(bus) === mourners) this.#mourners.delete(bus)
      },
    }
  }

  /** A process that left before anybody asked is announced to nobody. */
  #checkAlive(bus: string): void {
    const budget = { deadline: performance.now() + 1_000 }
    this.#link.call(busCall('NameHasOwner', 's', bus), budget).then(
      (reply) => {
        if (reply.body[0] === false) this.#left(bus)
      },
      // The connection has closed, which tells all listeners, or the bus hangs, which other calls report.
      () => undefined,
    )
  }

  async #open(root: AccessibleHandle, bus: string, budget: Budget): Promise<void> {
    const rules = [bus, ...this.#guestsOf(bus)].map((each) => this.#listen(each, budget))
    await Promise.all([...rules, this.#register(budget)])
    // The registry's announcement reached the app before this question does; its answer says that it was read.
    await this.#link.call(accessibleCall(root, 'GetRole'), budget).catch((error: unknown) => {
      if (isGone(error)) throw error
    })
  }

  /**
   * Once for all apps and for as long as the connection lives: every registration is announced to every app, and
   * AT-SPI 2.46 knows none for one app only.
   */
  #register(budget: Budget): Promise<unknown> {
    this.#registered ??= Promise.all(CLASSES.map((name) => this.#link.call(registration(name), budget))).catch(
      (error: unknown) => {
        this.#registered = undefined
        throw error
      },
    )
    return this.#registered
  }

  #unwatch(bus: string, watched: Watched, own: Listener): void {
    if (!watched.listeners.delete(own) || watched.listeners.size > 0) return
    clearTimeout(watched.release)
    watched.release = setTimeout(() => {
      if (this.#watched.get(bus) !== watched) return
      this.#watched.delete(bus)
      this.#tap.lose(bus)
      const budget = { deadline: performance.now() + 1_000 }
      for (const each of [bus, ...this.#guestsOf(bus)])
        for (const iface of EVENT_INTERFACES)
          this.#link.call(busCall('RemoveMatch', 's', rule(each, iface)), budget).catch(() => undefined)
    }, LINGER).unref()
  }

  #receive(signal: Signal): void {
    if (signal.member === 'NameOwnerChanged' && signal.sender === 'org.freedesktop.DBus') {
      const [name, , owner] = signal.body
      if (typeof name === 'string' && owner === '') this.#left(name)
      return
    }
    if (signal.path === ROOT_PATH && signal.member === 'ChildrenChanged') this.#applicationsMark = {}
    const watched = this.#watched.get(signal.sender) ?? this.#watched.get(this.#hosts.get(signal.sender) ?? '')
    if (watched === undefined) return
    const event = eventFromSignal(signal)
    if (event === undefined) return
    this.#tap.hear(event)
    for (const listener of [...watched.listeners]) this.#guard(() => listener(event))
  }

  #left(bus: string): void {
    this.#applicationsMark = {}
    const mourners = this.#mourners.get(bus)
    this.#mourners.delete(bus)
    clearTimeout(this.#watched.get(bus)?.release)
    this.#watched.delete(bus)
    for (const guest of [bus, ...this.#guestsOf(bus)]) this.#hosts.delete(guest)
    this.#tap.forget(bus)
    this.#link.forget(bus)
    for (const listener of mourners ?? []) this.#guard(listener)
  }

  #guard(run: () => void): void {
    try {
      run()
    } catch (fault) {
      this.#onFault(fault)
    }
  }
}

function rule(bus: string, iface: string): string {
  return `type='signal',sender='${bus}',interface='${iface}'`
}
