import { done, type Row } from '../rows.ts'

/** Effects that come later than the press, and a press that blocks the app. */
export const timing: readonly Row[] = [
  {
    tool: 'click',
    on: 'slow-button',
    truth: 'success',
    ...done(['slow-button', 'activate', { blocks_ms: 300 }], ['slow-button', 'effect']),
  },
  {
    tool: 'click',
    on: 'quick-button',
    needsHistory: true,
    truth: 'success',
    ...done(['quick-button', 'activate'], ['quick-button', 'effect']),
  },
  {
    tool: 'click',
    on: 'late-button',
    by: 'element',
    args: { expect: { element: 'late-count', name: '1' } },
    truth: 'success',
    ...done(['late-button', 'activate'], ['late-button', 'effect', { count: 1 }]),
  },
  {
    tool: 'click',
    on: 'late-button',
    truth: 'verifier_ambiguous',
    because: 'what changes after 800 ms may have changed by itself',
    ...done(['late-button', 'activate'], ['late-button', 'effect']),
  },
]
