import type { AccessibleEvent, AccessibleHandle, Instant } from '../desktop/port.ts'
import type { EvidenceGrade } from './verdict.ts'

/**
 * How soon after the app's answer a change counts as prompt, in milliseconds. A coincidence can only fall into
 * this window, so it is kept far below the verification deadline; slower honest effects end as `late`.
 */
export const PROMPT_MS = 30
/** Left alone for less than this, an accessible that changed late cannot be called quiet, in milliseconds. */
export const MIN_REST_MS = 3_000
/**
 * An app that was watched for less than this, or in which something changed by itself for the first time since, may well
 * have another such surprise just now: no timing tells that from an effect. Milliseconds.
 */
export const CALM_MS = 10_000
/** A change that no action explains is remembered for this long, in milliseconds. */
export const MEMORY_MS = 30_000
/**
 * From so many late changes on an accessible may be a clock: one that ticks once a second does so once in each of several
 * actions in a row, and never between them. It may as well be an honest effect that takes its time. Rest tells them apart.
 */
export const MANY_LATE_CHANGES = 3
/** An accessible must have been quiet this many times longer than it took to react. */
const QUIET_FACTOR = 10

/** When an action was under way, in the app's own message order and on our clock. */
export interface DeliveryWindow {
  readonly sentAt: Instant
  /** When the part of it began that decides, after the app had acted on what came before. Absent: `sentAt`. */
  readonly decisiveFrom?: Instant
  /** Absent while the app has not answered. */
  readonly repliedAt?: Instant
  readonly opened?: number
  readonly closed?: number
  /** Whose messages `opened` and `closed` count: order holds within one stream only. */
  readonly stream?: string | undefined
  /** The toolkit acts this long after its answer; absent: at once. Milliseconds. */
  readonly actsAfter?: number
  /** Input by a seat: when the app had handled all of it. */
  readonly handledAt?: Instant
}

/** What is known of one accessible at the moment of delivery. Durations in milliseconds. */
export interface SourceHistory {
  /** It changed by itself lately. */
  readonly restless: boolean
  /** Since its last change that no action of ours explains; Infinity when none was seen. */
  readonly quietFor: number
  /** Changes too late to be attributed to the action that was under way, in the last 30 s. */
  readonly lateChanges: number
  /** How long the app was watched while left alone: since the first of those late changes, else since the first look. */
  readonly restedFor: number
  /** How long the app has been listened to. */
  readonly observedFor: number
  /** Since anything in the app last changed by itself that never had before; Infinity when nothing did. */
  readonly calmFor: number
}

export interface GradedEvent {
  readonly grade: EvidenceGrade
  readonly source: AccessibleHandle
  /** The source was not known to change by itself; a late change of a quiet accessible makes a verdict ambiguous. */
  readonly quiet: boolean
  /** It came when an effect would, but its source is not proven quiet: it speaks neither for the action nor against the source. */
  readonly timely: boolean
  /** Something was selected, or was selected once more. */
  readonly selects?: true
}

/** State changes that accompany any press or any focus move, and so prove nothing about an effect. */
const incidentalStates = new Set([
  'focused',
  'active',
  'armed',
  'pressed',
  'showing',
  'visible',
  'busy',
  'focusable',
  // GTK 3 says it on and off of widgets that nobody changed.
  'has-tooltip',
  // Toolkits let go of what is no longer shown when it suits them; that it went, its parent has told.
  'defunct',
])

/**
 * Could this event be the effect of an action at all? Geometry, focus and caret moves are not:
 * a press alone can cause them.
 */
export function isSubstantive(event: Pick<AccessibleEvent, 'kind' | 'detail'>): boolean {
  switch (event.kind) {
    case 'name':
    case 'description':
    case 'text':
    case 'value':
    case 'children':
    case 'selection':
    case 'model':
    case 'document':
      return true
    case 'state':
      return !incidentalStates.has(event.detail)
    default:
      return false
  }
}

const selects = ({ kind, detail }: Pick<AccessibleEvent, 'kind' | 'detail'>): boolean =>
  kind === 'selection' || (kind === 'state' && detail === 'selected')

/** Grades one event of the target's app. Pure; `history` is what was known of its source before delivery. */
export function gradeEvent(
  event: Pick<AccessibleEvent, 'sequence' | 'at' | 'source' | 'kind' | 'detail' | 'stream'>,
  window: DeliveryWindow,
  history: SourceHistory,
): GradedEvent | undefined {
  if (!isSubstantive(event)) return undefined
  if (event.at < decisiveFrom(window)) return undefined
  const of = { source: event.source, ...(selects(event) && { selects: true as const }) }
  if (history.restless) return { grade: 'restless', ...of, quiet: false, timely: false }

  const mayBeClock = history.lateChanges >= MANY_LATE_CHANGES && history.restedFor < MIN_REST_MS
  if (isBracketed(event, window) && !mayBeClock) return { grade: 'bracketed', ...of, quiet: true, timely: true }

  const answeredAt = window.repliedAt ?? window.handledAt
  const timely = answeredAt !== undefined && isPrompt(event.at - answeredAt, window.actsAfter)
  const prompt = timely && isProvenQuiet(history, event.at - window.sentAt)
  return { grade: prompt ? 'prompt' : 'late', ...of, quiet: true, timely }
}

/** From when on a change may be the effect. */
export const decisiveFrom = ({ sentAt, decisiveFrom = sentAt }: DeliveryWindow): Instant => decisiveFrom

/** `delay` is counted from the answer. */
const isPrompt = (delay: number, actsAfter = 0): boolean =>
  delay <= PROMPT_MS || (delay >= actsAfter && delay <= actsAfter + PROMPT_MS)

/**
 * Watched for long enough without a change of its own, in an app that has no surprises. What changed late counts as quiet
 * only after as much time in which the app was left alone, for a clock would have changed then.
 */
function isProvenQuiet(history: SourceHistory, reaction: number): boolean {
  const { quietFor, observedFor, calmFor, lateChanges, restedFor } = history
  const long = QUIET_FACTOR * reaction
  if (observedFor < Math.max(CALM_MS, long) || calmFor < CALM_MS || quietFor < long) return false
  return lateChanges === 0 || restedFor >= Math.max(MIN_REST_MS, long)
}

/**
 * Input goes over the window system and events over the bus: their order is not kept, so an event may arrive this much
 * after the answer that was sent behind it, in milliseconds.
 */
const CROSSING_MS = 5

/** Was it sent after the app began with what we sent, and before it said that it was done with it? */
export function isBracketed(
  { sequence, at, stream }: Pick<AccessibleEvent, 'sequence' | 'at' | 'stream'>,
  window: DeliveryWindow,
): boolean {
  if (window.opened !== undefined && window.closed !== undefined)
    return stream === window.stream && sequence > window.opened && sequence < window.closed
  return window.handledAt !== undefined && at <= window.handledAt + CROSSING_MS
}
