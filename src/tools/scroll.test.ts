import { describe, expect, it } from 'vitest'
import { distanceOf } from './scroll.ts'
import { steps } from './scrollable.ts'

describe('how far to scroll', () => {
  it.each([
    ['a direction', { direction: 'down', pages: 1 }, { direction: 'down', by: { pages: 1 } }],
    ['pixels down', { pages: 1, delta_y: 120 }, { direction: 'down', by: { pixels: 120 } }],
    ['pixels up', { pages: 1, delta_y: -120 }, { direction: 'up', by: { pixels: 120 } }],
    ['pixels to the right', { pages: 1, delta_x: 5, delta_y: 0 }, { direction: 'right', by: { pixels: 5 } }],
    ['pixels to the left', { pages: 1, delta_x: -5 }, { direction: 'left', by: { pixels: 5 } }],
  ] as const)('%s', (_name, args, expected) => {
    expect(distanceOf({ delta_x: undefined, delta_y: undefined, direction: undefined, ...args })).toEqual(expected)
  })

  it.each([
    ['nothing', { pages: 1 }],
    ['both ways at once', { pages: 1, delta_x: 1, delta_y: 1 }],
    ['zero', { pages: 1, delta_x: 0, delta_y: 0 }],
    ['a direction and pixels', { pages: 1, direction: 'down', delta_y: 1 }],
  ] as const)('refuses %s', (_name, args) => {
    const asked = { delta_x: undefined, delta_y: undefined, direction: undefined, ...args }
    expect(() => distanceOf(asked)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENTS' }))
  })

  it.each([
    ['a page of 540 px', { pages: 1 }, 540, 10],
    ['a tenth of a page turns the wheel at least once', { pages: 0.1 }, 100, 1],
    ['a page of unknown height', { pages: 1 }, undefined, 7],
    ['never more than a hundred clicks', { pages: 10 }, 2_000, 100],
  ] as const)('%s', (_name, by, height, clicks) => {
    const box = height === undefined ? undefined : { x: 0, y: 0, width: 100, height }
    expect(steps({ direction: 'down', by }, box)).toBe(clicks)
  })
})
