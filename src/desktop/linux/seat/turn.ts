/** Lets one in at a time, in the order in which they came. */
export class Turn {
  #last: Promise<unknown> = Promise.resolve()
  #inside = 0

  /** Nobody is in and nobody waits. */
  get isFree(): boolean {
    return this.#inside === 0
  }

  /** Resolves when it is the caller's turn, with what ends it. */
  enter(): Promise<() => void> {
    this.#inside += 1
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    let hasLeft = false
    const leave = () => {
      if (hasLeft) return
      hasLeft = true
      this.#inside -= 1
      resolve()
    }
    return before.then(() => leave)
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    const leave = await this.enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
