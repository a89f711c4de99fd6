import { type Key, PortError } from '../../port.ts'
import { type Keys, openKeys } from '../keys/index.ts'
import type { Rig } from './rig.ts'

/** Where key events go; each resolves once the server has handled it, and they keep their order. */
export interface KeySink {
  press(code: number): Promise<void>
  release(code: number): Promise<void>
}

/** The agent's keyboard with a sink that changes from one use to the next. Opened when a key is first wanted. */
export class SeatKeys {
  readonly #rig: Rig
  #keys: Promise<Keys> | undefined
  #sink: KeySink | undefined

  constructor(rig: Rig) {
    this.#rig = rig
  }

  /** See `Keys.type`. @param window XID of the client's window that gets the keys. */
  async type(text: string, sink: KeySink, window: number, signal?: AbortSignal) {
    const keys = await this.#open()
    return this.#into(sink, () => keys.type(text, window, { signal }))
  }

  async chord(names: readonly Key[], sink: KeySink, window: number): Promise<void> {
    const keys = await this.#open()
    await this.#into(sink, () => keys.chord(names, window))
  }

  async close(): Promise<void> {
    const keys = await this.#keys?.catch(() => undefined)
    await keys?.close()
  }

  async #into<T>(sink: KeySink, work: () => Promise<T>): Promise<T> {
    this.#sink = sink
    try {
      return await work()
    } finally {
      this.#sink = undefined
    }
  }

  #open(): Promise<Keys> {
    const { core, agent, record } = this.#rig
    const send = (what: keyof KeySink) => (code: number) =>
      this.#sink?.[what](code) ?? Promise.reject(new PortError('failed', 'a key was sent outside of any gesture'))
    this.#keys ??= openKeys({
      core: core.server,
      agent: agent.connection,
      send: { press: send('press'), release: send('release') },
      restorer: {
        remember: (data) => record.writeKeyMap(data),
        forget: () => record.writeKeyMap(undefined),
      },
    })
    this.#keys.catch(() => {
      this.#keys = undefined
    })
    return this.#keys
  }
}
