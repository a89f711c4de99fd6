import { expect, test } from 'vitest'
import { parseMonitors } from './displays.ts'

test('each monitor is read past the outputs of the one before', () => {
  const monitor = (outputs: number, x: number, y: number, width: number, height: number) => {
    const bytes = Buffer.alloc(24 + outputs * 4, 0xee)
    bytes.writeUInt16LE(outputs, 6)
    bytes.writeInt16LE(x, 8)
    bytes.writeInt16LE(y, 10)
    bytes.writeUInt16LE(width, 12)
    bytes.writeUInt16LE(height, 14)
    return bytes
  }
  const head = Buffer.alloc(24)
  head.writeUInt32LE(2, 4)
  const reply = Buffer.concat([head, monitor(2, 0, 0, 1920, 1080), monitor(1, 1920, -56, 1280, 1024)])
  expect(parseMonitors(reply)).toEqual([
    { x: 0, y: 0, width: 1920, height: 1080 },
    { x: 1920, y: -56, width: 1280, height: 1024 },
  ])
})
