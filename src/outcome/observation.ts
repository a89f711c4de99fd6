import type { AccessibleDetails, AccessibleRecord, State } from '../desktop/port.ts'
import { isDisabled, isPassword } from '../perception/index.ts'

/** States that a verdict may turn on. */
const judgedStates = ['checked', 'selected', 'expanded', 'focused', 'enabled', 'sensitive', 'pressed'] as const
export type JudgedState = (typeof judgedStates)[number]

/** The target's own fields at one moment. A field that is absent was not observed. */
export interface TargetFields {
  readonly role: string
  readonly name: string
  readonly states: Readonly<Record<JudgedState, boolean>>
  /** It cannot be used; each toolkit says it with other states. */
  readonly disabled: boolean
  /** Its content must not be read or shown. */
  readonly secret: boolean
  readonly text?: string
  readonly characterCount?: number
  /** Character offsets, end exclusive; an empty range is the caret. */
  readonly selection?: { readonly start: number; readonly end: number }
  readonly value?: number
}

export type TargetReading =
  | { readonly kind: 'present'; readonly fields: TargetFields }
  | { readonly kind: 'gone' }
  | { readonly kind: 'unreadable' }

export function targetFields(record: AccessibleRecord, details: AccessibleDetails | undefined): TargetFields {
  const secret = isPassword(record.role)
  const text = details?.text
  const selection =
    text?.selections[0] ?? (text?.caret === undefined ? undefined : { start: text.caret, end: text.caret })
  return {
    role: record.role,
    name: record.name,
    states: Object.fromEntries(judgedStates.map((state: State) => [state, record.states.has(state)])) as Record<
      JudgedState,
      boolean
    >,
    disabled: isDisabled(record),
    secret,
    ...(text === undefined ? {} : { characterCount: text.characterCount }),
    ...(secret || text?.content === undefined ? {} : { text: text.content }),
    ...(selection === undefined ? {} : { selection }),
    ...(details?.value === undefined ? {} : { value: details.value.current }),
  }
}
