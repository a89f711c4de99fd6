import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface, type Interface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { PortError } from '../../../port.ts'
import { roleVariable } from '../../embedded/environment.ts'

/** What the watchdog has made, or found: the window of the seat's record, and its devices. */
export interface Watched {
  readonly record: number
  readonly pointer: number
  readonly keyboard: number
}

const START_LIMIT = 5_000
const ANSWER_LIMIT = 1_000
/** Longer than it takes to put a server in order, unless an app hangs; then the watchdog goes on by itself. */
const END_LIMIT = 1_500
/** A watchdog that dies this soon after its start will not do better at once; callers are answered with that. */
const RETRY_AFTER = 1_000

/** The process that holds the agent's pointer hidden, and puts the X server in order when ours has ended. */
export class Watchdog {
  readonly #env: NodeJS.ProcessEnv
  readonly #seatName: string
  #child: ChildProcess | undefined
  #lines: Interface | undefined
  #watched: Watched | undefined
  #ready: Promise<Watched>
  #startedAt = 0
  #isStarting = false
  #isAlive = false
  #isHiding = false
  #hasEnded = false
  #questions = 0

  constructor(env: NodeJS.ProcessEnv, seatName: string) {
    this.#env = env
    this.#seatName = seatName
    this.#ready = this.#start()
    this.#ready.catch(() => {
      // Told to whoever asks for it.
    })
  }

  /** Nothing may be changed on the server while this is false. */
  get isAlive(): boolean {
    return this.#isAlive
  }

  /** It holds the pointer, so that no window hears of it. True from the start. */
  get isHiding(): boolean {
    return this.#isHiding
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  /**
   * Resolves once the watchdog watches; starts it again if it has died.
   * @throws PortError `unavailable`
   */
  ready(): Promise<Watched> {
    const hasFailed = !this.#isAlive && !this.#isStarting
    if (hasFailed && performance.now() - this.#startedAt > RETRY_AFTER) this.#ready = this.#start()
    return this.#ready
  }

  /** @returns false: an app has grabbed the pointer. */
  async hide(): Promise<boolean> {
    this.#isHiding = await this.#ask('hide')
    return this.#isHiding
  }

  async show(): Promise<void> {
    await this.#ask('show')
    this.#isHiding = false
  }

  /** Lets it put everything in order. @returns whether it did, or still does; false: it had died. */
  async end(): Promise<boolean> {
    this.#hasEnded = true
    const child = this.#child
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return false
    child.ref()
    child.stdin?.end()
    const stop = new AbortController()
    const exited = once(child, 'exit').then(([code]) => code === 0)
    try {
      return await Promise.race([exited, delay(END_LIMIT, true, { signal: stop.signal })])
    } finally {
      stop.abort()
      child.unref()
    }
  }

  async #ask(what: 'hide' | 'show'): Promise<boolean> {
    const [child, lines] = [this.#child, this.#lines]
    if (!this.#isAlive || child === undefined || lines === undefined) throw unavailable('has died')
    this.#questions += 1
    const number = `${this.#questions}`
    const stop = new AbortController()
    try {
      return await new Promise<boolean>((resolve, reject) => {
        const { signal } = stop
        const hear = (line: string) => {
          const [answered, answer] = line.split(' ')
          if (answered === number) resolve(answer === 'yes')
        }
        const fail = (how: string) => () => reject(unavailable(how))
        lines.on('line', hear)
        signal.addEventListener('abort', () => lines.off('line', hear))
        once(child, 'exit', { signal }).then(fail('has died'), () => {})
        delay(ANSWER_LIMIT, undefined, { signal }).then(fail('does not answer'), () => {})
        child.stdin?.write(`${what} ${number}\n`)
      })
    } finally {
      stop.abort()
    }
  }

  async #start(): Promise<Watched> {
    this.#startedAt = performance.now()
    this.#isStarting = true
    try {
      const child = this.#spawn()
      const lines = createInterface({ input: child.stdout })
      this.#child = child
      this.#lines = lines
      child.stdin.on('error', () => {
        // It has ended; its exit tells.
      })
      const watched = await announcement(child, lines)
      this.#watched = watched
      this.#isHiding = true
      this.#isAlive = true
      child.once('exit', () => this.#onExit())
      // It must not keep our process from ending.
      child.unref()
      for (const stream of [child.stdin, child.stdout]) (stream as unknown as { unref(): void }).unref()
      return watched
    } finally {
      this.#isStarting = false
    }
  }

  #spawn() {
    const own = fileURLToPath(import.meta.url)
    const program = own.replace(/watchdog(\.[jt]s)$/, 'program$1')
    const args = [program, this.#seatName, ...(this.#watched === undefined ? [] : [`${this.#watched.record}`])]
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
    this.#isHiding = false
    if (this.#hasEnded) return
    const isEarly = performance.now() - this.#startedAt < RETRY_AFTER
    this.#ready = isEarly ? Promise.reject(unavailable('died as soon as it was started')) : this.#start()
    this.#ready.catch(() => {
      // Told to whoever wants to use the seat.
    })
  }
}

/** The first line that it prints, as soon as it watches. */
async function announcement(child: ChildProcess, lines: Interface): Promise<Watched> {
  const settled = new AbortController()
  const { signal } = settled
  try {
    return await Promise.race([
      once(lines, 'line', { signal }).then(([line]) => {
        const [record = 0, pointer = 0, keyboard = 0] = String(line).split(' ').map(Number)
        return { record, pointer, keyboard }
      }),
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

function unavailable(how: string): PortError {
  return new PortError('unavailable', `the seat's watchdog ${how}`)
}
