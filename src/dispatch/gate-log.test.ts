import { expect, test } from 'vitest'
import { PortError } from '../desktop/port.ts'
import { Refusal } from '../errors.ts'
import { GateLog } from './gate-log.ts'

test.each([
  ['a refusal', new Refusal('SCREEN_LOCKED', ''), 'refuse'],
  ['a call that was cancelled', new Refusal('CANCELLED', ''), 'stopped'],
  ['a call without time', new Refusal('DEADLINE_EXCEEDED', ''), 'stopped'],
  ['a wait that was cut short', new DOMException('', 'AbortError'), 'stopped'],
  ['a question that was cut short', new PortError('aborted', ''), 'stopped'],
  ['a question without answer', new PortError('timeout', ''), 'error'],
  ['a fault', new TypeError(''), 'error'],
])('%s', async (_, error, decision) => {
  const log = new GateLog()
  await expect(log.pass('screen_lock', () => Promise.reject(error))).rejects.toBe(error)
  expect(log.records).toEqual([{ gate: 'screen_lock', decision, ms: expect.any(Number) }])
})

test('gates stand in the order in which they answered, and their answer goes on', async () => {
  const log = new GateLog()
  expect(await log.pass('rate_limit', () => 7)).toBe(7)
  await log.pass('screen_lock', async () => {})
  const thrown = () => {
    throw new Refusal('CONFIRMATION_REQUIRED', '')
  }
  await expect(log.pass('confirmation', thrown)).rejects.toThrow(Refusal)
  expect(log.records.map(({ gate, decision }) => [gate, decision])).toEqual([
    ['rate_limit', 'allow'],
    ['screen_lock', 'allow'],
    ['confirmation', 'refuse'],
  ])
})
