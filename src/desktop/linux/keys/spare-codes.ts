import type { MapWatch } from './map-watch.ts'
import { type Debt, packDebts, payDebts } from './restore.ts'
import type { Restorer } from './restorer.ts'
import { rewriteRows } from './rewrite-rows.ts'
import type { SpareState } from './spare-plan.ts'
import { holds, isEmptyRow, isOurs, type SpareContent, spareRow } from './spare-row.ts'
import type { Xkb } from './xkb.ts'
import type { KeyMapReply, KeyRow } from './xkb-wire.ts'

/** What we have put on spare codes of the person's key map, and how it comes off again. */
export class SpareCodes {
  readonly #core: Xkb
  readonly #watch: MapWatch
  readonly #restorer: Restorer
  readonly #bounds: KeyMapReply['codes']
  readonly #debts = new Map<number, Debt>()
  readonly #held = new Map<number, SpareContent>()
  readonly #lastUsed = new Map<number, number>()
  readonly #pinned = new Set<number>()
  #uses = 0

  /** @param core Of a connection whose client pointer is the person's. */
  constructor(core: Xkb, watch: MapWatch, restorer: Restorer, bounds: KeyMapReply['codes']) {
    this.#core = core
    this.#watch = watch
    this.#restorer = restorer
    this.#bounds = bounds
  }

  get held(): ReadonlyMap<number, SpareContent> {
    return this.#held
  }

  get hasDebts(): boolean {
    return this.#debts.size > 0
  }

  /** @param free Codes on which nobody has put anything. */
  state(free: readonly number[]): SpareState {
    const codes = [...this.#held.keys(), ...free].filter((code) => !this.#pinned.has(code))
    return { codes: [...new Set(codes)], held: this.#held, lastUsed: this.#lastUsed }
  }

  used(code: number): void {
    this.#uses += 1
    this.#lastUsed.set(code, this.#uses)
  }

  /** A key that is down has one of them. */
  get isPinned(): boolean {
    return this.#pinned.size > 0
  }

  /** A key that is down keeps its code. */
  pin(code: number, isPinned: boolean): void {
    if (isPinned) this.#pinned.add(code)
    else this.#pinned.delete(code)
  }

  /** Lets go of what somebody else's change of the map has wiped off. */
  lookAgain({ first, rows }: KeyMapReply): void {
    for (const [code, content] of this.#held) if (!holds(rows[code - first], content)) this.#held.delete(code)
  }

  /**
   * One change of the map. Resolves once every connection has been told.
   * @returns false: somebody else has put something on one of the codes meanwhile; what could be put is.
   */
  async put(changes: ReadonlyMap<number, SpareContent>, rowOf: (code: number) => KeyRow): Promise<boolean> {
    for (const [code, content] of changes) {
      const debt = this.#debts.get(code)
      const held = this.#held.get(code)
      const ours = [content, ...(held === undefined ? [] : [held])]
      this.#debts.set(code, { code, was: debt?.was ?? rowOf(code), ours })
    }
    await this.#restorer.remember(packDebts({ bounds: this.#bounds, debts: [...this.#debts.values()] }))
    const replacement = (code: number, rows: readonly KeyRow[]) => {
      const content = changes.get(code)
      const ours = this.#debts.get(code)?.ours ?? []
      const isFree = rows.every(isEmptyRow) || isOurs(rows, ours)
      return content !== undefined && isFree ? spareRow(content) : undefined
    }
    const announce = this.#watch.expect.bind(this.#watch)
    const replaced = await rewriteRows(this.#core, this.#bounds, [...changes.keys()], replacement, announce)
    await this.#watch.settled()
    for (const [code, content] of changes) {
      if (replaced.has(code)) this.#held.set(code, content)
      else this.#held.delete(code)
    }
    return replaced.size === changes.size
  }

  /** Leaves the map as it was found. */
  async giveBack(): Promise<void> {
    if (this.#debts.size === 0) return
    const debts = { bounds: this.#bounds, debts: [...this.#debts.values()] }
    await payDebts(this.#core, debts, this.#watch.expect.bind(this.#watch))
    await this.#watch.settled()
    this.#held.clear()
    this.#debts.clear()
    this.#lastUsed.clear()
    await this.#restorer.forget()
  }
}
