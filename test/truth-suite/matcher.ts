import { expect } from 'vitest'
import { absencesIn } from '../support/absences.ts'
import { judge } from './judge.ts'
import type { Performance } from './perform.ts'
import { note } from './report.ts'
import { nameOf } from './rows.ts'

expect.extend({
  toTellTheTruth(performance: Performance) {
    const { row, address, answer, place } = performance
    const faults = judge(performance)
    const absent = absencesIn(performance.noticed.heard).flatMap(({ ms }) => ms ?? [])
    note({
      row: `${nameOf(row)} by ${address}, ${place}`,
      said: answer.said,
      ms: (answer.answeredAt - answer.askedAt) / 1_000,
      faults: faults.map(({ kind }) => kind),
      excused: faults.length === 0 && answer.said !== row.truth,
      ...(absent.length > 0 && { absent_ms: Math.max(...absent) }),
    })
    const because = row.because === undefined ? '' : `\n(${row.because})`
    return {
      pass: faults.length === 0,
      message: () =>
        faults.length === 0
          ? `${nameOf(row)} tells the truth`
          : `${nameOf(row)} by ${address}, ${place}, said ${answer.said}:\n${faults.map(({ kind, message }) => `${kind}: ${message}`).join('\n')}${because}`,
    }
  },
})

declare module 'vitest' {
  interface Matchers {
    /** The verdict agrees with the hand-written row and with the app's journal, and nobody was disturbed. */
    toTellTheTruth(): void
  }
}
