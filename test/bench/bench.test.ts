import { describe, expect, it } from 'vitest'
import { missed } from './goals.ts'
import { inOrder, measure } from './measure.ts'
import { type Result, resultOf } from './result.ts'
import { quantile } from './statistics.ts'

describe('quantile', () => {
  it.each([
    [[3, 1, 2], 0.5, 2],
    [[4, 1, 3, 2], 0.5, 2.5],
    [[1, 2, 3, 4, 5], 0.95, 4.8],
    [[7], 0.95, 7],
  ])('of %j at %d is %d', (samples, share, value) => {
    expect(quantile(samples, share)).toBeCloseTo(value, 10)
  })

  it('has no answer without samples', () => {
    expect(() => quantile([], 0.5)).toThrow('no samples')
  })
})

describe('rounds', () => {
  it('put each contender first equally often', () => {
    const rounds = [0, 1, 2, 3].map((round) => inOrder(['a', 'b', 'c'], round).join(''))
    expect(rounds).toEqual(['abc', 'bca', 'cab', 'abc'])
  })

  it('leave out the warm-up and keep what each contender measured', async () => {
    let calls = 0
    const contender = { name: 'one', round: async () => ++calls }
    const taken = await measure([contender], { count: 2, warmUp: 3, settle: async () => {} })
    expect(taken.get('one')).toEqual([4, 5])
  })

  it('end with the first wrong answer', async () => {
    const contender = {
      name: 'one',
      round: async () => {
        throw new Error('wrong answer')
      },
    }
    await expect(measure([contender], { count: 1, warmUp: 0, settle: async () => {} })).rejects.toThrow('wrong answer')
  })
})

describe('a result', () => {
  it('holds ours against the floor and names every other contender a peer', () => {
    const taken = new Map([
      ['floor', [2, 4, 3]],
      ['surehand', [6, 30, 6]],
      ['pyatspi', [60, 50, 70]],
    ])
    expect(resultOf('some.work', taken)).toEqual({
      name: 'some.work',
      rounds: 3,
      median_ms: 6,
      p95_ms: 27.6,
      floor_ms: 3,
      ratio: 2,
      over_floor_ms: 3,
      peers: { pyatspi: { median_ms: 60 } },
    })
  })
})

describe('goals', () => {
  const state = (rounds: number, median: number, floor: number, peer: number): Result =>
    resultOf(
      'state.mousepad',
      new Map([
        ['floor', Array<number>(rounds).fill(floor)],
        ['surehand', Array<number>(rounds).fill(median)],
        ['pyatspi', Array<number>(rounds).fill(peer)],
      ]),
    )
  const click = (rounds: number, median: number, floor: number): Result => ({
    ...state(rounds, median, floor, 100),
    name: 'click.honest',
  })

  it.each([
    [state(200, 10, 4, 80), 0],
    [state(200, 10.1, 4, 90), 1],
    [state(200, 10, 4, 79), 1],
    [state(200, 11, 4, 79), 2],
    [state(30, 20, 4, 80), 0],
    [state(30, 21, 4, 80), 2],
    [click(200, 13, 1), 0],
    [click(200, 13.1, 1), 1],
    [click(30, 20, 1), 0],
    [click(30, 21, 1), 1],
  ])('of %j: %d missed', (result, count) => {
    expect(missed([result])).toHaveLength(count)
  })
})
