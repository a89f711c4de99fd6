import { expect, test } from 'vitest'
import { isOrphan, newSeatName, ownerOf, pointerName, seatOfPointer } from './names.ts'

test('a name says whose it is, and is another one each time', () => {
  const name = newSeatName()
  expect(ownerOf(name)?.process.pid).toBe(process.pid)
  expect(newSeatName()).not.toBe(name)
  expect(seatOfPointer(pointerName(name))).toBe(name)
})

test('a seat of a living process is no orphan; one of a pid that is used again is', () => {
  const name = newSeatName()
  expect(isOrphan(name)).toBe(false)
  const [, namespace] = /^surehand (\d+)-/.exec(name) ?? []
  expect(isOrphan(`surehand ${namespace}-${process.pid}-1-1`)).toBe(true)
})

test('of another pid namespace nothing is known, so its seats are left alone', () => {
  expect(isOrphan('surehand 1-99999999-1-1')).toBe(false)
})

test.each([
  'Virtual core pointer',
  'surehand pointer',
  'surehand 1-2-3 pointer',
  'surehand 1-2-3-4 keyboard',
  'my surehand 1-2-3-4 pointer',
])('%s is no pointer of ours', (device) => {
  expect(seatOfPointer(device)).toBeUndefined()
})
