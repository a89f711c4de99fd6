import { expect, test } from 'vitest'
import { PortError } from '../../port.ts'
import { type LockAnswer, openLockReader } from './lock-source.ts'

const budget = { deadline: Number.POSITIVE_INFINITY }

/** Reads a source that gives these answers one after the other; returns the states. */
async function states(...answers: readonly (LockAnswer['state'] | Error)[]): Promise<readonly string[]> {
  const left = [...answers]
  const reader = openLockReader({
    name: 'test',
    ask: async () => {
      const next = left.shift()
      if (next instanceof Error) throw next
      return { state: next as LockAnswer['state'] }
    },
  })
  const read: string[] = []
  for (const _ of answers) read.push((await reader.read(budget)).state)
  return read
}

const missing = new PortError('unavailable', 'no bus')
const late = new PortError('timeout', 'no answer')

test('what a source says is passed on', async () => {
  expect(await states('absent', 'unlocked', 'locked')).toEqual(['absent', 'unlocked', 'locked'])
})

test('one that never was there is absent; one that went after it answered is silent', async () => {
  expect(await states(missing, 'absent')).toEqual(['absent', 'absent'])
  expect(await states('unlocked', 'absent')).toEqual(['unlocked', 'silent'])
  expect(await states('unlocked', missing)).toEqual(['unlocked', 'silent'])
})

test('one that is there and does not answer is silent from the first time on', async () => {
  expect(await states(late, new Error('nonsense'))).toEqual(['silent', 'silent'])
})

test('a source that comes back is believed again', async () => {
  expect(await states('locked', 'absent', 'unlocked')).toEqual(['locked', 'silent', 'unlocked'])
})
