import { describe, expect, it } from 'vitest'
import type { LockReading, LockState } from '../desktop/port.ts'
import { decideScreenLock } from './screen-lock.ts'

const readings = (...states: LockState[]): LockReading[] =>
  states.map((state, index) => ({ source: `source ${index}`, state }))

describe('screen lock', () => {
  it.each<[string, LockState[], boolean]>([
    ['no source at all', [], true],
    ['only absent sources', ['absent', 'absent'], true],
    ['all unlocked', ['unlocked', 'unlocked', 'absent'], true],
    ['one of them locked', ['unlocked', 'locked', 'absent'], false],
    ['one that once answered is silent', ['unlocked', 'silent'], false],
    ['silent and nothing else', ['silent'], false],
  ])('%s', (_name, states, allowed) => {
    expect(decideScreenLock(readings(...states)).allowed).toBe(allowed)
  })

  it('names the source that is locked before one that is silent', () => {
    expect(decideScreenLock(readings('silent', 'locked'))).toEqual({
      allowed: false,
      source: 'source 1',
      why: 'locked',
    })
  })
})
