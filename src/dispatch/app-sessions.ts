import type { AccessibleEvent, AppInfo, Budget, Desktop, Subscription } from '../desktop/port.ts'
import { ChangeHistory } from '../outcome/history.ts'

const MAX_SESSIONS = 32

/** What is remembered of an app from the first look at it on: who changes by itself, and who is listening. */
export class AppSession {
  readonly app: AppInfo
  readonly history: ChangeHistory
  #collector: ((event: AccessibleEvent) => void) | undefined
  readonly #listeners = new Set<() => void>()

  constructor(app: AppInfo, startedAt: number) {
    this.app = app
    this.history = new ChangeHistory(startedAt)
  }

  receive(event: AccessibleEvent): void {
    if (this.#collector === undefined) this.history.noteIdle(event)
    else this.#collector(event)
    for (const listener of this.#listeners) listener()
  }

  /** Told that the app reported something, whatever it is. */
  onEvent(listener: () => void): Subscription {
    this.#listeners.add(listener)
    return { close: () => this.#listeners.delete(listener) }
  }

  /** While an action is under way its events go to the action instead of into the history. */
  collect(collector: (event: AccessibleEvent) => void): Subscription {
    this.#collector = collector
    return { close: () => (this.#collector = undefined) }
  }
}

/** Sessions of the apps that were looked at, by root accessible. The least recently used goes first. */
export class AppSessions {
  readonly #desktop: Pick<Desktop, 'accessibility'>
  readonly #sessions = new Map<string, { readonly session: AppSession; readonly ends: readonly Subscription[] }>()
  readonly #opening = new Map<string, Promise<AppSession>>()

  constructor(desktop: Pick<Desktop, 'accessibility'>) {
    this.#desktop = desktop
  }

  known(root: string): AppInfo | undefined {
    return this.#sessions.get(root)?.session.app
  }

  /** The one used last first. */
  all(): readonly AppInfo[] {
    return [...this.#sessions.values()].map(({ session }) => session.app).toReversed()
  }

  /** The app's session; begins to listen if nobody did. Undefined for an app that accessibility does not know. */
  async open(app: AppInfo, budget: Budget): Promise<AppSession | undefined> {
    const root = app.root
    if (root === undefined) return undefined
    const existing = this.#sessions.get(root)
    if (existing !== undefined) {
      this.#sessions.delete(root)
      this.#sessions.set(root, existing)
      return existing.session
    }
    const opening = this.#opening.get(root) ?? this.#start(root, app, budget)
    this.#opening.set(root, opening)
    return opening.finally(() => this.#opening.delete(root))
  }

  close(): void {
    for (const root of [...this.#sessions.keys()]) this.#drop(root)
  }

  async #start(root: NonNullable<AppInfo['root']>, app: AppInfo, budget: Budget): Promise<AppSession> {
    const session = new AppSession(app, performance.now())
    const watching = await this.#desktop.accessibility.watch(root, (event) => session.receive(event), budget)
    const gone = this.#desktop.accessibility.onGone(root, () => this.#drop(root))
    this.#sessions.set(root, { session, ends: [watching, gone] })
    const oldest = this.#sessions.keys().next()
    if (this.#sessions.size > MAX_SESSIONS && !oldest.done) this.#drop(oldest.value)
    return session
  }

  #drop(root: string): void {
    const held = this.#sessions.get(root)
    this.#sessions.delete(root)
    for (const end of held?.ends ?? []) end.close()
  }
}
