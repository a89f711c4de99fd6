import type { JournalEntry } from './journal.ts'

/** A time in which the person's window was without the focus. */
export interface Absence {
  /** On the clock of the journals; undefined: the focus came back to a window that had never lost it. */
  readonly lostAt?: number
  /** Undefined: the focus did not come back. */
  readonly ms?: number
}

/** From the journal of the person's window, in pairs. */
export function absencesIn(heard: readonly JournalEntry[]): readonly Absence[] {
  const absences: Absence[] = []
  for (const { event, t } of heard.filter(isFocus)) {
    const last = absences.at(-1)
    if (event === 'focus-out') absences.push({ lostAt: t })
    else if (last?.lostAt === undefined || last.ms !== undefined) absences.push({})
    else absences[absences.length - 1] = { lostAt: last.lostAt, ms: (t - last.lostAt) / 1_000 }
  }
  return absences
}

export const isFocus = ({ control, event }: JournalEntry): boolean =>
  control === 'window' && (event === 'focus-in' || event === 'focus-out')
