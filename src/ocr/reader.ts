/** Reading pictures in a process of its own, which is started for the first one and ended when there was none for a while. */
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Budget, Pixels } from '../desktop/port.ts'
import type { Reading, TextReader } from '../perception/index.ts'
import type { LanguageData } from './languages.ts'
import type { ReadReply, ReadRequest } from './messages.ts'

/** Until an idle process is ended, in milliseconds. */
const IDLE = 60_000
/** Left of a call's time for its answer, in milliseconds. */
const ANSWER = 250

export interface ReaderOptions {
  readonly languages: readonly LanguageData[]
  /** Longest that one reading may take, in milliseconds. */
  readonly deadline: number
  readonly idle?: number
  /** The program that reads; only tests have another. */
  readonly program?: string
}

export class OcrReader implements TextReader {
  readonly #options: ReaderOptions
  #child: ChildProcess | undefined
  #idle: NodeJS.Timeout | undefined
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0
  #requests = 0

  constructor(options: ReaderOptions) {
    this.#options = options
  }

  /** One after the other, since a reading keeps a processor busy. */
  read(picture: Pixels, budget: Budget): Promise<Reading> {
    clearTimeout(this.#idle)
    this.#waiting++
    const deadline = Math.min(budget.deadline - ANSWER, performance.now() + this.#options.deadline)
    const reading = this.#last.then(() => this.#readNow(picture, deadline, budget.signal))
    this.#last = reading
      .catch(() => undefined) // the caller is told
      .finally(() => {
        this.#waiting--
        if (this.#waiting === 0) this.#restLater()
      })
    return reading
  }

  close(): void {
    clearTimeout(this.#idle)
    this.#end()
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  #restLater(): void {
    this.#idle = setTimeout(() => this.#end(), this.#options.idle ?? IDLE).unref()
  }

  /** There is no other way to stop a reading. */
  #end(): void {
    this.#child?.kill('SIGKILL')
    this.#child = undefined
  }

  async #readNow(picture: Pixels, deadline: number, signal: AbortSignal | undefined): Promise<Reading> {
    const within = deadline - performance.now()
    signal?.throwIfAborted()
    if (within <= 0) throw new Error('there was no time left for it')
    const child = this.#running()
    const id = ++this.#requests
    try {
      return await new Promise<Reading>((resolve, reject) => {
        const stops: (() => void)[] = []
        const settle = (finish: () => void) => {
          for (const stop of stops) stop()
          finish()
        }
        const onReply = (reply: ReadReply) => {
          if (reply.id !== id) return
          settle(() => ('reading' in reply ? resolve(reply.reading) : reject(new Error(reply.fault))))
        }
        const fail = (why: string) => () => settle(() => reject(new Error(why)))
        const onExit = fail('its process ended')
        const onAbort = fail('the call was cancelled')
        const timer = setTimeout(fail(`it took longer than ${(within / 1_000).toFixed(1)} s`), within)
        child.on('message', onReply).once('exit', onExit).once('error', onExit)
        signal?.addEventListener('abort', onAbort, { once: true })
        stops.push(
          () => clearTimeout(timer),
          () => child.off('message', onReply).off('exit', onExit).off('error', onExit),
          () => signal?.removeEventListener('abort', onAbort),
        )
        const { width, height, rgb } = picture
        const request: ReadRequest = { id, width, height, rgb, within }
        child.send(request, (error) => {
          if (error) onExit()
        })
      })
    } catch (error) {
      // Whatever went wrong, the next reading begins afresh.
      if (this.#child === child) this.#end()
      throw error
    }
  }

  #running(): ChildProcess {
    if (this.#child?.connected) return this.#child
    const own = fileURLToPath(import.meta.url)
    const program = this.#options.program ?? own.replace(/reader(\.[jt]s)$/, 'program$1')
    // It needs nothing of our environment, which may hold secrets.
    const child = spawn(process.execPath, [program, JSON.stringify(this.#options.languages)], {
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    })
    child.on('error', () => {}) // the reading that waits is told
    child.unref()
    child.channel?.unref()
    this.#child = child
    return child
  }
}
