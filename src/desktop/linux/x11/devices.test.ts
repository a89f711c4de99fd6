import { expect, test } from 'vitest'
import { parseDevices } from './devices.ts'

test('parseDevices steps over names of any length and over classes', () => {
  const device = (id: number, use: number, attachment: number, name: string, classWords: readonly number[]) => {
    const head = Buffer.alloc(12 + Math.ceil(name.length / 4) * 4)
    head.writeUInt16LE(id, 0)
    head.writeUInt16LE(use, 2)
    head.writeUInt16LE(attachment, 4)
    head.writeUInt16LE(classWords.length, 6)
    head.writeUInt16LE(name.length, 8)
    head.write(name, 12)
    const classes = classWords.map((words) => {
      const block = Buffer.alloc(words * 4)
      block.writeUInt16LE(words, 2)
      return block
    })
    return Buffer.concat([head, ...classes])
  }
  const header = Buffer.alloc(24)
  header.writeUInt16LE(3, 0)
  const reply = Buffer.concat([
    header,
    device(2, 1, 3, 'Virtual core pointer', [7, 11]),
    device(3, 2, 2, 'Virtual core keyboard', [70]),
    device(12, 1, 13, 'agent', []),
  ])
  expect(parseDevices(reply)).toEqual([
    { id: 2, use: 1, attachment: 3 },
    { id: 3, use: 2, attachment: 2 },
    { id: 12, use: 1, attachment: 13 },
  ])
})
