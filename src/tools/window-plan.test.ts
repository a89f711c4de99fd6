import { expect, test } from 'vitest'
import type { WindowHandle } from '../desktop/port.ts'
import type { WindowFacts } from '../outcome/facts.ts'
import type { WindowAim } from '../outcome/intent.ts'
import { frameOf } from './manage-window.ts'
import { planFrame, planState } from './window-plan.ts'

const subject = { handle: 'w' as WindowHandle }
const desktop = { windowManager: { offered: false, reason: 'not needed' } } as const
const plain: WindowFacts = {
  present: true,
  active: false,
  minimized: false,
  fullscreen: false,
  frame: { x: 1, y: 2, width: 300, height: 200 },
}

/** Whether each rung may take the focus, in order; or what it is already. */
function state(aim: WindowAim, window: WindowFacts) {
  const decision = planState(aim, subject, { facts: { window } }, desktop)
  if ('settled' in decision) return decision.settled.classification
  return decision.rungs({ deadline: 0 }).map(({ takesFocus }) => takesFocus)
}

test.each([
  ['raised', {}, [true]],
  ['raised', { active: true }, 'success'],
  ['minimized', {}, [false]],
  ['minimized', { active: true }, [true]],
  ['minimized', { minimized: true }, 'success'],
  ['restored', { minimized: true }, [false, true]],
  ['restored', {}, 'success'],
  ['fullscreen', {}, [true]],
  ['fullscreen', { fullscreen: true }, 'success'],
  ['not-fullscreen', { fullscreen: true, active: true }, [false]],
  ['not-fullscreen', {}, 'success'],
  ['closed', {}, [false]],
  ['closed', { active: true }, [true]],
] as const)('%s of a window with %j: %j', (aim, facts, expected) => {
  expect(state(aim, { ...plain, ...facts })).toEqual(expected)
})

test.each([
  [{ x: 5 }, {}, 'sent'],
  [{ x: 1, y: 2 }, {}, 'success'],
  [{ width: 300 }, {}, 'success'],
  [{ width: 300, height: 201 }, {}, 'sent'],
  [{ x: 5 }, { minimized: true }, 'unsupported'],
  [{ x: 5 }, { fullscreen: true }, 'unsupported'],
] as const)('place %j of a window with %j: %s', (frame, facts, expected) => {
  const decision = planFrame(frame, subject, { facts: { window: { ...plain, ...facts } } }, desktop)
  expect('settled' in decision ? decision.settled.classification : 'sent').toBe(expected)
})

test.each([
  [{ action: 'move' }, 'needs x or y'],
  [{ action: 'resize' }, 'needs width or height'],
  [{ action: 'move', x: 1, width: 5 }, 'takes no width'],
  [{ action: 'close', x: 1, y: 2 }, 'takes no x or y'],
])('%j is refused', (args, message) => {
  expect(() => frameOf(args)).toThrow(message)
})

test('only the given sides are asked for', () => {
  expect(frameOf({ action: 'move', y: 0 })).toEqual({ y: 0 })
  expect(frameOf({ action: 'raise' })).toBeUndefined()
})
