import { type FixtureProcess, startSentinel } from './fixture.ts'
import { entry, type JournalEntry } from './journal.ts'
import { run } from './oracles.ts'

type Environment = Readonly<Record<string, string>>

/** What belongs to the person, as the X server and the window manager tell it. */
interface Seat {
  readonly pointer: string
  readonly focus: string
  readonly active: string
}

/** A moment from which on the person must not be disturbed. */
export interface Watch {
  readonly mark: number
  readonly seat: Seat
}

/** What the person noticed since a moment. */
export interface Noticed {
  /** What is not where it was. */
  readonly moved: readonly { readonly part: keyof Seat; readonly from: string; readonly to: string }[]
  /** All that reached their window. */
  readonly heard: readonly JournalEntry[]
}

const WITHIN_MS = 10_000

const places = {
  covering: ['--above', '--maximized'],
  'in-front': ['--maximized'],
  corner: ['--geometry', '+950+650'],
} as const

/**
 * A person at work in a window of their own that has the focus. It tells what an agent did to them: keys, buttons and
 * focus changes from the window's own journal, pointer and focus from xdotool.
 */
export class Bystander {
  readonly sentinel: FixtureProcess
  readonly #env: Environment

  private constructor(env: Environment, sentinel: FixtureProcess) {
    this.#env = env
    this.sentinel = sentinel
  }

  /**
   * `covering`: the person's window is maximised and stays above all others. `in-front`: maximised, and another that is
   * activated comes before it. `corner`: it stands beside the others.
   */
  static async arrive(env: Environment, place: keyof typeof places): Promise<Bystander> {
    const options = places[place]
    const sentinel = await startSentinel({ env, options: ['--journal-motion', ...options] })
    await sentinel.journal.until(entry('window', 'focus-in'), WITHIN_MS)
    return new Bystander(env, sentinel)
  }

  async watch(): Promise<Watch> {
    const seat = await this.#seat()
    return { mark: this.sentinel.journal.mark(), seat }
  }

  async noticed({ mark, seat }: Watch): Promise<Noticed> {
    const now = await this.#seat()
    const moved = (['pointer', 'focus', 'active'] as const)
      .filter((part) => now[part] !== seat[part])
      .map((part) => ({ part, from: seat[part], to: now[part] }))
    return { moved, heard: this.sentinel.journal.since(mark) }
  }

  /** In words, everything that the person noticed since. Empty: nothing. */
  async disturbances(watch: Watch): Promise<readonly string[]> {
    return inWords(await this.noticed(watch))
  }

  /** When the person's window first lost the focus since, by its own journal. */
  focusLostAt({ mark }: Watch): number | undefined {
    return this.sentinel.journal.since(mark).find(({ event }) => event === 'focus-out')?.t
  }

  /** The person presses one key: it must reach their own window, or silence would prove nothing. */
  async pressKey(): Promise<void> {
    const { journal } = this.sentinel
    const mark = journal.mark()
    await run(this.#env, 'xdotool', 'key', 'x')
    await journal.until(entry('sentinel-entry', 'key-press', { key: 'x' }), WITHIN_MS, mark)
    // Where the layout has no x, xdotool lends it a key, which may have no name any more when it comes up.
    await journal.until(entry('sentinel-entry', 'key-release'), WITHIN_MS, mark)
  }

  /** The person goes back to their window, after something took its focus. */
  async returns(): Promise<void> {
    const window = `${this.sentinel.xid}`
    await run(this.#env, 'xdotool', 'windowactivate', '--sync', window)
  }

  leave(): Promise<void> {
    return this.sentinel.stop()
  }

  async #seat(): Promise<Seat> {
    const answer = await run(this.#env, 'xdotool', 'getmouselocation', 'getwindowfocus', 'getactivewindow')
    const [pointer = '', focus = '', active = ''] = answer.split('\n')
    return { pointer: pointer.replace(/ window:.*/, ''), focus, active }
  }
}

export const inWords = ({ moved, heard }: Noticed): readonly string[] => [
  ...moved.map(({ part, from, to }) => `${part} went from ${from} to ${to}`),
  ...heard.map(({ t: _, seq: __, control, event, ...detail }) =>
    ["the person's window:", control, event, JSON.stringify(detail)].join(' '),
  ),
]
