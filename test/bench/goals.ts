import type { Result } from './result.ts'

/** What a benchmark's result has to reach. */
interface Goal {
  readonly benchmark: string
  readonly says: string
  readonly holds: (result: Result) => boolean
}

const fasterThanPyatspi = ({ median_ms, peers }: Result): number => (peers.pyatspi?.median_ms ?? 0) / median_ms

const GOALS: readonly Goal[] = [
  { benchmark: 'state.mousepad', says: 'at most 2.5 times the floor', holds: ({ ratio }) => ratio <= 2.5 },
  {
    benchmark: 'state.mousepad',
    says: 'at least 8 times as fast as pyatspi',
    holds: (result) => fasterThanPyatspi(result) >= 8,
  },
  { benchmark: 'state.mousepad.warm', says: 'at most half the floor', holds: ({ ratio }) => ratio <= 0.5 },
  {
    benchmark: 'click.honest',
    says: 'at most 12 ms over the floor',
    holds: ({ over_floor_ms }) => over_floor_ms <= 12,
  },
]

/**
 * For short runs on whatever machine there is, busy or slow: ratios only, twice as wide. They catch what makes a call
 * several times slower, and nothing finer.
 */
const SHORT_RUN_GOALS: readonly Goal[] = [
  { benchmark: 'state.mousepad', says: 'at most 5 times the floor', holds: ({ ratio }) => ratio <= 5 },
  {
    benchmark: 'state.mousepad',
    says: 'at least 4 times as fast as pyatspi',
    holds: (result) => fasterThanPyatspi(result) >= 4,
  },
  { benchmark: 'state.mousepad.warm', says: 'at most once the floor', holds: ({ ratio }) => ratio <= 1 },
  { benchmark: 'click.honest', says: 'at most 20 times the floor', holds: ({ ratio }) => ratio <= 20 },
]

/** Rounds from which a median is steady enough to be held to the goal itself. */
const STEADY = 100

/** @returns one sentence for each goal that was missed */
export function missed(results: readonly Result[]): readonly string[] {
  return results.flatMap((result) => {
    const goals = result.rounds < STEADY ? SHORT_RUN_GOALS : GOALS
    return goals
      .filter(({ benchmark, holds }) => benchmark === result.name && !holds(result))
      .map(({ benchmark, says }) => {
        const { median_ms, floor_ms, peers } = result
        return `${benchmark} was to be ${says}: it took ${median_ms} ms, the floor ${floor_ms} ms, pyatspi ${peers.pyatspi?.median_ms} ms`
      })
  })
}
