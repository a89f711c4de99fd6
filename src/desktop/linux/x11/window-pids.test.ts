import { describe, expect, test } from 'vitest'
import { isThisHost, ownerPid, parseClientIds } from './window-pids.ts'

test('parseClientIds walks over entries with and without a value', () => {
  const reply = Buffer.alloc(24 + 16 + 12 + 16)
  const entries = [0x400000, 2, 4, 1234, 0x600000, 2, 0, 0x800000, 2, 4, 99]
  reply.writeUInt32LE(3, 0)
  entries.forEach((value, index) => {
    reply.writeUInt32LE(value, 24 + index * 4)
  })
  expect([...parseClientIds(reply)]).toEqual([
    [0x400000, 1234],
    [0x800000, 99],
  ])
})

describe('ownerPid', () => {
  test('the kernel is believed before the client', () => {
    expect(ownerPid({ connectionPid: 7, claimedPid: 2, machine: undefined })).toBe(7)
  })
  test('a claim from another machine, or from nowhere, is no pid of ours', () => {
    expect(ownerPid({ connectionPid: undefined, claimedPid: 2, machine: 'elsewhere.example' })).toBeUndefined()
    expect(ownerPid({ connectionPid: undefined, claimedPid: 2, machine: undefined })).toBeUndefined()
  })
})

test.each([
  ['box', 'box', true],
  ['box.example.org', 'box', true],
  ['box', 'box.example.org', true],
  ['box.example.org', 'box.example.com', false],
  ['other', 'box', false],
  ['', 'box', false],
])('isThisHost(%j, %j)', (machine, host, expected) => {
  expect(isThisHost(machine, host)).toBe(expected)
})
