import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findHolder, planSpares, type SpareState } from './spare-plan.ts'
import { steady } from './spare-row.ts'

const state = (codes: readonly number[], held: Record<number, number> = {}, lastUsed: Record<number, number> = {}) => ({
  codes,
  held: new Map(Object.entries(held).map(([code, keysym]) => [Number(code), steady(keysym)])),
  lastUsed: new Map(Object.entries(lastUsed).map(([code, use]) => [Number(code), use])),
})
const wanted = (...keysyms: readonly number[]) => keysyms.map((keysym) => (keysym === 0 ? undefined : steady(keysym)))
const changesOf = (plan: ReturnType<typeof planSpares>) =>
  Object.fromEntries([...plan.changes].map(([code, [keysym]]) => [code, keysym]))

test('nothing is changed for what is there, or needs no spare code', () => {
  const plan = planSpares(wanted(0, 7, 0, 7), state([200, 201], { 200: 7 }))
  expect(plan).toEqual({ covered: 4, changes: new Map() })
})

test('one change provides for all that the codes can hold, and ends where they do', () => {
  const plan = planSpares(wanted(1, 2, 1, 3, 1), state([200, 201]))
  expect(plan.covered).toBe(3)
  expect(changesOf(plan)).toEqual({ 200: 1, 201: 2 })
})

test('empty codes are taken first, then the one that was used longest ago', () => {
  const held = state([200, 201, 202], { 200: 7, 201: 8 }, { 200: 5, 201: 4 })
  expect(changesOf(planSpares(wanted(1), held))).toEqual({ 202: 1 })
  expect(changesOf(planSpares(wanted(1, 2), held))).toEqual({ 201: 2, 202: 1 })
})

test('what the text needs later stays, as long as it fits', () => {
  const held = state([200, 201], { 200: 7, 201: 8 }, { 200: 1, 201: 2 })
  const plan = planSpares(wanted(1, 7, 8), held)
  expect(plan.covered).toBe(2)
  expect(changesOf(plan)).toEqual({ 201: 1 })
})

test('without codes only the beginning that needs none is provided for', () => {
  expect(planSpares(wanted(0, 0, 1), state([]))).toEqual({ covered: 2, changes: new Map() })
})

/** Carries plans out one after the other, as typing does. */
test('any text is provided for by its plans in turn, never with a code changed that its own stretch needs', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 12 })), fc.integer({ min: 1, max: 6 }), (keysyms, count) => {
      const codes = Array.from({ length: count }, (_, index) => 200 + index)
      const held = new Map<number, readonly [number, number]>()
      const lastUsed = new Map<number, number>()
      let use = 0
      for (let next = 0; next < keysyms.length; ) {
        const rest = wanted(...keysyms.slice(next))
        const current: SpareState = { codes, held, lastUsed }
        const { covered, changes } = planSpares(rest, current)
        expect(covered).toBeGreaterThan(0)
        for (const [code, content] of changes) held.set(code, content)
        for (const content of rest.slice(0, covered)) {
          if (content === undefined) continue
          const code = findHolder(held, content)
          expect(code).toBeDefined()
          use += 1
          lastUsed.set(code ?? 0, use)
        }
        next += covered
      }
      expect(held.size).toBeLessThanOrEqual(count)
    }),
  )
})
