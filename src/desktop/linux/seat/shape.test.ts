import { expect, test } from 'vitest'
import { isWholeWindow, parseRectangles } from './shape.ts'

const geometry = { windowid: 1, depth: 24, xPos: 5, yPos: 6, width: 100, height: 50, borderWidth: 0 }

test('a reply of ShapeGetRectangles', () => {
  const reply = Buffer.alloc(24 + 16)
  reply.writeUInt32LE(2, 0)
  ;[-3, 4, 10, 20, 0, 0, 1, 1].forEach((value, index) => {
    reply.writeInt16LE(value, 24 + index * 2)
  })
  expect(parseRectangles(reply)).toEqual([
    { x: -3, y: 4, width: 10, height: 20 },
    { x: 0, y: 0, width: 1, height: 1 },
  ])
})

test('a window without a shape answers with itself, and its border', () => {
  expect(isWholeWindow([{ x: 0, y: 0, width: 100, height: 50 }], geometry)).toBe(true)
  const bordered = { ...geometry, borderWidth: 2 }
  expect(isWholeWindow([{ x: -2, y: -2, width: 104, height: 54 }], bordered)).toBe(true)
  expect(isWholeWindow([{ x: -2, y: -2, width: 102, height: 52 }], bordered)).toBe(true)
})

test('anything else is a shape of its own', () => {
  expect(isWholeWindow([], geometry)).toBe(false)
  expect(isWholeWindow([{ x: 0, y: 0, width: 99, height: 50 }], geometry)).toBe(false)
  expect(isWholeWindow([{ x: 1, y: 0, width: 100, height: 50 }], geometry)).toBe(false)
  const half = { x: 0, y: 0, width: 100, height: 50 }
  expect(isWholeWindow([half, half], geometry)).toBe(false)
})
