import { appendFileSync } from 'node:fs'

/** Set by `repeat.ts` while it keeps all cores busy: then effects may miss their deadline, and answers come late. */
const underLoad = process.env.TRUTH_UNDER_LOAD === '1'
/** How much longer than on an idle machine something may take. */
export const patience = underLoad ? 10 : 1

/** One judged call, as `repeat.ts` reads it. */
export interface ReportLine {
  readonly row: string
  readonly said: string
  readonly ms: number
  readonly faults: readonly string[]
  /** Not the verdict of an idle machine, and true on this busy one. */
  readonly excused?: boolean
  /** Longest time for which the person was without the focus before they had it back, where the row declares that. */
  readonly absent_ms?: number
}

const file = process.env.TRUTH_REPORT

/** Notes a judged call where `repeat.ts` asked for it, one JSON object a line. */
export function note(line: ReportLine): void {
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(line)}\n`)
}
