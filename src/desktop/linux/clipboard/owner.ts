import type { Event } from 'x11'
import { type Budget, PortError } from '../../port.ts'
import { bounded } from '../x11/budget.ts'
import { createOwnWindow, serverTime } from '../x11/own-window.ts'
import { openServer, type XServer } from '../x11/server.ts'
import type { Content } from './content.ts'
import { answerRequest } from './requests.ts'

interface Connected {
  readonly server: XServer
  readonly window: number
}

/** Owns the clipboard over a connection of its own, and gives its text to whoever asks, until another app takes it. */
export class ClipboardOwner {
  readonly #env: NodeJS.ProcessEnv
  #connected: Connected | undefined
  #content: Content | undefined
  /** Told when another app took the clipboard, or the display has gone. */
  readonly onLost: () => void

  constructor(env: NodeJS.ProcessEnv, onLost: () => void = () => {}) {
    this.#env = env
    this.onLost = onLost
  }

  /** What we own; `undefined` when another app does, or nobody. */
  get text(): string | undefined {
    return this.#content?.text
  }

  /** @throws PortError `rejected`: another app took it at the same moment, and keeps it */
  async own(text: string, budget: Budget): Promise<void> {
    const { server, window } = await this.#connect(budget)
    const { connection, atoms } = server
    const since = await serverTime(server, window, budget)
    await bounded(budget, 'take the clipboard', async () => {
      // Requests may come before the answer to ours.
      const before = this.#content
      this.#content = { text, since }
      await connection.ask<void>((X, done) => X.SetSelectionOwner(window, atoms.CLIPBOARD, since, done))
      const owner = await connection.ask<number>((X, done) => X.GetSelectionOwner(atoms.CLIPBOARD, done))
      if (owner === window) return
      this.#content = before
      throw new PortError('rejected', 'another app took the clipboard at the same moment; its content was left alone')
    })
  }

  /** Leaves the clipboard empty, if we own it. */
  async disown(budget: Budget): Promise<void> {
    const owned = this.#content
    if (owned === undefined || this.#connected === undefined) return
    const { connection, atoms } = this.#connected.server
    this.#content = undefined
    await bounded(budget, 'give the clipboard up', () =>
      connection.ask<void>((X, done) => X.SetSelectionOwner(0, atoms.CLIPBOARD, owned.since, done)),
    )
  }

  close(): void {
    this.#content = undefined
    this.#connected?.server.connection.close()
    this.#connected = undefined
  }

  async #connect(budget: Budget): Promise<Connected> {
    if (this.#connected?.server.connection.open) return this.#connected
    const server = await openServer(this.#env, budget)
    const connected = { server, window: await createOwnWindow(server) }
    this.#connected = connected
    server.connection.onEnd(() => this.#lose(connected))
    server.connection.onEvent((event) => this.#take(connected, event))
    return connected
  }

  #take(connected: Connected, event: Event): void {
    if (event.name === 'SelectionClear' && event.owner === connected.window) this.#lose(connected)
    if (event.name !== 'SelectionRequest' || event.owner !== connected.window) return
    answerRequest(connected.server, this.#content, event).catch(() => {
      // The asker has gone; there is nobody to tell.
    })
  }

  #lose(connected: Connected): void {
    if (this.#connected !== connected || this.#content === undefined) return
    this.#content = undefined
    this.onLost()
  }
}
