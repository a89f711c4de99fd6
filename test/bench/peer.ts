import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'

/** What the peer answers to one line: its own time for the work, and what the work came to. */
export interface PeerRound {
  readonly ms: number
  readonly [fact: string]: unknown
}

/** pyatspi in a process of its own that stays, doing one round for each line it is sent. */
export class PyatspiPeer {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>
  readonly #lines: AsyncIterator<string>

  private constructor(env: Readonly<Record<string, string>>, args: readonly string[]) {
    const script = fileURLToPath(new URL('pyatspi-peer.py', import.meta.url))
    // Debian's own Python, which has the bindings; another one may come first in PATH.
    this.#child = spawn('/usr/bin/python3', [script, ...args], { env, stdio: ['pipe', 'pipe', 'inherit'] })
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]()
  }

  /** Resolves when it has found the app. */
  static async start(env: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<PyatspiPeer> {
    const peer = new PyatspiPeer(env, args)
    await peer.#answer()
    return peer
  }

  async round(): Promise<PeerRound> {
    this.#child.stdin.write('go\n')
    return (await this.#answer()) as PeerRound
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, 'exit')
    this.#child.stdin.end()
    await ended
  }

  async #answer(): Promise<unknown> {
    const { value, done } = await this.#lines.next()
    if (done)
      throw new Error('the pyatspi peer ended; what it said is above. It needs the Debian package python3-pyatspi')
    return JSON.parse(value)
  }
}
