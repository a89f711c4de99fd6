import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

/** Watches an accessibility bus with dbus-monitor, so that a test can tell when a question is on its way to an app. */
export class BusMonitor {
  readonly #child: ChildProcessByStdio<null, Readable, null>
  readonly #exited: Promise<unknown>
  readonly #listeners = new Set<(line: string) => void>()

  private constructor(child: ChildProcessByStdio<null, Readable, null>) {
    this.#child = child
    this.#exited = once(child, 'exit')
    createInterface({ input: child.stdout }).on('line', (line) => {
      for (const listener of this.#listeners) listener(line)
    })
  }

  static async start(address: string): Promise<BusMonitor> {
    const args = ['--address', address, "type='method_call'"]
    const monitor = new BusMonitor(spawn('dbus-monitor', args, { stdio: ['ignore', 'pipe', 'inherit'] }))
    // The bus greets it once it listens.
    await monitor.until((line) => line.includes('member=NameAcquired') || line.includes('member=NameLost'), 10_000)
    return monitor
  }

  /** Resolves at the next method call to this bus name. Rejects after `timeoutMs`. */
  async asked(busName: string, timeoutMs: number): Promise<void> {
    await this.until((line) => line.includes(`destination=${busName} `), timeoutMs)
  }

  until(matches: (line: string) => boolean, timeoutMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const listener = (line: string) => {
        if (!matches(line)) return
        end()
        resolve()
      }
      const timer = setTimeout(() => {
        end()
        reject(new Error(`dbus-monitor told nothing that matches ${matches} in ${timeoutMs} ms`))
      }, timeoutMs)
      const end = () => {
        clearTimeout(timer)
        this.#listeners.delete(listener)
      }
      this.#listeners.add(listener)
    })
  }

  /** Method calls to this bus name from now on, as dbus-monitor writes them. */
  record(busName: string): readonly string[] {
    const calls: string[] = []
    this.#listeners.add((line) => {
      if (line.startsWith('method call') && line.includes(`destination=${busName} `)) calls.push(line)
    })
    return calls
  }

  async stop(): Promise<void> {
    this.#child.kill()
    await this.#exited
  }
}
