import { expect, test } from 'vitest'
import type { PaintWatch } from '../desktop/port.ts'
import type { Action, ToolContext } from '../tools/define.ts'
import { watchRepaint } from './repaint.ts'

type Options = Partial<Action['options']>
const action = (options: Options = {}): Action =>
  ({ window: 'w', options: { includeState: true, includeScreenshot: true, ...options } }) as Action
const contextOf = (watchPaint: () => Promise<PaintWatch>) =>
  ({ desktop: { capture: { watchPaint } } }) as unknown as ToolContext

test.each<[string, Options]>([
  ['no picture', { includeScreenshot: false }],
  ['no state', { includeState: false }],
])('%s is wanted: nothing is watched', (_why, options) => {
  const context = contextOf(() => Promise.reject(new Error('must not be asked')))
  expect(watchRepaint(action(options), context)).toBeUndefined()
})

test('what changed is waited for, for a tenth of a second at most', async () => {
  const asked: [number, number][] = []
  const context = contextOf(async () => ({ rest: async (since, until) => void asked.push([since, until]), close() {} }))
  const now = performance.now()
  await watchRepaint(action(), context)?.settled(now - 5)
  expect(asked).toHaveLength(1)
  const [since, until] = asked[0] ?? []
  expect(since).toBe(now - 5)
  expect((until ?? 0) - now).toBeGreaterThanOrEqual(100)
  expect((until ?? 0) - performance.now()).toBeLessThanOrEqual(100)
})

test('where nothing tells of painting there is no waiting', async () => {
  const context = contextOf(() => Promise.reject(new Error('no DAMAGE')))
  const repaint = watchRepaint(action(), context)
  await repaint?.settled(performance.now())
  repaint?.close()
})

test('the watch ends, also one that was still being opened', async () => {
  let closed = 0
  let open: (watch: PaintWatch) => void = () => {}
  const opening = new Promise<PaintWatch>((resolve) => {
    open = resolve
  })
  watchRepaint(
    action(),
    contextOf(() => opening),
  )?.close()
  open({ rest: async () => {}, close: () => closed++ })
  await opening
  await Promise.resolve()
  expect(closed).toBe(1)
})
