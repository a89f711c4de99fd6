import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'

/** One line that the window wrote; see x-window.py. */
export interface WindowLine {
  readonly event: string
  readonly xid?: number
  readonly detail?: number
  readonly x?: number
  readonly y?: number
  readonly sent?: boolean
  readonly mode?: number
}

const WITHIN_MS = 10_000

/** A plain Xlib window that tells what reaches it. */
export class XWindow {
  readonly xid: number
  readonly lines: WindowLine[]
  readonly #child: ChildProcessByStdio<Writable, Readable, null>
  readonly #wake: Set<() => void>

  private constructor(
    child: ChildProcessByStdio<Writable, Readable, null>,
    lines: WindowLine[],
    wake: Set<() => void>,
  ) {
    this.#child = child
    this.lines = lines
    this.#wake = wake
    this.xid = lines[0]?.xid ?? 0
  }

  static async open(env: Readonly<Record<string, string>>, ...options: readonly string[]): Promise<XWindow> {
    const script = fileURLToPath(new URL('x-window.py', import.meta.url))
    const child = spawn('/usr/bin/python3', [script, ...options], { env, stdio: ['pipe', 'pipe', 'inherit'] })
    const lines: WindowLine[] = []
    const wake = new Set<() => void>()
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(JSON.parse(line))
      for (const call of wake) call()
    })
    const window = new XWindow(child, lines, wake)
    await window.until(({ event }) => event === 'ready')
    return Object.assign(window, { xid: lines.find(({ event }) => event === 'ready')?.xid ?? 0 })
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  command(line: string): void {
    this.#child.stdin.write(`${line}\n`)
  }

  /** The first matching line from `from` on, written already or still to come. */
  until(matches: (line: WindowLine) => boolean, from = 0): Promise<WindowLine> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const found = this.lines.slice(from).find(matches)
        if (found === undefined) return
        clearTimeout(timer)
        this.#wake.delete(look)
        resolve(found)
      }
      const timer = setTimeout(() => {
        this.#wake.delete(look)
        reject(new Error(`nothing matched ${matches} in ${WITHIN_MS} ms: ${JSON.stringify(this.lines.slice(from))}`))
      }, WITHIN_MS)
      this.#wake.add(look)
      look()
    })
  }

  async close(): Promise<void> {
    if (this.#child.exitCode !== null) return
    const exited = once(this.#child, 'exit')
    this.#child.stdin.end()
    await exited
  }
}
