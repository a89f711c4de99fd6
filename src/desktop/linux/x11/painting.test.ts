import { describe, expect, test } from 'vitest'
import { beginPainting, judgePainting, type Painter, paint, within } from './painting.ts'

const SIZE = { width: 100, height: 100 }
const WHOLE = { x: 0, y: 0, ...SIZE }
const LEFT = { x: 0, y: 0, width: 50, height: 100 }
const RIGHT = { x: 50, y: 0, width: 50, height: 100 }
const CORNER = { x: 90, y: 90, width: 10, height: 10 }

/** A window whose right half was covered, with what happened to it since, a millisecond apart. */
function painted(...steps: readonly [Painter, typeof WHOLE][]) {
  const begun = paint(beginPainting(SIZE, 0), LEFT, 'before', 0)
  return steps.reduce((painting, [painter, area], index) => paint(painting, area, painter, index + 1), begun)
}

describe('judgePainting', () => {
  test('a window that was wholly visible is good at once', () => {
    expect(judgePainting(paint(beginPainting(SIZE, 0), WHOLE, 'before', 0), 0, 0)).toEqual({ state: 'good' })
  })

  test('one that was covered is good once the app has drawn all that was covered', () => {
    expect(judgePainting(painted(), 0, 5)).toMatchObject({ state: 'wait', foreign: true })
    expect(judgePainting(painted(['app', RIGHT]), 0, 5)).toEqual({ state: 'good' })
  })

  test('one that never draws shows another window, and that is said', () => {
    expect(judgePainting(painted(), 0, 10_000)).toEqual({ state: 'foreign' })
    expect(judgePainting(painted(['app', CORNER]), 0, 10_000)).toEqual({ state: 'foreign' })
  })

  test('over its plain background an app that draws a part is good after a pause', () => {
    const painting = painted(['background', RIGHT], ['app', CORNER])
    expect(judgePainting(painting, 0, 10)).toMatchObject({ state: 'wait', foreign: false })
    expect(judgePainting(painting, 0, 100)).toEqual({ state: 'good' })
  })

  test('a plain background alone may be all there is, or an app that is late', () => {
    const painting = painted(['background', RIGHT])
    expect(judgePainting(painting, 0, 100)).toMatchObject({ state: 'wait', foreign: false })
    expect(judgePainting(painting, 0, 10_000)).toEqual({ state: 'doubtful' })
  })

  test('drawing elsewhere (a clock) says nothing of what was covered', () => {
    const painting = painted(['background', RIGHT], ['app', { ...CORNER, x: 10 }])
    expect(judgePainting(painting, 0, 100)).toMatchObject({ state: 'wait' })
  })

  test('only what is to be shown matters: decoration is not', () => {
    expect(judgePainting(within(painted(), { x: 5, y: 5, width: 45, height: 90 }), 0, 5)).toEqual({ state: 'good' })
    expect(judgePainting(within(painted(), { x: 5, y: 5, width: 46, height: 90 }), 0, 5).state).toBe('wait')
  })
})
