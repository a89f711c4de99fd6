import { expect, test } from 'vitest'
import { type KeyRow, parseMap, parseMapEvent, setMapBody } from './xkb-wire.ts'

/** Bytes as `xtrace` shows them, written out by the fields of XKBproto.h. */
function reply(): Buffer {
  const head = Buffer.alloc(32)
  head.set([8, 255], 2)
  head.writeUInt16LE(0b111, 4)
  head.set([0, 2, 2, 24], 6)
  head.writeUInt16LE(3, 10)
  head.set([2], 12)
  head.set([50, 1, 1], 23)
  const oneLevel = [0, 0, 0, 0, 1, 0, 0, 0]
  // mask, mods, vmods, levels, entries, preserve; two entries, the second inactive; their preserved modifiers.
  const alphabetic = [3, 3, 0, 0, 2, 2, 1, 0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 2, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
  const q = [1, 0, 0, 0, 1, 2, 2, 0, 0x71, 0, 0, 0, 0x51, 0, 0, 0]
  const lone = [0, 0, 0, 0, 1, 1, 1, 0, 0x30, 0x04, 0, 1]
  const modifiers = [50, 1, 0, 0]
  return Buffer.concat([head, Buffer.from([...oneLevel, ...alphabetic, ...q, ...lone, ...modifiers])])
}

test('a map is read: types with what they preserve skipped, rows, modifiers', () => {
  const map = parseMap(reply())
  expect(map.codes).toEqual({ lowest: 8, highest: 255 })
  expect(map.first).toBe(24)
  expect(map.types).toEqual([
    { mask: 0, entries: [] },
    { mask: 3, entries: [{ mask: 1, level: 1 }] },
  ])
  expect(map.rows).toEqual([
    { types: [1, 0, 0, 0], groups: 1, width: 2, symbols: [0x71, 0x51] },
    { types: [0, 0, 0, 0], groups: 1, width: 1, symbols: [0x1000430] },
  ])
  expect([...map.modifiers]).toEqual([[50, 1]])
})

test('rows are written as they are read', () => {
  const rows: readonly KeyRow[] = parseMap(reply()).rows
  const body = setMapBody(0x100, { lowest: 8, highest: 255 }, 24, rows)
  expect(body.subarray(32)).toEqual(reply().subarray(32 + 40, 32 + 40 + 28))
  expect([...body.subarray(0, 4)]).toEqual([0, 1, 2, 0])
  expect([body.readUInt8(10), body.readUInt8(11), body.readUInt16LE(12)]).toEqual([24, 2, 3])
})

test('an event that says more than which symbols changed stands for the whole map', () => {
  const event = (type: number, changed: number) => {
    const bytes = Buffer.alloc(32)
    bytes.set([85, type], 0)
    bytes.set([3], 8)
    bytes.writeUInt16LE(changed, 10)
    bytes.set([93, 156], 16)
    return bytes
  }
  expect(parseMapEvent(event(1, 2))).toEqual({ device: 3, keys: { first: 93, count: 156 } })
  expect(parseMapEvent(event(1, 3))).toEqual({ device: 3 })
  expect(parseMapEvent(event(0, 0))).toEqual({ device: 3 })
  expect(parseMapEvent(event(2, 0))).toBeUndefined()
})
