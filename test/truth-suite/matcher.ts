import { expect } from 'vitest'
import { judge } from './judge.ts'
import type { Performance } from './perform.ts'
import { note } from './report.ts'
import { nameOf } from './rows.ts'

expect.extend({
  toTellTheTruth(performance: Performance) {
    const { row, address, answer, place } = performance
    const faults = judge(performance)
    note({
      row: `${nameOf(row)} by ${address}, ${place}`,
      said: answer.said,
      ms: (answer.answeredAt - answer.askedAt) / 1_000,
      faults: faults.map(({ kind }) => kind),
      excused: faults.length === 0 && answer.said !== row.truth,
    })
    const because = row.because === undefined ? '' : `\n(${row.because})`
    return {
      pass: faults.length === 0,
      message: () =>
        faults.length === 0
          ? `${nameOf(row)} tells the truth`
          : `${nameOf(row)} by ${address}, ${place}:\n${faults.map(({ kind, message }) => `${kind}: ${message}`).join('\n')}${because}`,
    }
  },
})

declare module 'vitest' {
  interface Matchers {
    /** The verdict agrees with the hand-written row and with the app's journal, and nobody was disturbed. */
    toTellTheTruth(): void
  }
}
