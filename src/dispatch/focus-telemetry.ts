import type { Budget, Desktop, FocusEvent, FocusReading, FocusWindow, Subscription } from '../desktop/port.ts'

/** What happened to the person's focus and pointer during one action. Absent = not observed. */
export interface FocusReport {
  /** From the window system's events during the call, so that a focus that came back is not missed. */
  readonly focus_changed?: boolean
  readonly focus_change_allowed: boolean
  readonly cursor_movement_allowed: boolean
  readonly pointer_moved?: boolean
  readonly before?: FocusReading
  readonly after?: FocusReading
  /** Focus moves in the order in which they happened, in milliseconds after delivery began. */
  readonly changes: readonly {
    readonly kind: FocusEvent['kind']
    readonly window: FocusWindow
    readonly after_ms: number
  }[]
}

/** Listens to the person's focus for the life of the engine, so that watching an action costs no round trip. */
export class FocusTelemetry {
  readonly #desktop: Pick<Desktop, 'focus'>
  readonly #listeners = new Set<(event: FocusEvent) => void>()
  #subscription: Promise<Subscription | undefined> | undefined

  constructor(desktop: Pick<Desktop, 'focus'>) {
    this.#desktop = desktop
  }

  /** Only listens, which costs no round trip: for calls that send nothing. */
  async listen(): Promise<FocusListening> {
    const watching = await this.#watch()
    const events: FocusEvent[] = []
    const listener = (event: FocusEvent): void => void events.push(event)
    this.#listeners.add(listener)
    return {
      events,
      changed: () => (watching === undefined ? undefined : events.length > 0),
      end: () => void this.#listeners.delete(listener),
    }
  }

  /** Begins to watch one action. Never rejects: without a display there is simply nothing to report. */
  async begin(budget: Budget): Promise<FocusRecording> {
    const listening = await this.listen()
    const before = await this.#read(budget)
    const startedAt = performance.now()
    return {
      cancel: listening.end,
      end: async (budget) => {
        const after = await this.#read(budget)
        listening.end()
        const changed = listening.changed()
        return {
          changes: listening.events.map(({ kind, window, at }) => ({
            kind,
            window,
            after_ms: Math.round((at - startedAt) * 10) / 10,
          })),
          ...(changed === undefined ? {} : { focus_changed: changed || moved(before, after) }),
          ...(before === undefined ? {} : { before }),
          ...(after === undefined ? {} : { after }),
          ...(before?.pointer === undefined || after?.pointer === undefined
            ? {}
            : { pointer_moved: before.pointer.x !== after.pointer.x || before.pointer.y !== after.pointer.y }),
        }
      },
    }
  }

  async close(): Promise<void> {
    ;(await this.#subscription)?.close()
  }

  #watch(): Promise<Subscription | undefined> {
    this.#subscription ??= this.#desktop.focus
      .watch((event) => {
        for (const listener of this.#listeners) listener(event)
      })
      .catch(() => {
        this.#subscription = undefined
        return undefined
      })
    return this.#subscription
  }

  #read(budget: Budget): Promise<FocusReading | undefined> {
    return this.#desktop.focus.read(budget).catch(() => undefined)
  }
}

export interface FocusListening {
  readonly events: readonly FocusEvent[]
  /** Undefined: the window system could not be listened to. */
  readonly changed: () => boolean | undefined
  readonly end: () => void
}

export interface FocusRecording {
  /** Stops listening; harmless after `end`. */
  readonly cancel: () => void
  readonly end: (budget: Budget) => Promise<Omit<FocusReport, 'focus_change_allowed' | 'cursor_movement_allowed'>>
}

const moved = (before: FocusReading | undefined, after: FocusReading | undefined): boolean =>
  before?.focus?.handle !== undefined &&
  after?.focus?.handle !== undefined &&
  before.focus.handle !== after.focus.handle
