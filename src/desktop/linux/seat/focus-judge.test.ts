import { expect, test } from 'vitest'
import { type FocusMove, judgeMove } from './focus-judge.ts'

const move: FocusMove = {
  at: 10_000,
  fromTarget: false,
  toTarget: true,
  fromTop: 7,
  lastClick: undefined,
  lastShortcut: undefined,
}

test.each([
  ['the target has it, and the person did nothing', {}, 'target'],
  ['the person clicked into the window that had it', { lastClick: { at: 9_900, top: 7 } }, 'target'],
  ['the person clicked another window', { lastClick: { at: 9_900, top: 8 } }, 'person'],
  ['that was long ago', { lastClick: { at: 5_000, top: 8 } }, 'target'],
  ['the person pressed a shortcut', { lastShortcut: 9_700 }, 'person'],
  ['that was long ago, too', { lastShortcut: 5_000 }, 'target'],
  ['it went to somebody else', { toTarget: false }, 'other'],
  ['it went from one window of the target to another', { fromTarget: true }, 'other'],
] as const)('%s', (_, change, mover) => {
  expect(judgeMove({ ...move, ...change })).toBe(mover)
})
