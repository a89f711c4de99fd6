import { expect, test } from 'vitest'
import { pool } from './pool.ts'

const tick = () => new Promise<void>((resolve) => setImmediate(resolve))

test('keeps the order of the items and no more than its width at a time', async () => {
  let running = 0
  let most = 0
  const results = await pool([5, 1, 4, 2, 3], 2, async (ticks) => {
    running += 1
    most = Math.max(most, running)
    for (let count = 0; count < ticks; count++) await tick()
    running -= 1
    return ticks * 10
  })
  expect(results).toEqual([50, 10, 40, 20, 30])
  expect(most).toBe(2)
})

test('takes nothing up after a failure', async () => {
  const seen: number[] = []
  const work = pool([1, 2, 3, 4], 1, async (item) => {
    seen.push(item)
    if (item === 2) throw new Error('no')
  })
  await expect(work).rejects.toThrow('no')
  await tick()
  expect(seen).toEqual([1, 2])
})

test('nothing to do', async () => expect(await pool([], 8, async () => 1)).toEqual([]))
