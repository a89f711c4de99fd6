import { expect, test } from 'vitest'
import { packPosted, stateOfButton } from './posted-event.ts'

test('a button event, field by field', () => {
  const event = packPosted({
    kind: 'button-release',
    detail: 3,
    time: 0xfffffffe,
    root: 0x1a2,
    window: 0x400007,
    onScreen: { x: 700, y: 500 },
    inWindow: { x: -2, y: 40 },
    state: stateOfButton(3),
  })
  expect(event.length).toBe(32)
  expect([event[0], event[1]]).toEqual([5, 3])
  expect([4, 8, 12, 16].map((offset) => event.readUInt32LE(offset))).toEqual([0xfffffffe, 0x1a2, 0x400007, 0])
  expect([20, 22, 24, 26].map((offset) => event.readInt16LE(offset))).toEqual([700, 500, -2, 40])
  expect(event.readUInt16LE(28)).toBe(0x400)
  expect(event[30]).toBe(1)
})

test('buttons above the fifth have no bit in the state', () => {
  expect([1, 2, 3, 4, 5, 6].map(stateOfButton)).toEqual([0x100, 0x200, 0x400, 0x800, 0x1000, 0])
})
