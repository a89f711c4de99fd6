import { describe, expect, it } from 'vitest'
import type { AimedSeat, Point } from '../desktop/port.ts'
import { clickGesture, dragGesture, typeGesture, typingShortfall } from './gestures.ts'

/** Notes what it is asked to do, in order. */
function recordingSeat(
  typed: Awaited<ReturnType<AimedSeat['type']>> = { typed: 0, impossible: [] },
  onStep = () => {},
) {
  const steps: string[] = []
  const note = async (step: string) => {
    steps.push(step)
    onStep()
  }
  const seat: AimedSeat = {
    move: ({ x, y }: Point) => note(`move ${x},${y}`),
    press: (button) => note(`press ${button}`),
    release: (button) => note(`release ${button}`),
    wheel: (direction) => note(`wheel ${direction}`),
    chord: () => note('chord'),
    settle: () => note('settle'),
    type: async () => {
      await note('type')
      return typed
    },
  }
  return { seat, steps }
}

describe('a drag', () => {
  const from = { x: 10, y: 10 }
  const to = { x: 58, y: 34 }

  it('gives the app time to begin it, moves once more, and gives it time to say what lies there', async () => {
    const { seat, steps } = recordingSeat()
    expect(await dragGesture(from, to)(seat)).toEqual({ decisiveFrom: expect.any(Number) })
    expect(steps[0]).toBe('press left')
    expect(steps[1]).toBe('move 12,11')
    expect(steps.slice(-6)).toEqual(['move 58,34', 'settle', 'move 57,33', 'move 58,34', 'settle', 'release left'])
  })

  it('that is cancelled at the last moment ends where it began', async () => {
    const over = new AbortController()
    const { seat, steps } = recordingSeat(undefined, () => {
      if (steps.filter((step) => step === 'settle').length === 2) over.abort()
    })
    expect((await dragGesture(from, to, over.signal)(seat)).shortfall).toContain('cancelled')
    expect(steps.slice(-3)).toEqual(['settle', 'move 10,10', 'release left'])
  })
})

describe('a click', () => {
  it('once is decided by its press', async () => {
    const { seat, steps } = recordingSeat()
    expect(await clickGesture('left', 1)(seat)).toEqual({})
    expect(steps).toEqual(['press left', 'release left'])
  })

  it('twice is decided by the second press, once the app has acted on the first', async () => {
    const times: number[] = []
    const { seat, steps } = recordingSeat(undefined, () => times.push(performance.now()))
    const { decisiveFrom = 0 } = await clickGesture('left', 2)(seat)
    expect(steps).toEqual(['press left', 'release left', 'settle', 'press left', 'release left'])
    expect(decisiveFrom).toBeGreaterThanOrEqual(times[2] ?? Number.NaN)
    expect(decisiveFrom).toBeLessThanOrEqual(times[3] ?? Number.NaN)
  })
})

describe('what is said of a text that did not go out whole', () => {
  it.each([
    [{ typed: 5, impossible: [] }, undefined],
    [
      { typed: 0, impossible: ['\u0007', '😀'] },
      'Nothing was typed: there are no keys for these characters: U+0007, U+1F600.',
    ],
    [
      { typed: 2, impossible: [], stopped: 'aborted' },
      'The call was cancelled or its time was up: 2 of 5 characters were typed.',
    ],
    [
      { typed: 4, impossible: [], stopped: 'map-changed', uncertain: 1 },
      'Somebody else changed the keyboard map meanwhile: 4 of 5 characters were typed. ' +
        'Character 4 may have arrived as something else, or not at all.',
    ],
    [
      { typed: 5, impossible: [], uncertain: 5 },
      'Characters 1 to 5 may have arrived as something else, or not at all.',
    ],
  ] as const)('%j', (typed, said) => {
    expect(typingShortfall('abcde', typed)).toBe(said)
  })

  it('is handed on by the gesture', async () => {
    const { seat } = recordingSeat({ typed: 1, impossible: [], stopped: 'unanswered' })
    expect(await typeGesture('ab', { click: false })(seat)).toEqual({
      shortfall: 'The app no longer took keys: 1 of 2 characters were typed.',
    })
  })
})
