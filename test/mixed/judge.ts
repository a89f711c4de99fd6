import type { JournalEntry } from '../support/journal.ts'
import type { Answer } from '../support/surehand.ts'
import type { Plan } from './plan.ts'

/**
 * How a call did not go as it should.
 * - `false success`: it claims what the journal does not show by then, or calls literal what was not.
 * - `false failure`: it denies (`effect_not_verified`, `unsupported`) what the journal shows within the deadline.
 * - `acted`: it was refused, or said to be unsupported, and the app was reached all the same.
 * - `twice`: it was done more often than asked.
 * - `stray`: another control did something.
 * - `refused`: with a code that nothing explains.
 * - `not refused`: although the element is another one now.
 */
export type FaultKind = 'false success' | 'false failure' | 'acted' | 'twice' | 'stray' | 'refused' | 'not refused'

export interface Judgement {
  readonly faults: readonly FaultKind[]
  /** What was asked for had come about when the answer came, or was so before. */
  readonly happened: boolean
}

export interface Call {
  readonly plan: Plan
  readonly answer: Pick<Answer, 'said' | 'data' | 'answeredAt'>
  /** Until when the server says that it waits for the effect, on the clock of the journal. */
  readonly deadlineAt: number
  /** What the app journalled from the call until all of it had settled. */
  readonly lines: readonly JournalEntry[]
}

const verdicts = new Set(['success', 'unsupported', 'effect_not_verified', 'verifier_ambiguous'])

/** By the journal alone. */
export function judge({ plan, answer, deadlineAt, lines }: Call): Judgement {
  const own = lines.filter(isOwnDoing)
  const elsewhere = ({ control }: JournalEntry) => control !== plan.control && !plan.touches?.includes(control)
  const stray = own.some((line) => elsewhere(line) && !isDeselection(line))
  const faults: FaultKind[] = stray ? ['stray'] : []
  if (!verdicts.has(answer.said)) return judgeRefusal(plan, answer.said, own, faults)
  if (plan.truth.kind === 'refused') return { faults: [...faults, 'not refused'], happened: false }
  if (answer.said === 'unsupported' && own.length > 0) faults.push('acted')
  if (plan.truth.kind === 'never')
    return { faults: answer.said === 'success' ? [...faults, 'false success'] : faults, happened: false }

  const { truth } = plan
  const shown = truth.shown(lines)
  const inTime = shown !== undefined && shown.t <= answer.answeredAt
  const happened = inTime || truth.already
  if (truth.repeats?.(lines)) faults.push('twice')
  if (answer.said === 'success') {
    const toldOtherwise = answer.data.failure_domain === 'app_specific_semantics'
    const other = truth.otherwise?.(lines)
    const madeOtherwise = toldOtherwise && other !== undefined && other.t <= answer.answeredAt
    if (!(happened || madeOtherwise) || (!truth.literal && !toldOtherwise)) faults.push('false success')
  } else if (answer.said !== 'verifier_ambiguous' && inTime && shown.t <= deadlineAt && truth.literal) {
    faults.push('false failure')
  }
  return { faults, happened }
}

function judgeRefusal(plan: Plan, said: string, own: readonly JournalEntry[], faults: FaultKind[]): Judgement {
  const expected = (plan.truth.kind === 'refused' && plan.truth.code === said) || plan.mayRefuse?.includes(said)
  const all: FaultKind[] = [...faults, ...(own.length > 0 ? (['acted'] as const) : [])]
  return { faults: expected ? all : [...all, 'refused'], happened: false }
}

/** A field that loses the focus inside the app drops its selection. */
const isDeselection = ({ event, text }: JournalEntry): boolean => event === 'selection' && text === ''

/** Lines by which the app tells what input reached it, and lines about our own commands, are no doing of a control. */
const input = new Set(['key-press', 'key-release', 'button-press', 'button-release', 'wheel', 'motion'])
const administrative = new Set([
  'ready',
  'exit',
  'ack',
  'rebuilt',
  'resorted',
  'tick',
  'armed',
  'fired',
  'focus-in',
  'focus-out',
])

const isOwnDoing = ({ control, event }: JournalEntry): boolean =>
  !input.has(event) && !administrative.has(event) && control !== 'commands' && control !== 'clipboard'
