/** Uses of spare codes that an app may not have looked up yet. Pure. */
export class InFlight {
  readonly #windows = new Map<number, { readonly codes: Map<number, number>; lastAt: number }>()
  #count = 0

  sent(window: number, code: number, now: number): void {
    this.#count += 1
    const known = this.#windows.get(window) ?? { codes: new Map<number, number>(), lastAt: now }
    known.codes.set(code, this.#count)
    known.lastAt = now
    this.#windows.set(window, known)
  }

  /** All that was sent up to now comes before what is sent later. */
  mark(): number {
    return this.#count
  }

  /** The window's app has read all that was sent to it up to the mark. */
  proven(window: number, mark: number): void {
    const known = this.#windows.get(window)
    if (known === undefined) return
    for (const [code, sent] of known.codes) if (sent <= mark) known.codes.delete(code)
    if (known.codes.size === 0) this.#windows.delete(window)
  }

  /** Windows whose apps may still look one of these codes up. */
  windowsWith(codes: Iterable<number>): readonly number[] {
    const wanted = [...codes]
    return [...this.#windows].filter(([, known]) => wanted.some((code) => known.codes.has(code))).map(([id]) => id)
  }

  windows(): readonly number[] {
    return [...this.#windows.keys()]
  }

  /** When the last of them was sent to this window; undefined: none is open. */
  lastAt(window: number): number | undefined {
    return this.#windows.get(window)?.lastAt
  }
}
