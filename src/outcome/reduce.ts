import { type Findings, mentions } from './findings.ts'
import type { ExpectReadings } from './intent.ts'
import { reduceDrag, reduceKeys, reduceScroll, reduceSelectText } from './reduce-move.ts'
import {
  reduceActivation,
  reduceCommand,
  reduceDoubleActivation,
  reduceFocus,
  reduceMenu,
  reduceSelection,
  reduceToggle,
} from './reduce-press.ts'
import { reduceNumber, reduceSetText, reduceTyping } from './reduce-text.ts'
import { reduceClipboard, reduceOpenApp, reduceOpenUrl, reducePlacement, reduceWindowState } from './reduce-window.ts'
import { ambiguous, type EvidenceMention, notVerified, type Outcome, success } from './verdict.ts'

/**
 * Judges an action that was sent. Pure. Called again whenever something new was seen, until the deadline;
 * only `success` ends the waiting early.
 */
export function reduce(findings: Findings): Outcome {
  const outcome = findings.expect === undefined ? reduceIntent(findings) : reduceExpectation(findings.expect, findings)
  if (outcome.classification !== 'effect_not_verified' || findings.delivery !== 'unknown') return outcome
  return ambiguous(
    'The app answered with an error or not at all, and no effect was seen. It may still have happened.',
    'transport',
    outcome.evidence,
  )
}

function reduceIntent(findings: Findings): Outcome {
  const { intent } = findings
  switch (intent.type) {
    case 'activate':
      return intent.twice === true ? reduceDoubleActivation(findings) : reduceActivation(findings)
    case 'command':
      return reduceCommand(findings)
    case 'toggle':
      return reduceToggle(intent.to, findings)
    case 'select':
      return reduceSelection(findings)
    case 'focus':
      return reduceFocus(findings)
    case 'menu':
      return reduceMenu(findings)
    case 'set-text':
      return reduceSetText(intent.text, findings)
    case 'set-number':
      return reduceNumber(intent, findings)
    case 'type':
      return reduceTyping(intent, findings)
    case 'keys':
      return reduceKeys(intent, findings)
    case 'select-text':
      return reduceSelectText(intent, findings)
    case 'scroll':
      return reduceScroll(intent.direction, findings)
    case 'drag':
      return reduceDrag(findings)
    case 'place-window':
      return reducePlacement(intent.frame, findings)
    case 'window-state':
      return reduceWindowState(intent.state, findings)
    case 'open-app':
      return reduceOpenApp(intent, findings)
    case 'open-url':
      return reduceOpenUrl(intent.url, findings)
    case 'write-clipboard':
      return reduceClipboard(intent.text, findings)
  }
}

function reduceExpectation(expect: ExpectReadings, { events }: Findings): Outcome {
  const evidence: EvidenceMention[] = [{ grade: 'direct', what: 'expectation' }]
  if (expect.before === true)
    return ambiguous('What you expect was already true before the action, so it proves nothing.', 'verification')
  if (expect.before === 'unknown' || expect.after === 'unknown')
    return ambiguous('What you expect could not be read.', 'targeting')
  if (expect.after) return success(evidence)
  return notVerified(
    'It was sent, but what you expect had not become true by the deadline.',
    'verification',
    mentions(events),
  )
}
