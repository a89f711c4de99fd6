import type { Summary } from './summary.ts'

/** Rows of one verdict only are counted; those with several, or with a fault, are shown. */
export function renderSummary(summary: Summary): string {
  const shown = summary.rows.filter(
    ({ said, faults }) => Object.keys(said).length > 1 || Object.keys(faults).length > 0,
  )
  const width = Math.max(0, ...shown.map(({ row }) => row.length))
  const lines = shown.map(({ row, said, faults, median_ms }) =>
    [row.padEnd(width), counts(said), `${median_ms} ms`, counts(faults)].join('  ').trimEnd(),
  )
  const same = summary.rows.length - shown.length
  return [
    ...lines,
    `${same} further rows had the same verdict every time.`,
    ...summary.failed.map((test) => `failed: ${test}`),
    `${summary.runs_passed} of ${summary.runs} runs passed${summary.load ? ' with all cores busy' : ''}, ${summary.seconds} s in all.`,
    `${summary.absences.count} calls took the person's focus and gave it back, after ${summary.absences.longest_ms.toFixed(1)} ms at most.`,
    `${summary.calls} calls judged, ${summary.false_verdicts} false verdicts, ${summary.excused} in doubt because the machine was busy${summary.ok ? '' : ` (${counts(summary.faults)})`}.`,
    '',
  ].join('\n')
}

const counts = (tally: Readonly<Record<string, number>>): string =>
  Object.entries(tally)
    .map(([word, count]) => `${word} ${count}`)
    .join(', ')
