import { afterAll, beforeAll, expect, test } from 'vitest'
import { entry } from '../support/journal.ts'
import { run } from '../support/oracles.ts'
import { SET_UP_MS, type Stage, setStage, soon, WITHIN_MS } from './stage.ts'

/** Presses that callers hold across calls. xinput tells what is down on which device. */
let stage: Stage

beforeAll(async () => {
  stage = await setStage('openbox', 'covered')
  await stage.fixture.command('focus text-entry')
  await stage.aim('text-entry', async () => {})
}, SET_UP_MS)

afterAll(() => stage?.strike(), SET_UP_MS)

/** Buttons and keys that are down on the devices below the agent's masters: `button[1]`, `key[50]`. */
async function down(): Promise<readonly string[]> {
  const listing = await run(stage.env, 'xinput', 'list', '--name-only')
  const names = listing.split('\n').filter((name) => /surehand .* XTEST (pointer|keyboard)$/.test(name))
  const states = await Promise.all(names.map((name) => run(stage.env, 'xinput', 'query-state', name)))
  return states.flatMap((state) => [...state.matchAll(/(\w+\[\d+\])=down/g)].map(([, what = '']) => what))
}

test('a modifier that is held counts in the next aims, and tells no window by itself', async () => {
  const watch = await stage.person.watch()
  await stage.seat.press({ keysym: 'Shift_L' }, 10_000, soon())
  expect(await down()).toEqual(['key[50]'])
  const from = stage.fixture.journal.mark()
  await stage.aim('text-entry', (seat) => seat.chord([{ keysym: 'Left' }]))
  const pressed = await stage.fixture.journal.until(entry('text-entry', 'key-press', { key: 'Left' }), WITHIN_MS, from)
  expect(pressed.state).toBe(1)
  expect(await down()).toEqual(['key[50]'])
  await stage.seat.release({ keysym: 'Shift_L' }, soon())
  expect(await down()).toEqual([])
  expect(await stage.person.disturbances(watch)).toEqual([])
})

test('a button goes down where the pointer is, and up again', async () => {
  const at = { x: 640, y: 400 }
  const { journal } = stage.person.sentinel
  const from = journal.mark()
  await stage.seat.move(at, soon())
  expect(await stage.seat.pointer(soon())).toEqual(at)
  await stage.seat.press('left', 10_000, soon())
  const pressed = await journal.until((line) => line.event === 'button-press', WITHIN_MS, from)
  expect(pressed).toMatchObject({ button: 1, ...at })
  expect(await down()).toEqual(['button[1]'])
  await stage.seat.release('left', soon())
  await journal.until((line) => line.event === 'button-release', WITHIN_MS, from)
  expect(await down()).toEqual([])
  await stage.seat.releaseAll()
})

test('a press that nobody releases is released when its time is up', async () => {
  await stage.seat.press({ keysym: 'Control_L' }, 200, soon())
  expect(await down()).toEqual(['key[37]'])
  await expect.poll(down, { timeout: WITHIN_MS }).toEqual([])
})

test('releaseAll releases all', async () => {
  await stage.seat.move({ x: 640, y: 400 }, soon())
  await stage.seat.press({ keysym: 'Shift_L' }, 10_000, soon())
  await stage.seat.press('right', 10_000, soon())
  expect((await down()).toSorted()).toEqual(['button[3]', 'key[50]'])
  await stage.seat.releaseAll()
  expect(await down()).toEqual([])
})

test('no button goes down while the pointer is put away', async () => {
  await stage.seat.releaseAll()
  await expect(stage.seat.press('left', 1_000, soon())).rejects.toMatchObject({ code: 'rejected' })
  expect(await down()).toEqual([])
})
