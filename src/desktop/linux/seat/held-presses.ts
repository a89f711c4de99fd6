import type { Held } from './devices.ts'

/** Presses that outlast the call which made them: each is released when its time is up, unless it was before. */
export class HeldPresses {
  readonly #release: (held: Held) => Promise<void>
  readonly #timers = new Map<string, NodeJS.Timeout>()

  constructor(release: (held: Held) => Promise<void>) {
    this.#release = release
  }

  /** @param limit Milliseconds. A second press of the same counts anew. */
  add(held: Held, limit: number): void {
    clearTimeout(this.#timers.get(keyOf(held)))
    const timer = setTimeout(() => void this.release(held).catch(() => {}), limit)
    timer.unref()
    this.#timers.set(keyOf(held), timer)
  }

  /** Does nothing for what is not held. */
  async release(held: Held): Promise<void> {
    const timer = this.#timers.get(keyOf(held))
    if (timer === undefined) return
    clearTimeout(timer)
    this.#timers.delete(keyOf(held))
    await this.#release(held)
  }

  /** Last pressed first. */
  async releaseAll(): Promise<void> {
    const all = [...this.#timers.keys()].toReversed().map(heldOf)
    await Promise.all(all.map((held) => this.release(held)))
  }
}

const keyOf = ({ kind, code }: Held): string => `${kind} ${code}`

function heldOf(key: string): Held {
  const [kind, code] = key.split(' ')
  return { kind: kind as Held['kind'], code: Number(code) }
}
