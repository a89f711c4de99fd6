import type { Desktop, Subscription, WindowEvent } from '../desktop/port.ts'

/** One subscription to the window system for the life of the engine, shared by all actions. */
export class WindowEvents {
  readonly #desktop: Pick<Desktop, 'windows'>
  readonly #listeners = new Set<(event: WindowEvent) => void>()
  #subscription: Promise<Subscription | undefined> | undefined

  constructor(desktop: Pick<Desktop, 'windows'>) {
    this.#desktop = desktop
  }

  /** Never rejects: without a window system there are no window events, and the verdict rests on the rest. */
  async listen(listener: (event: WindowEvent) => void): Promise<() => void> {
    this.#subscription ??= this.#desktop.windows
      .watch((event) => {
        for (const each of this.#listeners) each(event)
      })
      .catch(() => {
        this.#subscription = undefined
        return undefined
      })
    await this.#subscription
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async close(): Promise<void> {
    ;(await this.#subscription)?.close()
  }
}
