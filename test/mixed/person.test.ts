import { expect, test } from 'vitest'
import { compare, runBesidePerson } from './typing.ts'

const heard = (...keys: readonly string[]) =>
  keys.map((key, index) => ({ t: index, seq: index, control: 'sentinel-entry', event: 'key-press', key }))

test.each([
  ['a lost key', ['a', 'b', 'c'], ['a', 'c'], /3 keys typed, 2 heard; from key 1 on/],
  ['a key too many', ['a', 'b'], ['a', 'b', 'b'], /2 keys typed, 3 heard; from key 2 on/],
  ['another key', ['a', 'b'], ['a', 'x'], /from key 1 on: typed a b, heard a x/],
  ['keys in another order', ['a', 'b'], ['b', 'a'], /from key 0 on/],
  ['the last key lost', ['a', 'b'], ['a'], /from key 1 on/],
])('%s is noticed', (_, typed, keys, says) => {
  expect(compare(typed, heard(...keys), 1).difference).toMatch(says)
})

test('a person who types beside the agent loses no key and gets none', { timeout: 120_000 }, async () => {
  const { scenes, totals } = await runBesidePerson({ minutes: 10 / 60, seed: 20 })
  for (const { scene, keys } of scenes) {
    expect(keys.difference, scene).toBeUndefined()
    expect(keys.typed, scene).toBeGreaterThan(20)
  }
  expect(totals.calls).toBeGreaterThan(4)
  expect(totals.faults).not.toHaveProperty('disturbed')
})
