import { expect, test } from 'vitest'
import { parseDevices } from './xinput2.ts'

/** One xXIDeviceInfo with its classes, as the server sends it. */
function device(id: number, use: number, attachment: number, name: string, classes: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(12)
  head.writeUInt16LE(id, 0)
  head.writeUInt16LE(use, 2)
  head.writeUInt16LE(attachment, 4)
  head.writeUInt16LE(classes.length, 6)
  head.writeUInt16LE(name.length, 8)
  const padded = Buffer.alloc(Math.ceil(name.length / 4) * 4)
  padded.write(name)
  return Buffer.concat([head, padded, ...classes])
}

/** xXIButtonInfo: its head, a word of state, and a label for each button. */
function buttons(count: number, down: readonly number[]): Buffer {
  const info = Buffer.alloc(8 + 4 + count * 4)
  info.writeUInt16LE(1, 0)
  info.writeUInt16LE(info.length / 4, 2)
  info.writeUInt16LE(count, 6)
  info.writeUInt32LE(
    down.reduce((bits, button) => bits | (1 << button), 0),
    8,
  )
  return info
}

/** xXIKeyInfo of two keys. */
function keys(): Buffer {
  const info = Buffer.alloc(8 + 8)
  info.writeUInt16LE(0, 0)
  info.writeUInt16LE(info.length / 4, 2)
  info.writeUInt16LE(2, 6)
  return info
}

test('devices with their names, masters and buttons that are down', () => {
  const head = Buffer.alloc(24)
  head.writeUInt16LE(3, 0)
  const reply = Buffer.concat([
    head,
    device(2, 1, 3, 'Virtual core pointer', [buttons(10, [])]),
    device(8, 1, 9, 'agent pointer', [keys(), buttons(7, [1, 3])]),
    device(9, 2, 8, 'agent keyboard', [keys()]),
  ])
  expect(parseDevices(reply)).toEqual([
    { id: 2, use: 1, attachment: 3, name: 'Virtual core pointer', buttonsDown: [] },
    { id: 8, use: 1, attachment: 9, name: 'agent pointer', buttonsDown: [1, 3] },
    { id: 9, use: 2, attachment: 8, name: 'agent keyboard', buttonsDown: [] },
  ])
})
