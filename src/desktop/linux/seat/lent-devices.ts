import type { Rig } from './rig.ts'

/** For an app that was too busy to open its menu. */
const LATER = 1_000

/**
 * A toolkit that grabs by core requests grabs the devices that the server takes its client to use: the person's. While it
 * lasts they are the agent's, of which we hold the keyboard ourselves, so that this grab fails. Qt opens its menu all the
 * same, and then grabs nothing more.
 */
export class LentDevices {
  readonly #rig: Rig
  /** A window of the client that has them. */
  #window: number | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(rig: Rig) {
    this.#rig = rig
  }

  async lend(window: number): Promise<void> {
    if (this.#window !== undefined && this.#window !== window) await this.takeBack()
    clearTimeout(this.#timer)
    this.#window = window
    const { core, agent, masters } = this.#rig
    await Promise.all([
      core.input.setClientPointer(masters.pointer, window),
      agent.input.grab(masters.keyboard, core.connection.root),
    ])
  }

  async takeBack(): Promise<void> {
    const window = this.#window
    if (window === undefined) return
    clearTimeout(this.#timer)
    this.#window = undefined
    const { core, agent, masters, person } = this.#rig
    await Promise.allSettled([
      agent.input.ungrab(masters.keyboard),
      core.input.setClientPointer(person.pointer, window),
    ])
  }

  takeBackLater(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.takeBack(), LATER).unref()
  }
}
