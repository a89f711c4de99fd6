import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packRequests, unpackRequests } from './requests.ts'

const request = fc.record({
  major: fc.integer({ min: 1, max: 255 }),
  minor: fc.integer({ min: 0, max: 255 }),
  body: fc.array(fc.uint8Array({ minLength: 4, maxLength: 4 }), { maxLength: 50 }).map((words) => Buffer.concat(words)),
})

test('what is packed is unpacked', () => {
  fc.assert(
    fc.property(fc.array(request), (requests) => {
      const unpacked = unpackRequests(packRequests(requests))
      expect(unpacked.map(({ body, ...head }) => ({ ...head, body: [...body] }))).toEqual(
        requests.map(({ body, ...head }) => ({ ...head, body: [...body] })),
      )
    }),
  )
})

test('a request that is cut off is left out, and a senseless one ends it', () => {
  const whole = packRequests([
    { major: 1, minor: 2, body: Buffer.alloc(8) },
    { major: 3, minor: 4, body: Buffer.alloc(4) },
  ])
  expect(unpackRequests(whole.subarray(0, whole.length - 1)).map(({ major }) => major)).toEqual([1])
  expect(unpackRequests(Buffer.alloc(16))).toEqual([])
})
