import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Random } from './random.ts'

const LETTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789   ']
const LINE = 60

/** A person who types without pause on the display's own keyboard, in a process of their own. */
export class Typist {
  readonly keysPerSecond: number
  readonly #child: ChildProcessByStdio<Writable, Readable, null>
  readonly #ended: Promise<unknown>
  #told = ''

  constructor(env: Readonly<Record<string, string>>, random: Random, keysPerSecond: number, minutes: number) {
    this.keysPerSecond = keysPerSecond
    const script = fileURLToPath(new URL('typist.py', import.meta.url))
    this.#child = spawn('/usr/bin/python3', [script, String(keysPerSecond)], {
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    this.#ended = once(this.#child, 'close')
    this.#child.stdout.on('data', (data) => {
      this.#told += data
    })
    // More than there is time for; what was typed is told, not assumed.
    const lines = Math.ceil((minutes * 60 * keysPerSecond * 2) / LINE)
    const line = () => Array.from({ length: LINE }, () => random.pick(LETTERS)).join('')
    this.#child.stdin.on('error', () => {}) // it may have ended before it read all
    this.#child.stdin.end(Array.from({ length: lines }, () => `${line()}\n`).join(''))
  }

  /** Stops after the key at hand. @returns every key that went down, in order, by its keysym's name */
  async stop(): Promise<readonly string[]> {
    this.#child.kill('SIGTERM')
    await this.#ended
    return this.#told.split('\n').filter((name) => name !== '')
  }
}
