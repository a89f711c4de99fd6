/** One action at a time for each app; first come, first served. */
export class Turns {
  readonly #last = new Map<string, Promise<void>>()

  /** Resolves, when it is this call's turn, to the function that ends the turn. */
  async take(app: string): Promise<() => void> {
    const before = this.#last.get(app)
    let end: () => void = () => {}
    const mine = new Promise<void>((resolve) => {
      end = resolve
    })
    const queued = (before ?? Promise.resolve()).then(() => mine)
    this.#last.set(app, queued)
    await before
    return () => {
      end()
      if (this.#last.get(app) === queued) this.#last.delete(app)
    }
  }
}
