import type { WindowHandle } from '../desktop/port.ts'
import type { IdentifiedSnapshot } from '../perception/index.ts'

const MAX_LOOKS = 64

/** The last whole look of each caller at each window: what the caller has read and a difference can be told against. */
export class Looks {
  readonly #looks = new Map<string, IdentifiedSnapshot>()

  remember(caller: string, seen: IdentifiedSnapshot): void {
    if (seen.snapshot.scoped || seen.snapshot.skeleton) return
    const key = keyOf(caller, seen.snapshot.window.handle)
    this.#looks.delete(key)
    this.#looks.set(key, seen)
    const oldest = this.#looks.keys().next()
    if (this.#looks.size > MAX_LOOKS && !oldest.done) this.#looks.delete(oldest.value)
  }

  last(caller: string, window: WindowHandle): IdentifiedSnapshot | undefined {
    return this.#looks.get(keyOf(caller, window))
  }
}

const keyOf = (caller: string, window: WindowHandle): string => `${caller}\n${window}`
