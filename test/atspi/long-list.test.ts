/** A GTK 3 table of 10,000 rows beside Mousepad: what a look at it costs, and that a search reaches its end. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Surehand } from '../support/surehand.ts'
import { PYTHON, Stage, script } from './stage.ts'

let stage: Stage
let surehand: Surehand
beforeAll(async () => {
  stage = await Stage.open()
  await stage.start('big-table', PYTHON, script('big-table.py'))
  await stage.start('mousepad', 'mousepad', '--disable-server')
  surehand = await Surehand.connect(stage.env)
})
afterAll(async () => {
  await surehand?.stop()
  await stage?.close()
})

const ROUNDS = 9
const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[all.length >> 1] ?? Number.NaN

test('a look costs at most ten times that of Mousepad, in bytes and in time', async () => {
  const cost = { 'big-table': { bytes: 0, ms: [] as number[] }, mousepad: { bytes: 0, ms: [] as number[] } }
  for (let round = 0; round < ROUNDS; round++) {
    for (const app of ['big-table', 'mousepad'] as const) {
      const startedAt = performance.now()
      const { answer } = await surehand.look(app)
      cost[app].ms.push(performance.now() - startedAt)
      cost[app].bytes = JSON.stringify(answer.raw).length
    }
  }
  const { 'big-table': table, mousepad } = cost
  expect(table.bytes).toBeLessThanOrEqual(10 * mousepad.bytes)
  expect(median(table.ms)).toBeLessThanOrEqual(10 * median(mousepad.ms))
})

test('a search reaches the last row', async () => {
  const { text, data } = await surehand.call('find', { app: 'big-table', query: 'b9999' })
  expect(text).toMatch(/^e\d+@s\d+ table cell "b9999"/)
  expect(data).toMatchObject({ matches: [{ role: 'table cell', label: 'b9999' }], total: 1 })
  expect(data).not.toHaveProperty('unsearched')
}, 60_000)
