import { expect, test } from 'vitest'
import { type Desktop, PortError } from '../../desktop/port.ts'
import { meteredDesktop, requestResults } from './metered-desktop.ts'

const budget = { deadline: Number.POSITIVE_INFINITY }

function stage(session: Partial<Desktop['session']>) {
  const told: string[] = []
  const seat = { isUp: false }
  const desktop = {
    accessibility: {},
    apps: { isAlive: () => true },
    windows: {},
    capture: {},
    focus: {},
    session,
    get agentSeat() {
      return seat.isUp ? { offered: true } : { offered: false, reason: 'none' }
    },
    health: async () => [],
  } as unknown as Desktop
  const metered = meteredDesktop(desktop, (part, result, ms) => told.push(`${part} ${result} ${ms >= 0}`))
  return { told, metered, seat }
}

test('an answer goes on, and is told of', async () => {
  const readings = [{ source: 'logind', state: 'unlocked' }] as const
  const { told, metered } = stage({ lock: async () => readings })
  expect(await metered.session.lock(budget)).toBe(readings)
  expect(told).toEqual(['session ok true'])
})

test.each([
  ...requestResults.filter((result) => result !== 'ok').map((code) => [code, new PortError(code, ''), code] as const),
  ['a code that is none', new PortError('Bank – Firefox' as 'gone', ''), 'failed'],
  ['any other error', new TypeError('a title'), 'failed'],
] as const)('%s', async (_, error, result) => {
  const { told, metered } = stage({ lock: () => Promise.reject(error) })
  await expect(metered.session.lock(budget)).rejects.toBe(error)
  expect(told).toEqual([`session ${result} true`])
})

test('what answers at once, and parts that are not metered, are as they were', async () => {
  const { told, metered, seat } = stage({})
  expect(metered.apps.isAlive({ pid: 1, startTime: '1' })).toBe(true)
  expect(metered.agentSeat.offered).toBe(false)
  seat.isUp = true
  expect(metered.agentSeat.offered).toBe(true)
  expect(await metered.health(budget)).toEqual([])
  expect(told).toEqual([])
})
