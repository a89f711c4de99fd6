import type { Rig } from './rig.ts'

const MOST = 64

/** Which windows' apps have heard of the agent's devices: they must have read it all before the devices may go. */
export class HeardBy {
  readonly #rig: Rig
  #windows: readonly number[] = []

  constructor(rig: Rig) {
    this.#rig = rig
  }

  /** On record before they hear of them. */
  async add(window: number): Promise<void> {
    if (this.#windows.at(-1) === window) return
    this.#windows = [...this.#windows.filter((known) => known !== window), window].slice(-MOST)
    await this.#rig.record.writeTargets(this.#windows)
  }
}
