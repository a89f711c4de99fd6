import { expect, test } from 'vitest'
import type { LockReading } from '../../port.ts'
import { checkLock } from './lock.ts'

const check = (...readings: LockReading[]) =>
  checkLock({ read: async () => readings, close() {} }, { deadline: performance.now() + 1_000 })

test('a source that is silent is named in the remedy', async () => {
  const part = await check(
    { source: 'logind', state: 'silent' },
    { source: 'covering window', state: 'unlocked' },
    { source: 'xscreensaver', state: 'absent' },
  )
  expect(part).toMatchObject({ state: 'degraded', detail: 'logind says silent, covering window says unlocked' })
  expect(part.remedy).toContain('(logind)')
})

test('without any source the remedy names none', async () => {
  const part = await check({ source: 'logind', state: 'absent' })
  expect(part).toMatchObject({ state: 'degraded', remedy: expect.stringContaining('X display') })
  expect(part.remedy).not.toContain('logind')
})

test('a locked screen is no fault of the machine', async () => {
  expect(await check({ source: 'logind', state: 'locked' })).toMatchObject({
    state: 'ok',
    detail: 'logind says locked',
  })
})
