import type { ScrollFacts } from './facts.ts'
import { type Findings, fieldsOf, mentions } from './findings.ts'
import type { Direction, Intent } from './intent.ts'
import { reduceActivation, reduceWhole } from './reduce-press.ts'
import { ambiguous, type EvidenceMention, notVerified, type Outcome, success } from './verdict.ts'

const direct = (what: string): EvidenceMention[] => [{ grade: 'direct', what }]

/**
 * Text, caret, selection or focus of the focused element changed, or something with the grades of a press. Keys that only
 * navigate must move the focus or the caret: that something else changed says nothing about them.
 */
export function reduceKeys({ navigates }: Extract<Intent, { type: 'keys' }>, findings: Findings): Outcome {
  const before = fieldsOf(findings.before)
  const after = fieldsOf(findings.after)
  if (findings.focusMoved === true) return success(direct('focus-moved'))
  if (before !== undefined && after !== undefined) {
    if (JSON.stringify(before.selection) !== JSON.stringify(after.selection)) return success(direct('target-caret'))
    if (before.text !== after.text) return success(direct('target-text'))
    if (before.characterCount !== after.characterCount) return success(direct('target-text'))
    if (before.value !== after.value) return success(direct('target-value'))
  }
  // Where the app does not say what has its focus, a caret that moved just then says it.
  if (before === undefined && findings.caretMoved === true)
    return success([{ grade: 'bracketed', what: 'caret-moved' }])
  const outcome = reduceActivation(findings)
  if (before === undefined && outcome.classification === 'effect_not_verified')
    return ambiguous(
      'It was sent, but the app does not say what has its focus, so what the key did cannot be told.',
      'targeting',
      outcome.evidence,
    )
  if (!navigates || findings.windowsChanged || outcome.classification !== 'success') return outcome
  const target = outcome.evidence.find(({ what }) => what.startsWith('target-'))
  if (target !== undefined) return outcome
  return ambiguous(
    'Something changed, but neither the focus nor the caret moved.',
    'verification',
    mentions(findings.events),
  )
}

export function reduceSelectText(
  { start, end }: Extract<Intent, { type: 'select-text' }>,
  findings: Findings,
): Outcome {
  const after = fieldsOf(findings.after)
  if (after?.selection === undefined) return ambiguous('The selection could not be read back.', 'targeting')
  if (after.selection.start === start && after.selection.end === end) return success(direct('target-selection'))
  return notVerified('It was sent, but another range is selected.', 'verification')
}

/** Position or visible content went in that direction. What else changed in the window does not count. */
export function reduceScroll(direction: Direction, { factsBefore, factsAfter }: Findings): Outcome {
  const before = factsBefore?.scroll
  const after = factsAfter?.scroll
  const forward = direction === 'down' || direction === 'right'
  if (before?.position !== undefined && after?.position !== undefined) {
    const moved = after.position.value - before.position.value
    if (moved !== 0 && moved > 0 === forward) return success(direct('scroll-position'))
    if (moved !== 0) return notVerified('It scrolled the other way.', 'verification')
  }
  if (before?.visible !== undefined && after?.visible !== undefined && before.visible !== after.visible)
    return success(direct('scroll-content'))
  if (before?.position !== undefined && after?.position !== undefined && isAtEnd(after.position, forward))
    return success(direct('scroll-extent'), 'Nothing moved: it is at its end.')
  if (before?.position === undefined && before?.visible === undefined)
    return ambiguous('Neither the position nor the content of the container can be read.', 'targeting')
  return notVerified('It was sent, but nothing scrolled. Try press_key with Page_Down or Page_Up.', 'transport')
}

/** What cannot be told before anything is sent: where it ends, when only the most that may be in view is known. */
const isAtEnd = ({ value, minimum, maximum, page }: NonNullable<ScrollFacts['position']>, forward: boolean): boolean =>
  page !== undefined && (forward ? value + page >= maximum : value <= minimum)

/**
 * The value of what was dragged, the text that it marked, or evidence from the release on. That a window came or went proves
 * nothing: a drag shows its own icon in one. Nor does what changed on the way: what is passed lights up.
 */
export function reduceDrag(findings: Findings): Outcome {
  const [before, after] = [fieldsOf(findings.before), fieldsOf(findings.after)]
  if (before?.value !== undefined && after?.value !== undefined && before.value !== after.value)
    return success(direct('target-value'))
  const marked = after?.selection
  if (marked !== undefined && marked.end > marked.start && JSON.stringify(marked) !== JSON.stringify(before?.selection))
    return success(direct('target-selection'))
  // A popup that took along what was dragged in it is another matter.
  const popupClosed = findings.popupClosed === true && findings.after?.kind === 'gone'
  const outcome = reduceWhole({ ...findings, windowsChanged: false, popupClosed })
  if (outcome.classification !== 'effect_not_verified' || findings.changedMeanwhile !== true) return outcome
  return ambiguous(
    'Something changed while it was dragged, but nothing when it was released.',
    'verification',
    outcome.evidence,
  )
}
