import type { Instant } from '../../port.ts'

/** One event that we made on the person's devices. */
export interface OwnCoreInput {
  readonly at: Instant
  readonly kind: 'key-press' | 'key-release' | 'button-press' | 'button-release' | 'motion'
  /** Key code or button number; 0 for a motion. */
  readonly detail: number
}

/** As much as a person could be confused with; older ones have been seen by whoever watches. */
const MOST = 4_096

/**
 * What we have sent through the person's devices. Whoever watches them for a person's input matches each event with one of
 * these: what is left over is the person's.
 */
export class OwnInput {
  readonly #sent: OwnCoreInput[] = []

  note(kind: OwnCoreInput['kind'], detail: number): void {
    this.#sent.push({ at: performance.now(), kind, detail })
    if (this.#sent.length > MOST) this.#sent.shift()
  }

  /** Takes the oldest one of this kind out. @returns false: it was none of ours. */
  take(kind: OwnCoreInput['kind'], detail: number): boolean {
    const index = this.#sent.findIndex((own) => own.kind === kind && own.detail === detail)
    if (index < 0) return false
    this.#sent.splice(index, 1)
    return true
  }
}
