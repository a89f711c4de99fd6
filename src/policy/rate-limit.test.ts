import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideRate, RateBuckets } from './rate-limit.ts'

describe('rate limit', () => {
  it('lets a burst through, then one each interval', () => {
    const buckets = new RateBuckets({ perSecond: 10, burst: 3 })
    const waits = [0, 0, 0, 0, 0].map((now) => buckets.take('a', now, 10_000).waitMs)
    expect(waits).toEqual([0, 0, 0, 100, 200])
  })

  it('is no fixed window: the burst comes back one place at a time', () => {
    const buckets = new RateBuckets({ perSecond: 10, burst: 3 })
    for (let i = 0; i < 3; i++) buckets.take('a', 0, 0)
    expect(buckets.take('a', 99, 0).granted).toBe(false)
    expect(buckets.take('a', 100, 0).granted).toBe(true)
    expect(buckets.take('a', 100, 0).granted).toBe(false)
  })

  it('keeps callers apart', () => {
    const buckets = new RateBuckets({ perSecond: 1, burst: 1 })
    expect(buckets.take('a', 0, 0).granted).toBe(true)
    expect(buckets.take('b', 0, 0).granted).toBe(true)
    expect(buckets.take('a', 0, 0).granted).toBe(false)
  })

  it('does not charge a call that it refuses', () => {
    const buckets = new RateBuckets({ perSecond: 1, burst: 1 })
    buckets.take('a', 0, 0)
    for (let i = 0; i < 100; i++) expect(buckets.take('a', 500, 0).granted).toBe(false)
    expect(buckets.take('a', 1_000, 0).granted).toBe(true)
  })

  it('never grants more than burst + rate × time', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 300 }),
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 20 }),
        (gaps, perSecond, burst) => {
          const buckets = new RateBuckets({ perSecond, burst })
          let now = 0
          let granted = 0
          for (const gap of gaps) {
            now += gap
            if (buckets.take('a', now, 0).granted) granted++
          }
          expect(granted).toBeLessThanOrEqual(burst + (now / 1_000) * perSecond + 1e-9)
        },
      ),
    )
  })

  it('treats an old bucket like a new one', () => {
    expect(decideRate({ perSecond: 10, burst: 2 }, 5_000, 60_000)).toEqual(
      decideRate({ perSecond: 10, burst: 2 }, undefined, 60_000),
    )
  })
})
