import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

type Environment = Readonly<Record<string, string>>

const execute = promisify(execFile)

const MOST_SEARCHES = 5

/**
 * Runs a tool of the system (xdotool, xprop, …) to its end and returns what it printed. A search of xdotool's ends when any
 * window goes that it is about to ask; then it is made again.
 */
export async function run(env: Environment, program: string, ...args: readonly string[]): Promise<string> {
  for (let search = 1; ; search++) {
    try {
      const { stdout } = await execute(program, args, { env, timeout: 10_000 })
      return stdout.trim()
    } catch (error) {
      if (args[0] !== 'search' || search === MOST_SEARCHES || !String(error).includes('BadWindow')) throw error
    }
  }
}

interface AccessibleDescription {
  /** Object path; another one means another object. */
  readonly path: string
  readonly role: string
  readonly name: string
  readonly states: readonly string[]
  readonly interfaces: readonly string[]
  readonly children: number
  readonly actions?: readonly string[]
  /** x, y, width, height in screen pixels. */
  readonly extents?: readonly [number, number, number, number]
  readonly value?: number
  readonly text?: string
}

/** Another client of the accessibility bus, sharing no code with surehand: Python and GDBus. One app, by its name. */
export class AccessibilityOracle {
  readonly #app: string
  readonly #child: ChildProcessByStdio<Writable, Readable, null>
  readonly #answers: AsyncIterator<string>

  constructor(env: Environment, app: string) {
    this.#app = app
    const script = fileURLToPath(new URL('accessibility-oracle.py', import.meta.url))
    // Debian's own Python, which has the bindings; another one may come first in PATH.
    this.#child = spawn('/usr/bin/python3', [script], { env, stdio: ['pipe', 'pipe', 'inherit'] })
    this.#answers = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]()
  }

  describe(id: string): Promise<AccessibleDescription> {
    return this.#ask({ op: 'describe', id }) as Promise<AccessibleDescription>
  }

  /** Every accessible of the app that has an id. */
  all(): Promise<readonly (AccessibleDescription & { readonly id: string })[]> {
    return this.#ask({ op: 'all' }) as Promise<(AccessibleDescription & { id: string })[]>
  }

  /** Every text that the app holds, by whatever accessible. */
  texts(): Promise<readonly string[]> {
    return this.#ask({ op: 'texts' }) as Promise<string[]>
  }

  /** The app's unique name on the accessibility bus. */
  busName(): Promise<string> {
    return this.#ask({ op: 'bus-name' }) as Promise<string>
  }

  /** What the app answered to DoAction. */
  do(id: string, action = 0): Promise<boolean> {
    return this.#ask({ op: 'do', id, action }) as Promise<boolean>
  }

  setText(id: string, text: string): Promise<boolean> {
    return this.#ask({ op: 'set-text', id, text }) as Promise<boolean>
  }

  async setValue(id: string, value: number): Promise<void> {
    await this.#ask({ op: 'set-value', id, value })
  }

  select(id: string, child: number): Promise<boolean> {
    return this.#ask({ op: 'select', id, child }) as Promise<boolean>
  }

  async stop(): Promise<void> {
    const exited = once(this.#child, 'exit')
    this.#child.stdin.end()
    await exited
  }

  /** One request at a time: the answers carry no number. */
  async #ask(request: Record<string, unknown>): Promise<unknown> {
    this.#child.stdin.write(`${JSON.stringify({ app: this.#app, ...request })}\n`)
    const { value, done } = await this.#answers.next()
    if (done) throw new Error('the accessibility oracle ended; what it said is above')
    const answer = JSON.parse(value) as { result?: unknown; error?: string }
    if (answer.error !== undefined) throw new Error(answer.error)
    return answer.result
  }
}
