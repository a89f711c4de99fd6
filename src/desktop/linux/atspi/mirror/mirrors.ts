import type { AccessibleEvent } from '../../../port.ts'
import { busOf } from '../handles.ts'
import { TreeMirror } from './tree-mirror.ts'

/** The kept trees of all apps whose events are delivered, by bus name. */
export class Mirrors {
  readonly #isHeard: (bus: string) => boolean
  readonly #mirrors = new Map<string, TreeMirror>()

  /** @param isHeard whether every event of an app reaches us from now on */
  constructor(isHeard: (bus: string) => boolean) {
    this.#isHeard = isHeard
  }

  /** @returns undefined for an app of which nothing can be kept */
  of(bus: string): TreeMirror | undefined {
    const known = this.#mirrors.get(bus)
    if (known !== undefined) return known.isBelieved ? known : undefined
    if (!this.#isHeard(bus)) return undefined
    const mirror = new TreeMirror()
    this.#mirrors.set(bus, mirror)
    return mirror
  }

  hear(event: AccessibleEvent): void {
    this.#mirrors.get(busOf(event.source))?.hear(event)
  }

  /** Events of the app may be missed from now on; that it was once wrong is remembered until it ends. */
  lose(bus: string): void {
    this.#mirrors.get(bus)?.lose()
  }

  forget(bus: string): void {
    this.#mirrors.delete(bus)
  }
}
