import { median, quantile, rounded } from './statistics.ts'

/** One benchmark's figures, as `--json` prints them; times in milliseconds. */
export interface Result {
  readonly name: string
  readonly rounds: number
  readonly median_ms: number
  readonly p95_ms: number
  /** Median of the least that any client has to do for it: the bare calls, nothing around them. */
  readonly floor_ms: number
  /** `median_ms / floor_ms` */
  readonly ratio: number
  /** `median_ms − floor_ms` */
  readonly over_floor_ms: number
  readonly peers: Readonly<Record<string, { readonly median_ms: number }>>
}

export const FLOOR = 'floor'
export const OURS = 'surehand'

/** @param taken milliseconds by contender: `floor`, `surehand`, everything else is a peer */
export function resultOf(name: string, taken: ReadonlyMap<string, readonly number[]>): Result {
  const ours = taken.get(OURS) ?? []
  const own = median(ours)
  const floor = median(taken.get(FLOOR) ?? [])
  const peers = [...taken].filter(([contender]) => contender !== OURS && contender !== FLOOR)
  return {
    name,
    rounds: ours.length,
    median_ms: rounded(own),
    p95_ms: rounded(quantile(ours, 0.95)),
    floor_ms: rounded(floor),
    ratio: rounded(own / floor),
    over_floor_ms: rounded(own - floor),
    peers: Object.fromEntries(peers.map(([peer, samples]) => [peer, { median_ms: rounded(median(samples)) }])),
  }
}
