import { expect, test } from 'vitest'
import { keysIn, personMasters, seatsAmong } from './masters.ts'
import { newSeatName } from './names.ts'
import type { InputDevice } from './xinput2.ts'

const device = (id: number, use: number, attachment: number, name: string): InputDevice => ({
  id,
  use,
  attachment,
  name,
  buttonsDown: [],
})

test("the person's masters are the oldest ones; ours are known by their names", () => {
  const name = newSeatName()
  const devices = [
    device(8, 1, 9, `${name} pointer`),
    device(9, 2, 8, `${name} keyboard`),
    device(10, 3, 8, `${name} XTEST pointer`),
    device(2, 1, 3, 'Virtual core pointer'),
    device(3, 2, 2, 'Virtual core keyboard'),
  ]
  expect(personMasters(devices)).toEqual({ pointer: 2, keyboard: 3 })
  expect(seatsAmong(devices)).toEqual([name])
})

test('key codes of a bit field', () => {
  const bits = Buffer.alloc(32)
  bits[6] = 0b100
  bits[31] = 0b1000_0000
  expect(keysIn(bits)).toEqual([50, 255])
})
