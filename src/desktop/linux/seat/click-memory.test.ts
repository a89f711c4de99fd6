import { expect, test } from 'vitest'
import { ClickMemory } from './click-memory.ts'

const press = { client: 7, button: 1, point: { x: 100, y: 50 }, at: 1_000 }

test.each([
  ['right after it', { at: 1_100 }, 400],
  ['so long after it that no toolkit counts both', { at: 1_500 }, 0],
  ['8 pixels away', { at: 1_100, point: { x: 108, y: 42 } }, 400],
  ['9 pixels away', { at: 1_100, point: { x: 100, y: 59 } }, 0],
  ['of another button', { at: 1_100, button: 3 }, 0],
  ['in another window', { at: 1_100, client: 8 }, 0],
])('a press %s', (_, changes, pause) => {
  const memory = new ClickMemory()
  expect(memory.pauseBefore(press)).toBe(0)
  memory.note(press)
  expect(memory.pauseBefore({ ...press, ...changes })).toBe(pause)
})

test('a press after a double click is not taken for the third of a triple click', () => {
  const memory = new ClickMemory()
  memory.note(press)
  memory.note({ ...press, at: 1_020 })
  expect(memory.pauseBefore({ ...press, at: 1_400 })).toBe(600)
  expect(memory.pauseBefore({ ...press, at: 1_400, button: 3 })).toBe(0)
  expect(memory.pauseBefore({ ...press, at: 2_000 })).toBe(0)
})
