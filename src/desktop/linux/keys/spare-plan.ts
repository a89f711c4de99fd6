import { isSame, type SpareContent } from './spare-row.ts'

/** What is on the spare codes, and since when each has not been used. */
export interface SpareState {
  /** All of them, in the order in which they are taken. */
  readonly codes: readonly number[]
  readonly held: ReadonlyMap<number, SpareContent>
  /** Higher is later; absent: never. */
  readonly lastUsed: ReadonlyMap<number, number>
}

export interface SparePlan {
  /** So many of the wanted are there once the changes are made: all, or up to the first for which no code is left. */
  readonly covered: number
  /** What to put on which code. Empty: nothing to change. */
  readonly changes: ReadonlyMap<number, SpareContent>
}

/**
 * The longest beginning of a text that one change of the map can provide for. Codes that hold nothing are taken first, then
 * those that this beginning does not need, least recently used first.
 * @param wanted What each character needs on a spare code; undefined for one that needs none.
 */
export function planSpares(wanted: Iterable<SpareContent | undefined>, state: SpareState): SparePlan {
  const holders = new Map([...state.held].map(([code, content]) => [keyOf(content), code]))
  const kept = new Set<number>()
  const missing = new Map<string, SpareContent>()
  let covered = 0
  for (const content of wanted) {
    if (content !== undefined) {
      const holder = holders.get(keyOf(content))
      const isNew = holder === undefined ? !missing.has(keyOf(content)) : !kept.has(holder)
      if (isNew && kept.size + missing.size === state.codes.length) break
      if (holder === undefined) missing.set(keyOf(content), content)
      else kept.add(holder)
    }
    covered += 1
  }
  const order = (code: number) => (state.held.has(code) ? (state.lastUsed.get(code) ?? 0) : -1)
  const free = state.codes.filter((code) => !kept.has(code)).sort((a, b) => order(a) - order(b))
  const changes = new Map<number, SpareContent>()
  for (const [index, content] of [...missing.values()].entries()) {
    const code = free[index]
    if (code !== undefined) changes.set(code, content)
  }
  return { covered, changes }
}

/** The code that holds this already. */
export function findHolder(held: ReadonlyMap<number, SpareContent>, content: SpareContent): number | undefined {
  for (const [code, other] of held) if (isSame(other, content)) return code
  return undefined
}

function keyOf([plain, shifted]: SpareContent): string {
  return `${plain}/${shifted}`
}
