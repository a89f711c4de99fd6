import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { entry, Journal, type JournalEntry } from './journal.ts'

interface FixtureLaunch {
  /** Whole environment of the process; an embedded desktop's `env`. */
  readonly env: Readonly<Record<string, string>>
  /** Options of the app; `--journal` and `--commands` are given already. */
  readonly options?: readonly string[]
}

/** The first start may have to build. */
const READY_WITHIN_MS = 30_000
const ACKNOWLEDGED_WITHIN_MS = 10_000
const ENDS_WITHIN_MS = 5_000

/** A fixture app that runs: its journal, its commands, its end. */
export class FixtureProcess {
  readonly journal: Journal
  /** Of the app itself, not of a launcher around it. */
  readonly pid: number
  /** X window id of its main window. */
  readonly xid: number
  readonly #child: ChildProcess
  readonly #folder: string
  #token = 0
  #stopped: Promise<void> | undefined

  private constructor(child: ChildProcess, folder: string, journal: Journal, ready: JournalEntry) {
    this.#child = child
    this.#folder = folder
    this.journal = journal
    this.pid = ready.pid as number
    this.xid = ready.xid as number
  }

  static async start(program: 'run' | 'sentinel' | 'locker', launch: FixtureLaunch): Promise<FixtureProcess> {
    const folder = mkdtempSync(join(tmpdir(), 'surehand-fixture-'))
    const journal = new Journal(join(folder, 'journal.jsonl'))
    const launcher = fileURLToPath(new URL(`../../fixture-app/${program}`, import.meta.url))
    const args = ['--journal', journal.path, '--commands', '-', ...(launch.options ?? [])]
    const child = spawn(launcher, args, { env: launch.env, stdio: ['pipe', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.on('data', (data) => {
      said = (said + data).slice(-4_000)
    })
    const ended = new AbortController()
    try {
      const failed = Promise.race([
        once(child, 'error', { signal: ended.signal }).then(([error]) => Promise.reject(error)),
        once(child, 'exit', { signal: ended.signal }).then(([code, signal]) =>
          Promise.reject(new Error(`${program} ended (${signal ?? code}) before it was ready:\n${said}`)),
        ),
      ])
      const ready = await Promise.race([journal.until(entry('window', 'ready'), READY_WITHIN_MS), failed])
      return new FixtureProcess(child, folder, journal, ready)
    } catch (error) {
      child.kill('SIGKILL')
      journal.close()
      rmSync(folder, { recursive: true })
      throw error
    } finally {
      ended.abort()
    }
  }

  /** Sends one command and resolves once the app has carried it out. */
  async command(line: string, withinMs = ACKNOWLEDGED_WITHIN_MS): Promise<void> {
    this.#token += 1
    const token = `t${this.#token}`
    this.#child.stdin?.write(`@${token} ${line}\n`)
    const ack = await this.journal.until(entry('commands', 'ack', { token }), withinMs)
    if (ack.ok !== true) throw new Error(`the app refused ${line}: ${ack.error}`)
  }

  /** Resolves once the journal holds all that the app had begun to do. Effects that wait for a timer come later. */
  settled(): Promise<void> {
    return this.command('sync')
  }

  get running(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** Ends the app as a session manager would, or kills it; removes its journal. Idempotent. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop()
    return this.#stopped
  }

  async #stop(): Promise<void> {
    if (this.running) {
      const exited = once(this.#child, 'exit')
      this.#child.kill('SIGTERM')
      // A stopped or blocked app hears no SIGTERM.
      const kill = setTimeout(() => this.#child.kill('SIGKILL'), ENDS_WITHIN_MS)
      await exited
      clearTimeout(kill)
    }
    this.journal.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

export const startFixture = (launch: FixtureLaunch): Promise<FixtureProcess> => FixtureProcess.start('run', launch)
export const startSentinel = (launch: FixtureLaunch): Promise<FixtureProcess> =>
  FixtureProcess.start('sentinel', launch)
export const startLocker = (launch: FixtureLaunch): Promise<FixtureProcess> => FixtureProcess.start('locker', launch)
