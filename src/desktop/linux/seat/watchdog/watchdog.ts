import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { PortError } from '../../../port.ts'
import { roleVariable } from '../../embedded/environment.ts'

const START_LIMIT = 5_000
/** A watchdog that dies this soon after its start will not do better at once; callers are answered with that. */
const RETRY_AFTER = 1_000

/** The process that puts the X server in order when ours has ended; started again when it dies. */
export class Watchdog {
  readonly #env: NodeJS.ProcessEnv
  readonly #seatName: string
  #child: ChildProcess | undefined
  #record: number | undefined
  #ready: Promise<number>
  #startedAt = 0
  #isStarting = false
  #isAlive = false
  #ended = false

  constructor(env: NodeJS.ProcessEnv, seatName: string) {
    this.#env = env
    this.#seatName = seatName
    this.#ready = this.#start()
  }

  /** Nothing may be changed on the server while this is false. */
  get isAlive(): boolean {
    return this.#isAlive
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  /**
   * Resolves with the window of the seat's record once the watchdog watches; starts it again if it has died.
   * @throws PortError `unavailable`
   */
  ready(): Promise<number> {
    const failed = !this.#isAlive && !this.#isStarting
    if (failed && performance.now() - this.#startedAt > RETRY_AFTER) this.#ready = this.#start()
    return this.#ready
  }

  /** Lets it put everything in order. @returns whether it did; false: it had died. */
  async end(): Promise<boolean> {
    this.#ended = true
    const child = this.#child
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return false
    const exited = once(child, 'exit')
    child.ref()
    child.stdin?.end()
    const [code] = await exited
    return code === 0
  }

  async #start(): Promise<number> {
    this.#startedAt = performance.now()
    this.#isStarting = true
    try {
      const child = this.#spawn()
      this.#child = child
      const record = await announcement(child)
      this.#record = record
      this.#isAlive = true
      child.once('exit', () => this.#onExit())
      // It must not keep our process from ending.
      child.unref()
      for (const stream of [child.stdin, child.stdout]) (stream as unknown as { unref(): void }).unref()
      return record
    } finally {
      this.#isStarting = false
    }
  }

  #spawn() {
    const own = fileURLToPath(import.meta.url)
    const program = own.replace(/watchdog(\.[jt]s)$/, 'program$1')
    const args = [program, this.#seatName, ...(this.#record === undefined ? [] : [`${this.#record}`])]
    // Options for us, a debugger's port for one, are not for it. In an embedded desktop it must outlive the apps.
    const { NODE_OPTIONS: _, ...rest } = this.#env
    return spawn(process.execPath, args, {
      env: { ...rest, [roleVariable]: 'services' },
      cwd: '/',
      // In a session of its own: Ctrl-C, or a signal to our process group, does not reach it.
      detached: true,
      stdio: ['pipe', 'pipe', 'ignore'],
    })
  }

  #onExit(): void {
    this.#isAlive = false
    if (this.#ended) return
    const isEarly = performance.now() - this.#startedAt < RETRY_AFTER
    this.#ready = isEarly
      ? Promise.reject(new PortError('unavailable', "the seat's watchdog died as soon as it was started"))
      : this.#start()
    this.#ready.catch(() => {
      // Told to whoever wants to use the seat.
    })
  }
}

/** The window of its record, which the watchdog prints as soon as it watches. */
async function announcement(child: ChildProcessByStdio<Writable, Readable, null>): Promise<number> {
  const settled = new AbortController()
  const { signal } = settled
  child.stdin.on('error', () => {
    // It has ended; its exit tells.
  })
  const unavailable = (how: string) => new PortError('unavailable', `the seat's watchdog ${how}`)
  try {
    return await Promise.race([
      once(createInterface({ input: child.stdout }), 'line', { signal }).then(([line]) => Number(line)),
      once(child, 'exit', { signal }).then(([code, by]) => {
        throw unavailable(`ended by itself (${by ?? `exit code ${code}`})`)
      }),
      delay(START_LIMIT, undefined, { signal, ref: false }).then(() => {
        child.kill('SIGKILL')
        throw unavailable(`did not start within ${START_LIMIT} ms`)
      }),
    ])
  } catch (cause) {
    if (cause instanceof PortError) throw cause
    throw new PortError('unavailable', `the seat's watchdog cannot be started: ${String(cause)}`, { cause })
  } finally {
    settled.abort()
  }
}
