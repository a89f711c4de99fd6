import type { Echo } from '../keys/echo.ts'
import { loadsTk } from '../processes.ts'
import { pidsByConnection } from '../x11/window-pids.ts'
import type { Rig } from './rig.ts'
import { handledBy } from './settle.ts'

/**
 * The agent's pointer, made the client pointer of a Tk app while the agent acts there. Tk grabs pointer and keyboard for a
 * menu, and lets the focus go when the pointer leaves, by core requests; those speak of the app's client pointer, which is
 * the person's, whoever pressed. What the app takes meanwhile is the agent's; grabs that were made before keep their devices.
 * Not for apps that name devices themselves, for an app that reads the key map meanwhile gets the agent's. If our process
 * ends the server gives the person's back, because the watchdog removes the agent's.
 */
export class LentPointer {
  readonly #rig: Rig
  readonly #echo: Echo
  readonly #client: number
  readonly #own: number

  private constructor(rig: Rig, echo: Echo, client: number, own: number) {
    this.#rig = rig
    this.#echo = echo
    this.#client = client
    this.#own = own
  }

  /** Undefined: this app needs none. */
  static async to(rig: Rig, echo: Echo, client: number): Promise<LentPointer | undefined> {
    const pid = (await pidsByConnection(rig.core.server, [client])).get(client)
    if (pid === undefined || !loadsTk(pid)) return undefined
    const lent = new LentPointer(rig, echo, client, await rig.core.input.clientPointer(client))
    await lent.#lend()
    return lent
  }

  /** Keys are read by the person's key map, which is where those for other characters are put. */
  async without<T>(work: () => Promise<T>): Promise<T> {
    await this.giveBack()
    try {
      return await work()
    } finally {
      await handledBy(this.#echo, this.#client)
      await this.#lend()
    }
  }

  /** Once the app has taken everything that was sent. */
  async giveBack(): Promise<void> {
    await handledBy(this.#echo, this.#client)
    // An app that has gone needs nothing back.
    await this.#rig.core.input.setClientPointer(this.#own, this.#client).catch(() => undefined)
  }

  async #lend(): Promise<void> {
    const { core, masters } = this.#rig
    await core.input.setClientPointer(masters.pointer, this.#client).catch(() => undefined)
  }
}
