import { describe, expect, test } from 'vitest'
import { membersOf, type ProcessEntry } from './processes.ts'

const entry = (pid: number, facts: Partial<ProcessEntry> = {}): ProcessEntry => ({
  pid,
  parent: 1,
  startTime: `${pid}`,
  desktops: [],
  service: false,
  ...facts,
})

const pids = (members: ReadonlyMap<number, ProcessEntry>) => [...members.keys()].sort((a, b) => a - b)

describe('members of a desktop', () => {
  test('are those that carry its id, whoever their parent is', () => {
    const all = [entry(1), entry(2, { desktops: ['mine'] }), entry(3, { desktops: ['other'] }), entry(4)]
    expect(pids(membersOf('mine', all))).toEqual([2])
  })

  test('are those of a desktop inside it too', () => {
    const all = [entry(2, { desktops: ['mine', 'inner'] })]
    expect(pids(membersOf('mine', all))).toEqual([2])
    expect(pids(membersOf('inner', all))).toEqual([2])
  })

  test('are their descendants that have overwritten their environment, in whatever order /proc lists them', () => {
    const all = [
      entry(9, { parent: 8 }),
      entry(8, { parent: 7 }),
      entry(7, { desktops: ['mine'] }),
      entry(5, { parent: 4 }),
    ]
    expect(pids(membersOf('mine', all))).toEqual([7, 8, 9])
  })

  test('stay members when their parent has gone', () => {
    const before = membersOf('mine', [entry(7, { desktops: ['mine'] }), entry(8, { parent: 7 })])
    expect(pids(membersOf('mine', [entry(8, { parent: 1 })], before))).toEqual([8])
  })

  test('are not later processes that got the same pid', () => {
    const before = membersOf('mine', [entry(7, { desktops: ['mine'] })])
    expect(pids(membersOf('mine', [entry(7, { startTime: 'later' })], before))).toEqual([])
  })

  test('a descendant of a service is a service', () => {
    const all = [entry(7, { desktops: ['mine'], service: true }), entry(8, { parent: 7 })]
    expect(membersOf('mine', all).get(8)?.service).toBe(true)
  })
})
