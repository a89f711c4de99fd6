import { type Findings, fieldsOf, mentions } from './findings.ts'
import type { Intent } from './intent.ts'
import type { TargetFields } from './observation.ts'
import { ambiguous, type EvidenceMention, notVerified, type Outcome, success } from './verdict.ts'

const direct = (what: string): EvidenceMention[] => [{ grade: 'direct', what }]

const unreadable = 'The field could not be read after the action. Call get_app_state before you go on.'
const secret = 'The field holds a secret, so its text is never read. Whether it arrived cannot be said.'

/** Two numbers are the same value as far as a double that went over a wire can tell. */
const same = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b))

export function reduceSetText(text: string, findings: Findings): Outcome {
  const after = fieldsOf(findings.after)
  if (after?.secret === true) return ambiguous(secret, 'verification')
  if (after?.text === undefined) return ambiguous(unreadable, 'targeting')
  if (after.text === text) return success(direct('target-text'))
  return differentText(after, findings)
}

export function reduceNumber(intent: Extract<Intent, { type: 'set-number' }>, findings: Findings): Outcome {
  const after = fieldsOf(findings.after)?.value
  if (after === undefined) return ambiguous(unreadable, 'targeting')
  if (same(after, intent.value)) return success(direct('target-value'))
  const before = fieldsOf(findings.before)?.value
  const moved = before !== undefined && !same(before, after)
  if (moved && intent.step > 0 && Math.abs(after - intent.value) <= intent.step)
    return {
      classification: 'success',
      failureDomain: 'app_specific_semantics',
      summary: `The control moves in steps of ${intent.step}: asked for ${intent.value}, it is at ${after}.`,
      evidence: direct('target-value'),
    }
  return notVerified(
    `Asked for ${intent.value}, the control is at ${after}.`,
    'verification',
    mentions(findings.events),
  )
}

/** The field may be read-only to accessibility and the app show what it heard elsewhere. A clock that comes to show it does not. */
function isEchoed({ factsBefore, factsAfter, events }: Findings): boolean {
  const [before, after] = [factsBefore?.echo, factsAfter?.echo]
  if (before === undefined || after === undefined) return false
  const isRestless = (shown: string) => events.some(({ grade, source }) => grade === 'restless' && source === shown)
  return Object.entries(after).some(([shown, count]) => count > countOf(before, shown) && !isRestless(shown))
}

const countOf = (echo: Readonly<Record<string, number>>, shown: string): number => echo[shown] ?? 0

export function reduceTyping(intent: Extract<Intent, { type: 'type' }>, findings: Findings): Outcome {
  const after = fieldsOf(findings.after)
  if (after?.secret === true) return ambiguous(secret, 'verification')
  if (isEchoed(findings)) return success(direct('text-echoed'))
  if (after?.text === undefined) return ambiguous(unreadable, 'targeting')
  if (intent.expected !== undefined && after.text === intent.expected) return success(direct('target-text'))
  const before = fieldsOf(findings.before)?.text
  if (before !== undefined && occurrences(after.text, intent.text) > occurrences(before, intent.text))
    return {
      classification: 'success',
      failureDomain: 'app_specific_semantics',
      summary: 'The text is there once more than before, but not only at the caret: the app changed it further.',
      evidence: direct('target-text'),
    }
  const outcome = differentText(after, findings)
  if (outcome.classification !== 'effect_not_verified' || Object.keys(findings.factsBefore?.echo ?? {}).length === 0)
    return outcome
  return ambiguous(
    'The field does not hold it. Elsewhere the window showed this text before and shows it now, so that proves nothing.',
    'verification',
    outcome.evidence,
  )
}

function differentText(after: TargetFields, findings: Findings): Outcome {
  const changed = fieldsOf(findings.before)?.text !== after.text
  return notVerified(
    changed
      ? 'It was sent, but the app made something else of the text. Read the field before you go on.'
      : 'It was sent and accepted, but the field still holds what it held.',
    'verification',
    changed ? direct('target-text') : mentions(findings.events),
  )
}

/** Occurrences of `part` in `whole`, overlapping ones included. */
export function occurrences(whole: string, part: string): number {
  let count = 0
  for (let at = whole.indexOf(part); at >= 0 && part !== ''; at = whole.indexOf(part, at + 1)) count++
  return count
}
