import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AccessibleHandle, Rect } from '../port.ts'
import { type AccessibleWindow, matchWindows, type ServerWindow, scaleOf } from './window-match.ts'

const rect = (x: number, y: number, width: number, height: number): Rect => ({ x, y, width, height })

/** As GTK 3 tells a window with decoration of 1 px around and 20 px on top: measured under Openbox. */
function gtk3(name: string, title: string, bounds: Rect, scale = 1): AccessibleWindow {
  const [width, height] = [(bounds.width + 2) / scale, (bounds.height + 25) / scale]
  return {
    handle: name as AccessibleHandle,
    title,
    active: false,
    screen: rect((bounds.x - 1) / scale, (bounds.y - 20) / scale, width, height),
    window: rect(-1 / scale, -20 / scale, width, height),
  }
}

/** As GTK 4 tells any window: it does not know where it is. */
function gtk4(name: string, title: string, width: number, height: number, active = false): AccessibleWindow {
  const extents = rect(0, 0, width, height)
  return { handle: name as AccessibleHandle, title, active, screen: extents, window: extents }
}

function onServer(id: number, title: string, bounds: Rect, active = false): ServerWindow {
  return { id, title, active, bounds, frame: bounds }
}

const pairsOf = (...args: Parameters<typeof matchWindows>) => Object.fromEntries(matchWindows(...args))

describe('matchWindows', () => {
  test('two windows with one title are told apart by their place', () => {
    const [left, right] = [rect(100, 100, 400, 300), rect(600, 100, 400, 300)]
    expect(
      pairsOf(
        [gtk3('a', 'Notes', right), gtk3('b', 'Notes', left)],
        [onServer(1, 'Notes', left), onServer(2, 'Notes', right)],
      ),
    ).toEqual({ a: 2, b: 1 })
  })

  test('two windows with one title and no known place are told apart by their size', () => {
    const windows = [onServer(1, 'four', rect(10, 50, 300, 200)), onServer(2, 'four', rect(600, 50, 500, 200))]
    expect(pairsOf([gtk4('a', 'four', 500, 200), gtk4('b', 'four', 300, 200)], windows)).toEqual({ a: 2, b: 1 })
  })

  test('twins are told apart by the active one, the other by elimination', () => {
    const windows = [onServer(1, 'four', rect(10, 50, 300, 200)), onServer(2, 'four', rect(600, 50, 300, 200), true)]
    expect(pairsOf([gtk4('a', 'four', 300, 200, true), gtk4('b', 'four', 300, 200)], windows)).toEqual({ a: 2, b: 1 })
  })

  test('twins without any difference stay apart rather than be guessed', () => {
    const windows = [onServer(1, 'four', rect(10, 50, 300, 200)), onServer(2, 'four', rect(600, 50, 300, 200))]
    expect(pairsOf([gtk4('a', 'four', 300, 200), gtk4('b', 'four', 300, 200)], windows)).toEqual({})
  })

  test('twins that were once distinguishable stay so', () => {
    const windows = [onServer(1, 'four', rect(10, 50, 300, 200)), onServer(2, 'four', rect(600, 50, 300, 200))]
    const known = new Map([['b' as AccessibleHandle, 1]])
    expect(pairsOf([gtk4('a', 'four', 300, 200), gtk4('b', 'four', 300, 200)], windows, known)).toEqual({ a: 2, b: 1 })
  })

  test('a window at 0,0 proves nothing to a toolkit that says 0,0 of all', () => {
    const windows = [onServer(1, 'four', rect(0, 0, 300, 200)), onServer(2, 'four', rect(600, 50, 300, 200))]
    expect(pairsOf([gtk4('a', 'four', 300, 200), gtk4('b', 'four', 300, 200)], windows)).toEqual({})
  })

  test('a title that is changing does not lose its window', () => {
    const bounds = rect(100, 100, 400, 300)
    expect(pairsOf([gtk3('a', '*Untitled', bounds)], [onServer(1, 'Untitled', bounds)])).toEqual({ a: 1 })
  })

  test('the last two are a pair unless something contradicts', () => {
    const window = onServer(1, 'splash', rect(100, 100, 400, 300))
    expect(pairsOf([gtk4('a', '', 90, 90)], [window])).toEqual({ a: 1 })
    expect(pairsOf([gtk4('a', 'Preferences', 90, 90)], [window])).toEqual({})
  })

  test('a scaled window is found at its place', () => {
    const [left, right] = [rect(100, 100, 800, 600), rect(1000, 100, 800, 600)]
    expect(
      pairsOf([gtk3('a', 'N', right, 2), gtk3('b', 'N', left, 2)], [onServer(1, 'N', left), onServer(2, 'N', right)]),
    ).toEqual({ a: 2, b: 1 })
  })

  test('what one evidence tells is not undone by a weaker one in between', () => {
    const windows = [
      onServer(0, 'x', rect(5, 7, 100, 100)),
      onServer(1, '', rect(55, 7, 100, 200)),
      onServer(2, '', rect(105, 7, 300, 100)),
    ]
    expect(pairsOf([gtk4('a', 'x', 100, 200), gtk4('b', 'x', 300, 100)], windows)).toEqual({ a: 1, b: 2 })
  })

  test('whatever comes, no window has two accessibles, and the order of listing changes nothing', () => {
    const title = fc.constantFrom('', 'x', 'y')
    const size = fc.integer({ min: 1, max: 3 }).map((n) => n * 100)
    const accessible = fc.record({ title, width: size, height: size, active: fc.boolean() })
    fc.assert(
      fc.property(fc.array(accessible, { maxLength: 4 }), fc.array(accessible, { maxLength: 4 }), (as, ws) => {
        const accessibles = as.map((a, i) => gtk4(`a${i}`, a.title, a.width, a.height, a.active))
        const windows = ws.map((w, i) => onServer(i, w.title, rect(50 * i + 5, 7, w.width, w.height), w.active))
        const pairs = matchWindows(accessibles, windows)
        expect(new Set(pairs.values()).size).toBe(pairs.size)
        const reversed = matchWindows([...accessibles].reverse(), [...windows].reverse())
        expect([...reversed].sort()).toEqual([...pairs].sort())
      }),
    )
  })
})

describe('scaleOf', () => {
  const window = { bounds: rect(0, 0, 800, 600), frame: rect(26, 23, 748, 548) }
  test.each([
    ['its own size', 800, 600, 1],
    ['its size without shadow', 748, 548, 1],
    ['its size with decoration', 802, 625, 1],
    ['half its size', 400, 300, 2],
    ['half its size with decoration', 401, 313, 2],
    ['two thirds of its size', 533, 400, 1.5],
    ['its size without an even border', 790, 590, 1],
    ['half its size without an even border', 390, 290, 2],
    ['nothing like it', 100, 600, 1],
    ['nothing at all', 0, 0, 1],
  ])('%s', (_, width, height, scale) => {
    expect(scaleOf(gtk4('a', '', width, height), window)).toBe(scale)
  })
})
