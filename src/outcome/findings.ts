import type { AccessibleHandle } from '../desktop/port.ts'
import type { GradedEvent } from './evidence.ts'
import type { Facts } from './facts.ts'
import type { ExpectReadings, Intent } from './intent.ts'
import type { TargetFields, TargetReading } from './observation.ts'
import type { DeliveryStatus, EvidenceMention } from './verdict.ts'

/** Everything a verdict may turn on. */
export interface Findings {
  readonly intent: Intent
  /** Present when the caller said what should happen; then it alone decides. */
  readonly expect?: ExpectReadings
  /** The element acted on. Absent when the action has none of its own. */
  readonly target?: AccessibleHandle
  readonly before?: TargetReading
  readonly after?: TargetReading
  /** What the intent compares beyond the target's own fields; absent: not observed. */
  readonly factsBefore?: Facts
  readonly factsAfter?: Facts
  readonly events: readonly GradedEvent[]
  /** Another element of the app got its keyboard focus since delivery. */
  readonly focusMoved?: boolean
  /** A caret or a selection of text moved because of what was sent, wherever in the app. */
  readonly caretMoved?: boolean
  /** Windows, dialogs, menus or popups of the target's process that appeared or closed since delivery. */
  readonly windowsChanged: boolean
  /** A popup has closed, as it does when something is pressed in it or beside it. Not among the windows that changed. */
  readonly popupClosed?: boolean
  /** Something changed while the action was under way, before the part of it that decides. */
  readonly changedMeanwhile?: boolean
  /** Accessibility hears nothing of what happens in the window: that nothing was seen to change says nothing. */
  readonly unheard?: boolean
  readonly delivery: DeliveryStatus
}

/** Grades seen, each once, strongest first. */
export function mentions(events: readonly GradedEvent[]): EvidenceMention[] {
  const grades = ['bracketed', 'prompt', 'late', 'restless'] as const
  return grades
    .filter((grade) => events.some((event) => event.grade === grade))
    .map((grade) => ({ grade, what: 'accessible-changed' }))
}

/** The target's fields, where it is there and could be read. */
export const fieldsOf = (reading: TargetReading | undefined): TargetFields | undefined =>
  reading?.kind === 'present' ? reading.fields : undefined
