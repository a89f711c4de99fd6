import { describe, expect, it } from 'vitest'
import type { AccessibleHandle, AppInfo, ValueContent } from '../desktop/port.ts'
import { distanceOf } from './scroll.ts'
import { scrollBar } from './scroll-bar.ts'
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

describe('what a scroll bar tells', () => {
  const app = (version: string) => ({ toolkit: { name: 'GTK', version } }) as AppInfo
  const box = { x: 0, y: 0, width: 100, height: 72 }
  const read = (version: string, value: ValueContent, direction: 'up' | 'down' | 'left') =>
    scrollBar({ handle: 'bar' as AccessibleHandle }, { value, box, direction, app: app(version) })

  it('of GTK 3: its maximum is its end, and a tenth of a page its step', () => {
    const bar = read('3.24.38', { current: 20, minimum: 0, maximum: 100, increment: 10 }, 'down')
    expect(bar).toMatchObject({ atEnd: false })
    expect(bar.page).toBeUndefined()
    expect(bar.after({ direction: 'down', by: { pages: 0.5 } })).toBe(65)
    expect(read('3.24.38', { current: 100, minimum: 0, maximum: 100 }, 'down').atEnd).toBe(true)
  })

  it('of GTK 4: its maximum is the length of the content, and what is in view is known at most', () => {
    const value = { current: 0, minimum: 0, maximum: 6000, increment: 0 }
    expect(read('4.8.3', value, 'down')).toMatchObject({ atEnd: false, page: 72 })
    expect(read('4.8.3', value, 'left')).toMatchObject({ atEnd: true, page: 100 })
    const bar = read('4.8.3', value, 'down')
    expect(bar.after({ direction: 'down', by: { pages: 1 } })).toBeUndefined()
    expect(bar.after({ direction: 'down', by: { pixels: 200 } })).toBe(200)
  })
})
