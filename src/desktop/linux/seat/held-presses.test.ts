import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Held } from './devices.ts'
import { HeldPresses } from './held-presses.ts'

const shift: Held = { kind: 'key', code: 50 }
const left: Held = { kind: 'button', code: 1 }
let released: Held[]
let presses: HeldPresses

beforeEach(() => {
  vi.useFakeTimers()
  released = []
  presses = new HeldPresses(async (held) => {
    released.push(held)
  })
})

afterEach(() => {
  vi.useRealTimers()
})

test('a press is released when its time is up, and not twice', async () => {
  presses.add(shift, 100)
  vi.advanceTimersByTime(99)
  expect(released).toEqual([])
  vi.advanceTimersByTime(1)
  expect(released).toEqual([shift])
  await presses.release(shift)
  expect(released).toEqual([shift])
})

test('one that was released before has no time to be up', async () => {
  presses.add(shift, 100)
  await presses.release(shift)
  vi.advanceTimersByTime(1_000)
  expect(released).toEqual([shift])
})

test('all, last pressed first', async () => {
  presses.add(shift, 100)
  presses.add(left, 100)
  await presses.releaseAll()
  expect(released).toEqual([left, shift])
  vi.advanceTimersByTime(1_000)
  expect(released).toEqual([left, shift])
})

test('what is not held is not released', async () => {
  await presses.release(left)
  expect(released).toEqual([])
})
