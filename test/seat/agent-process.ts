import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Point, WindowHandle } from '../../src/desktop/port.ts'

const program = fileURLToPath(new URL('agent.ts', import.meta.url))

/** An agent at work in a process of its own; see agent.ts. */
export class AgentProcess {
  readonly #child: ChildProcess
  readonly ended: Promise<unknown>

  private constructor(child: ChildProcess) {
    this.#child = child
    this.ended = once(child, 'exit')
  }

  /** In a process group of its own, so that a signal to the group reaches nobody else. */
  static async start(
    env: Readonly<Record<string, string>>,
    window: WindowHandle,
    at: Point,
    kind: 'all' | 'typing' | 'takeover' = 'all',
  ): Promise<AgentProcess> {
    const args = [program, window, `${at.x}`, `${at.y}`, kind]
    const child = spawn(process.execPath, args, { env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] })
    const agent = new AgentProcess(child)
    await Promise.race([
      once(child.stdout as NonNullable<typeof child.stdout>, 'data'),
      agent.ended.then((how) => Promise.reject(new Error(`the agent ended before it acted: ${how}`))),
    ])
    return agent
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  /** The process that puts things in order after this one. */
  get watchdog(): number {
    const found = watchdogs().find(({ parent }) => parent === this.pid)
    if (found === undefined) throw new Error('the agent has no watchdog')
    return found.pid
  }

  async kill(signal: NodeJS.Signals): Promise<void> {
    process.kill(this.pid, signal)
    await this.ended
  }

  signalGroup(signal: NodeJS.Signals): void {
    process.kill(-this.pid, signal)
  }
}

function watchdogs(): readonly { readonly pid: number; readonly parent: number }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8')
        const stat = readFileSync(`/proc/${name}/stat`, 'latin1')
        const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
        return command.includes('watchdog/program') ? [{ pid: Number(name), parent }] : []
      } catch {
        return []
      }
    })
}
