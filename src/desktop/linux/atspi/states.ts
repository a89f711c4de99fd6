import type { State, States } from '../../port.ts'

/** Names of AtspiStateType by bit number. Source: atspi-constants.h of at-spi2-core 2.46. */
// biome-ignore format: a table of 44 names reads better packed
const STATES: readonly State[] = [
  'invalid', 'active', 'armed', 'busy', 'checked', 'collapsed', 'defunct', 'editable', 'enabled', 'expandable',
  'expanded', 'focusable', 'focused', 'has-tooltip', 'horizontal', 'iconified', 'modal', 'multi-line',
  'multiselectable', 'opaque', 'pressed', 'resizable', 'selectable', 'selected', 'sensitive', 'showing',
  'single-line', 'stale', 'transient', 'vertical', 'visible', 'manages-descendants', 'indeterminate', 'required',
  'truncated', 'animated', 'invalid-entry', 'supports-autocompletion', 'selectable-text', 'is-default', 'visited',
  'checkable', 'has-popup', 'read-only',
]

const BIT = new Map<State, number>(STATES.map((state, bit) => [state, bit]))

/** AT-SPI sends states as two 32-bit words, low word first. */
class StateBits implements States {
  readonly #low: number
  readonly #high: number

  constructor(low: number, high: number) {
    this.#low = low
    this.#high = high
  }

  has(state: State): boolean {
    const bit = BIT.get(state)
    if (bit === undefined) return false
    return bit < 32 ? ((this.#low >>> bit) & 1) === 1 : ((this.#high >>> (bit - 32)) & 1) === 1
  }

  list(): readonly State[] {
    return STATES.filter((state) => this.has(state))
  }

  equals(other: StateBits): boolean {
    return this.#low === other.#low && this.#high === other.#high
  }
}

/** Cheap, for thousands of accessibles. */
export function sameStates(a: States, b: States): boolean {
  if (a instanceof StateBits && b instanceof StateBits) return a.equals(b)
  return a.list().join() === b.list().join()
}

export function statesFromWords(low: number, high: number): States {
  return new StateBits(low, high)
}

/** D-Bus `au`; short or missing words count as no states. */
export function statesFromReply(words: unknown): States {
  const [low, high] = Array.isArray(words) ? (words as unknown[]) : []
  return statesFromWords(typeof low === 'number' ? low : 0, typeof high === 'number' ? high : 0)
}
