import { describe, expect, test } from 'vitest'
import { Silences } from './silence.ts'

const APP = ':1.7'
const LIMIT = 1_000

/** An app that was asked at 0 and whose question was given up at 1,000. */
function silent(): Silences {
  const silences = new Silences()
  silences.asked(APP, 0)
  silences.expired(APP, 1_000)
  return silences
}

describe('an app that answers', () => {
  test('is given its time with every question', () => {
    const silences = new Silences()
    for (const now of [0, 5_000, 60_000]) {
      expect(silences.patience(APP, LIMIT, now)).toBe(LIMIT)
      silences.answered(APP, silences.asked(APP, now), now + 900)
    }
  })

  test('is not silent for one question that it never answers', () => {
    const silences = new Silences()
    silences.asked(APP, 0)
    const second = silences.asked(APP, 10)
    silences.answered(APP, second, 20)
    silences.expired(APP, 1_000)
    expect(silences.patience(APP, LIMIT, 5_000)).toBe(LIMIT)
  })

  test('is not silent while it answers other questions slowly', () => {
    const silences = new Silences()
    const first = silences.asked(APP, 0)
    silences.asked(APP, 0)
    silences.answered(APP, first, 900)
    silences.expired(APP, 1_000)
    expect(silences.patience(APP, LIMIT, 1_000)).toBe(LIMIT - 100)
  })
})

describe('an app that does not answer', () => {
  test('costs its time once: questions asked meanwhile wait for the rest of it', () => {
    const silences = new Silences()
    silences.asked(APP, 0)
    silences.expired(APP, 500) // a question that had only so much time
    expect(silences.patience(APP, LIMIT, 500)).toBe(500)
  })

  test('is waited for briefly even by a question that has less time than the silence lasts already', () => {
    const silences = new Silences()
    silences.asked(APP, 0)
    expect(silences.patience(APP, 500, 800)).toBe(100)
    expect(silences.patience(APP, 50, 800)).toBe(50)
  })

  test('is then waited for only briefly', () => {
    const silences = silent()
    expect(silences.isSilent(APP)).toBe(true)
    expect(silences.patience(APP, LIMIT, 1_000)).toBe(100)
    silences.asked(APP, 1_000)
    expect(silences.patience(APP, LIMIT, 9_000)).toBe(100)
    expect(silences.patience(APP, 50, 9_000)).toBe(50)
  })

  test('was silent all the time if it was not asked meanwhile', () => {
    const silences = new Silences()
    silences.asked(APP, 0)
    silences.expired(APP, 50)
    expect(silences.patience(APP, LIMIT, 60_000)).toBe(100)
  })

  test('is heard again by an answer that nobody waited for', () => {
    const silences = silent()
    silences.answeredLate(APP, 7_000)
    expect(silences.patience(APP, LIMIT, 7_001)).toBe(LIMIT)
  })

  test('is heard again by the answer to a probe', () => {
    const silences = silent()
    silences.patience(APP, LIMIT, 1_000)
    silences.answered(APP, silences.asked(APP, 1_000), 1_001)
    expect(silences.patience(APP, LIMIT, 1_002)).toBe(LIMIT)
  })

  test('says nothing of others', () => {
    expect(silent().patience(':1.8', LIMIT, 1_000)).toBe(LIMIT)
  })
})
