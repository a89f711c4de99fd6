import type { SuiteRun } from './run-suite.ts'

/** A verdict that says something other than what happened. */
const FALSE: ReadonlySet<string> = new Set(['false success', 'false failure', 'wrong verdict', 'not told'])

export interface RowSummary {
  readonly row: string
  /** How often each verdict or code was the answer. */
  readonly said: Readonly<Record<string, number>>
  readonly faults: Readonly<Record<string, number>>
  readonly median_ms: number
}

export interface Summary {
  readonly ok: boolean
  readonly load: boolean
  readonly runs: number
  readonly runs_passed: number
  readonly calls: number
  readonly false_verdicts: number
  /** Cautious verdicts that are true only because the machine was busy. */
  readonly excused: number
  readonly faults: Readonly<Record<string, number>>
  /** How often a declared loss of the person's focus occurred, and for how long at most. */
  readonly absences: { readonly count: number; readonly longest_ms: number }
  readonly seconds: number
  readonly rows: readonly RowSummary[]
  readonly failed: readonly string[]
}

export function summarise(runs: readonly SuiteRun[], { load }: { readonly load: boolean }): Summary {
  const lines = runs.flatMap((run) => run.lines)
  const failed = runs.flatMap((run) => run.failed)
  const absences = lines.flatMap(({ absent_ms }) => absent_ms ?? [])
  const faults = tally(lines.flatMap((line) => line.faults))
  const rows = [...Map.groupBy(lines, ({ row }) => row)].map(([row, calls]) => ({
    row,
    said: tally(calls.map(({ said }) => said)),
    faults: tally(calls.flatMap((call) => call.faults)),
    median_ms: median(calls.map(({ ms }) => ms)),
  }))
  return {
    ok: failed.length === 0 && Object.keys(faults).length === 0,
    load,
    runs: runs.length,
    runs_passed: runs.filter((run) => run.failed.length === 0).length,
    calls: lines.length,
    false_verdicts: Object.entries(faults).reduce((sum, [kind, count]) => sum + (FALSE.has(kind) ? count : 0), 0),
    excused: lines.filter((line) => line.excused === true).length,
    faults,
    absences: { count: absences.length, longest_ms: Math.max(0, ...absences) },
    seconds: Math.round(runs.reduce((sum, run) => sum + run.seconds, 0)),
    rows,
    failed,
  }
}

function tally(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1
  return counts
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return Math.round((sorted[Math.floor(sorted.length / 2)] ?? 0) * 10) / 10
}
