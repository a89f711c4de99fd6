/** Random choices from a seed: the same seed makes the same ones on every machine. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** In [0, 1). Mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  pick<T>(among: readonly T[]): T {
    if (among.length === 0) throw new Error('nothing to choose from')
    return among[Math.floor(this.next() * among.length)] as T
  }

  weighted<T extends { readonly weight: number }>(among: readonly T[]): T {
    let left = this.next() * among.reduce((sum, { weight }) => sum + weight, 0)
    for (const candidate of among) {
      left -= candidate.weight
      if (left < 0) return candidate
    }
    return this.pick(among)
  }
}
