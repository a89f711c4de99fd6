import { absencesIn, isFocus } from '../support/absences.ts'
import { inWords } from '../support/bystander.ts'
import type { JournalEntry } from '../support/journal.ts'
import type { Answer } from '../support/surehand.ts'
import { matches, type Performance } from './perform.ts'
import { patience } from './report.ts'
import type { Line } from './rows.ts'

/** The least time that an action has to show its effect, in microseconds. */
const DEADLINE = 1_000_000

/** For how long an app that takes the focus by itself may have it, in milliseconds. */
const LONGEST_ABSENCE_MS = 50
/** How much longer it may be where the processes that give it back came to their turn too late. */
const STARVED_FACTOR = 10

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
  return [...judgeVerdict(performance), ...judgeFocus(performance), ...judgeEffect(performance)]
}

function judgeVerdict(performance: Performance): readonly Fault[] {
  const { row, answer, journal, starved } = performance
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
    fault(
      'wrong verdict',
      `${answer.said}, where the truth is ${row.truth}: ${answer.text.split('\n\n')[0]} ${evidenceOf(answer)}`,
    )
  const toldSpecific = answer.data.failure_domain === 'app_specific_semantics'
  if (answer.said === 'success' && toldSpecific !== (row.appSpecific === true))
    fault(
      'not told',
      toldSpecific ? 'says that the app did something else' : 'does not say that the app did something else',
    )
  return faults
}

/** What the verdict was drawn from, as the answer tells it. */
function evidenceOf({ meta }: Answer): string {
  const outcome = meta['computer-use-mcp/outcome'] as { readonly evidence?: unknown } | undefined
  return JSON.stringify(outcome?.evidence ?? [])
}

/** What became of the person's focus must be what the row declares, and must be reported; anything else disturbs. */
function judgeFocus({ row, answer, noticed, starved }: Performance): readonly Fault[] {
  const faults: Fault[] = []
  const fault = (kind: FaultKind, message: string) => faults.push({ kind, message })
  const { focus_changed, focus_change_allowed } = (answer.meta['computer-use-mcp/focus'] ?? {}) as FocusMeta
  const absences = absencesIn(noticed.heard)
  const focusMoved = noticed.moved.some(({ part }) => part === 'focus')
  // What comes after the answer, nobody can tell then.
  const lostInTime = (absences[0]?.lostAt ?? Number.POSITIVE_INFINITY) <= answer.answeredAt
  if (lostInTime && (row.focus === undefined ? focusMoved && focus_changed === false : focus_changed !== true))
    fault('not told', 'the person has lost the focus, and the answer does not say so')
  if (absences.length === 0 && !focusMoved && focus_changed === true)
    fault('not told', 'says that the focus of the person has moved, which it has not')

  const ofFocus = (part: string) => part === 'focus' || part === 'active'
  const unexpected = inWords({
    moved: noticed.moved.filter(({ part }) => row.focus !== 'moved' || !ofFocus(part)),
    heard: noticed.heard.filter((entry) => row.focus === undefined || !isFocus(entry)),
  })
  if (unexpected.length > 0) fault('disturbed', unexpected.join('; '))

  if (row.focus === 'returned') {
    const longest = LONGEST_ABSENCE_MS * (starved ? STARVED_FACTOR : patience)
    for (const { lostAt, ms } of absences)
      if (lostAt === undefined || ms === undefined || ms > longest)
        fault('disturbed', `the person was without the focus ${ms === undefined ? 'for good' : `for ${ms} ms`}`)
  }
  if (row.focus === 'moved' && absences.length > 0 && focus_change_allowed !== true)
    fault('not told', 'the call was allowed to move the focus, and the answer does not say so')
  return faults
}

interface FocusMeta {
  readonly focus_changed?: boolean
  readonly focus_change_allowed?: boolean
}

function judgeEffect({ row, journal }: Performance): readonly Fault[] {
  const { alongside = [] } = row
  const essential = journal.filter((candidate) => !alongside.some((line) => matches(line, candidate)))
  if (isAsWritten(row.journal, essential)) return []
  const message = `the journal should hold ${JSON.stringify(row.journal)}, it holds ${shown(journal)}`
  return [{ kind: 'wrong effect', message }]
}

/** All of the lines, in order, and nothing else. */
function isAsWritten(lines: readonly Line[], journal: readonly JournalEntry[]): boolean {
  let at = 0
  for (const line of lines) {
    if (!matchesAt(line, journal[at])) return false
    at += 1
    while (line[3] === 'once or more' && matchesAt(line, journal[at])) at += 1
  }
  return at === journal.length
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
