import type { JournalEntry } from '../support/journal.ts'
import type { Answer } from '../support/surehand.ts'
import { matches, type Performance } from './perform.ts'
import type { Line } from './rows.ts'

/** The least time that an action has to show its effect, in microseconds. */
const DEADLINE = 1_000_000

/** A way in which a call did not go as it should. Only the last two are no lie. */
export type FaultKind = 'false success' | 'false failure' | 'wrong verdict' | 'not told' | 'wrong effect' | 'disturbed'

export interface Fault {
  readonly kind: FaultKind
  readonly message: string
}

/**
 * Judges one call by the app's own journal and the hand-written row, never by what the server read back. Where the machine
 * was too busy, effects may come late: then it is true as well not to have seen one, but never to have claimed one.
 */
export function judge(performance: Performance): readonly Fault[] {
  const { row, answer, journal, disturbances, starved } = performance
  const effect = row.intended && journal.find((candidate) => matches(row.intended as Line, candidate))
  const seenInTime = effect !== undefined && effect.t <= answer.answeredAt
  const cameInTime = effect !== undefined && effect.t <= Math.min(answer.answeredAt, answer.askedAt + DEADLINE)
  const faults: Fault[] = []
  const fault = (kind: FaultKind, message: string) => faults.push({ kind, message })

  const claimsEffect = answer.said === 'success' && row.journal.length > 0
  if (claimsEffect && !seenInTime && !isSilentSuccess(performance))
    fault('false success', `success, but the journal does not show that it happened: ${shown(journal)}`)
  const deniesEffect = answer.said === 'effect_not_verified' || answer.said === 'unsupported'
  if (deniesEffect && cameInTime)
    fault('false failure', `${answer.said}, but it had happened ${answer.answeredAt - effect.t} µs before the answer`)

  const missed = row.intended !== undefined && isCautious(answer.said) && !(deniesEffect && cameInTime)
  const excused = starved && (missed || couldNotRead(answer))
  if (answer.said !== row.truth && !excused)
    fault('wrong verdict', `${answer.said}, where the truth is ${row.truth}: ${answer.text.split('\n\n')[0]}`)
  const toldSpecific = answer.data.failure_domain === 'app_specific_semantics'
  if (answer.said === 'success' && toldSpecific !== (row.appSpecific === true))
    fault(
      'not told',
      toldSpecific ? 'says that the app did something else' : 'does not say that the app did something else',
    )

  const { focus_changed } = (answer.meta['computer-use-mcp/focus'] ?? {}) as { focus_changed?: boolean }
  const lostInTime = (performance.focusLostAt ?? Number.POSITIVE_INFINITY) <= answer.answeredAt
  if (lostInTime && disturbances.some((what) => what.startsWith('focus went')) && focus_changed === false)
    fault('not told', 'the focus of the person has moved, and the answer denies it')
  if (disturbances.length === 0 && focus_changed === true)
    fault('not told', 'says that the focus of the person has moved, which it has not')

  const asWritten = row.journal.length === journal.length && row.journal.every((line, n) => matchesAt(line, journal[n]))
  if (!asWritten)
    fault('wrong effect', `the journal should hold ${JSON.stringify(row.journal)}, it holds ${shown(journal)}`)
  if (disturbances.length > 0) fault('disturbed', disturbances.join('; '))
  return faults
}

/** Success of a call after which nothing needs to be in the journal: it already was as asked. */
const isSilentSuccess = ({ row, answer }: Performance): boolean =>
  row.intended === undefined && row.truth === answer.said

const couldNotRead = ({ said, data }: Answer): boolean =>
  said === 'verifier_ambiguous' && data.failure_domain === 'targeting'

const isCautious = (said: string): boolean => said === 'effect_not_verified' || said === 'verifier_ambiguous'

const matchesAt = (line: Line, candidate: JournalEntry | undefined): boolean =>
  candidate !== undefined && matches(line, candidate)

const shown = (journal: readonly JournalEntry[]): string =>
  JSON.stringify(journal.map(({ t: _, seq: __, control, event, ...detail }) => [control, event, detail]))
