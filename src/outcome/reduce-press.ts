import { type Findings, fieldsOf, mentions } from './findings.ts'
import type { TargetFields } from './observation.ts'
import { ambiguous, type EvidenceMention, notVerified, type Outcome, success } from './verdict.ts'

const direct = (what: string): EvidenceMention => ({ grade: 'direct', what })

const nothingSeen = 'It was sent and accepted, but nothing that counts had changed by the deadline.'
const unattributed =
  'Something that is usually quiet changed, but too late or with too little history to say that this action did it. ' +
  'Look at the new state, or repeat with `expect`.'
const onlyClosed =
  'A popup closed, as it does whatever is pressed; nothing else was seen to change. Look at the new state.'
const unheard =
  'The app tells accessibility nothing of what happens in this window, so only the picture can show what came of it. ' +
  'Call get_app_state, with ocr=true to read the texts in it.'
const targetUnreadable = 'The target could not be read after the action. Call get_app_state before you go on.'

/** A press of something with no state of its own to reach. */
export function reduceActivation(findings: Findings): Outcome {
  const found = [...directEvidence(findings), ...mentions(findings.events)]
  if (found.some(({ grade }) => grade === 'direct' || grade === 'bracketed' || grade === 'prompt'))
    return success(found)
  if (findings.events.some((event) => event.grade === 'late' && event.quiet))
    return ambiguous(unattributed, 'verification', found)
  if (findings.after?.kind === 'unreadable') return ambiguous(targetUnreadable, 'targeting', found)
  if (findings.popupClosed === true) return ambiguous(onlyClosed, 'verification', found)
  if (findings.unheard === true) return ambiguous(unheard, 'verification', found)
  return notVerified(nothingSeen, 'verification', found)
}

/** Pressed twice: what one press alone does, which is to select, proves nothing about the two; the second one selects again. */
export function reduceDoubleActivation(findings: Findings): Outcome {
  const outcome = reduceWhole({ ...findings, events: findings.events.filter(({ selects }) => selects !== true) })
  if (outcome.classification !== 'effect_not_verified') return outcome
  const isSelected = (reading: Findings['before']) => fieldsOf(reading)?.states.selected
  const hasSelected = findings.events.some(({ selects }) => selects === true)
  if (findings.changedMeanwhile !== true && !hasSelected && isSelected(findings.before) === isSelected(findings.after))
    return outcome
  return ambiguous(
    'Nothing was seen but what one press alone does as well: whether the app took the two for a double click cannot be told.',
    'verification',
    outcome.evidence,
  )
}

/** The same for what begins like something else: a press that begins a drag, or a double click, may select. */
export function reduceWhole(findings: Findings): Outcome {
  const { before, after } = findings
  if (before?.kind !== 'present' || after?.kind !== 'present') return reduceActivation(findings)
  const { selected } = before.fields.states
  const unselected = { ...after.fields, states: { ...after.fields.states, selected } }
  return reduceActivation({ ...findings, after: { kind: 'present', fields: unselected } })
}

/** A control shows that it was used; a command may as well save a file, or do again what is there to be seen already. */
export function reduceCommand(findings: Findings): Outcome {
  const outcome = reduceActivation(findings)
  return outcome.classification === 'effect_not_verified'
    ? ambiguous(
        'The command was given and accepted, but nothing was seen to change. It may do what no window shows.',
        'verification',
        outcome.evidence,
      )
    : outcome
}

/** A menu should have opened. */
export function reduceMenu(findings: Findings): Outcome {
  if (findings.windowsChanged) return success([direct('window-changed')])
  const expandedNow = fieldsOf(findings.after)?.states.expanded === true
  if (expandedNow && fieldsOf(findings.before)?.states.expanded === false) return success([direct('target-state')])
  const outcome = reduceActivation(findings)
  return outcome.classification === 'effect_not_verified'
    ? ambiguous('It was sent, but no menu was seen to open.', 'verification', outcome.evidence)
    : outcome
}

export function reduceToggle(to: boolean, findings: Findings): Outcome {
  const after = fieldsOf(findings.after)
  if (after === undefined) return reduceActivation(findings)
  const reached = isOn(after) === to
  const before = fieldsOf(findings.before)
  const changed = before !== undefined && isOn(before) !== isOn(after)
  if (reached && changed) return success([direct('target-state')])
  if (findings.windowsChanged) return success([direct('window-changed')])
  return notVerified(
    `It was sent, but the control is still ${isOn(after) ? 'on' : 'off'}.`,
    'verification',
    mentions(findings.events),
  )
}

export function reduceSelection(findings: Findings): Outcome {
  const after = fieldsOf(findings.after)
  if (after?.states.selected === true) return success([direct('target-selected')])
  if (after === undefined) return ambiguous(targetUnreadable, 'targeting')
  return notVerified('It was sent, but the element is not selected.', 'verification', mentions(findings.events))
}

/** A field should have the app's own focus. Toolkits say so only while the window is active; a caret that moved says it too. */
export function reduceFocus(findings: Findings): Outcome {
  const before = fieldsOf(findings.before)
  const after = fieldsOf(findings.after)
  if (after?.states.focused === true) return success([direct('target-focused')])
  if (after === undefined) return ambiguous(targetUnreadable, 'targeting')
  if (before !== undefined && JSON.stringify(before.selection) !== JSON.stringify(after.selection))
    return success([direct('target-caret')])
  if (findings.factsAfter?.window?.active === false)
    return ambiguous(
      'It was sent; in a window that is not active the app does not say what has its focus.',
      'verification',
    )
  return notVerified('It was sent, but the field does not have the focus.', 'verification', mentions(findings.events))
}

/** What changed on the target itself, or which windows came and went. */
function directEvidence(findings: Findings): EvidenceMention[] {
  const found: EvidenceMention[] = []
  if (findings.windowsChanged) found.push(direct('window-changed'))
  const before = fieldsOf(findings.before)
  if (before === undefined) return found
  if (findings.after?.kind === 'gone' && findings.popupClosed !== true) found.push(direct('target-removed'))
  const after = fieldsOf(findings.after)
  if (after === undefined) return found
  if (after.name !== before.name && !isRestless(findings)) found.push(direct('target-relabelled'))
  for (const state of ['checked', 'selected', 'expanded', 'enabled', 'sensitive'] as const)
    if (after.states[state] !== before.states[state]) found.push(direct('target-state'))
  return found
}

/** The target itself is a thing that changes by itself, such as a button with a countdown in its label. */
const isRestless = ({ events, target }: Findings): boolean =>
  events.some((event) => event.grade === 'restless' && event.source === target)

const isOn = (fields: TargetFields): boolean => fields.states.checked || fields.states.pressed
