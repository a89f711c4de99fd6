/**
 * Every error code that a caller can meet, in one table. `docs/errors.md` is made from it.
 * A code means that the call was refused or never ran; what an action that ran achieved is a verdict, not an error.
 */
interface ErrorFacts {
  /** When it occurs, in one sentence. */
  readonly when: string
  /** What the caller should do next; sent along with every error. */
  readonly recovery: string
  /** The same call may succeed later without any change. */
  readonly retryable: boolean
  /** Something may already have reached the app. */
  readonly mayHaveActed: boolean
}

const nothingSent = { mayHaveActed: false } as const

export const errorTable = {
  UNKNOWN_TOOL: {
    ...nothingSent,
    when: 'The tool name is not in the catalog.',
    recovery: 'Use a name from tools/list.',
    retryable: false,
  },
  INVALID_ARGUMENTS: {
    ...nothingSent,
    when: 'An argument is missing, unknown, of the wrong type, or contradicts another one.',
    recovery: 'Correct the named argument and call again.',
    retryable: false,
  },
  APP_NOT_FOUND: {
    ...nothingSent,
    when: 'No app matches `app` (running; for open_app also: installed), or the app ended.',
    recovery: 'Call list_apps and use a name or pid from it.',
    retryable: false,
  },
  AMBIGUOUS_TARGET: {
    ...nothingSent,
    when: 'Several apps or windows match equally well.',
    recovery: 'Choose one of the candidates that the message names.',
    retryable: false,
  },
  WINDOW_NOT_FOUND: {
    ...nothingSent,
    when: 'The app has no usable window, or none with the asked title.',
    recovery: 'Call list_windows to see what is open.',
    retryable: false,
  },
  ELEMENT_NOT_FOUND: {
    ...nothingSent,
    when: 'The element_id is unknown, malformed, or was given to another caller.',
    recovery: 'Call get_app_state and use an id from it.',
    retryable: false,
  },
  STALE_ELEMENT: {
    ...nothingSent,
    when: 'The element is no longer the one that was captured: gone, replaced, relabelled, moved to another window, or its process restarted.',
    recovery: 'Call get_app_state again; never guess which element took its place.',
    retryable: false,
  },
  STALE_COORDINATES: {
    ...nothingSent,
    when: 'A coordinate was given for a window that was not captured with a picture, or that moved or changed size since.',
    recovery: 'Call get_app_state with include_screenshot and use coordinates of that picture.',
    retryable: false,
  },
  ACTION_NOT_FOUND: {
    ...nothingSent,
    when: 'The element does not offer the named action.',
    recovery: 'Use one of the actions that the message lists.',
    retryable: false,
  },
  NO_FOCUSED_FIELD: {
    ...nothingSent,
    when: 'No element was given and no text field of the window has the focus.',
    recovery: 'Give the element_id of a text field, or method "keys" to type wherever the focus of the app is.',
    retryable: false,
  },
  TEXT_NOT_FOUND: {
    ...nothingSent,
    when: 'The text to select is not in the element, not as often as asked, or cannot be read.',
    recovery: 'Read the element with read_text or get_app_state and give the piece exactly as it stands there.',
    retryable: false,
  },
  OFFSCREEN_TARGET: {
    ...nothingSent,
    when: 'The window would be where no display shows enough of it to be used.',
    recovery: 'Choose a place and size inside a display; the message names them.',
    retryable: false,
  },
  CONFIRMATION_REQUIRED: {
    ...nothingSent,
    when: 'The action is destructive or touches a secret, and was not confirmed.',
    recovery: 'Ask the person. If they agree, repeat the same call with confirm: true.',
    retryable: false,
  },
  POLICY_DENIED: {
    ...nothingSent,
    when: "The operator's policy denies the app, the page or the action; `gate` and `rules` say what decided.",
    recovery: 'Do not look for another way around it. Tell the person; the operator can change the policy.',
    retryable: false,
  },
  RATE_LIMITED: {
    ...nothingSent,
    when: 'The caller acts faster than the operator allows, and waiting would take too long.',
    recovery: 'Wait for the time that the message names, then repeat the call.',
    retryable: true,
  },
  SCREEN_LOCKED: {
    ...nothingSent,
    when: 'The screen is locked, or a lock source that once answered is silent.',
    recovery: 'Stop acting and tell the person. Reading tools still work.',
    retryable: true,
  },
  AUDIT_UNAVAILABLE: {
    ...nothingSent,
    when: 'The audit log cannot be written to disk, so what was to be done could not be accounted for.',
    recovery:
      'Stop acting and tell the person: the folder of the audit log (audit.directory) needs room, or rights. Reading tools still work, and acting ones do again once it can be written.',
    retryable: true,
  },
  DESKTOP_UNAVAILABLE: {
    ...nothingSent,
    when: 'There is no display or no accessibility bus, or it stopped answering.',
    recovery: 'Ask the person to run `surehand doctor`; it says what is missing and how to mend it.',
    retryable: true,
  },
  APP_UNRESPONSIVE: {
    ...nothingSent,
    when: 'The app did not answer in time while it was being read; nothing was sent.',
    recovery:
      'Call get_app_state: while the app does not answer it shows the picture, on which x and y work. Other apps are unaffected.',
    retryable: true,
  },
  CANCELLED: {
    ...nothingSent,
    when: 'The client cancelled the call before anything was sent.',
    recovery: 'Nothing happened; call again if it is still wanted.',
    retryable: true,
  },
  DEADLINE_EXCEEDED: {
    ...nothingSent,
    when: "The call's deadline passed before anything was sent.",
    recovery: 'Nothing happened; call again, with fewer elements where the call reads much.',
    retryable: true,
  },
  OPERATION_CONFLICT: {
    ...nothingSent,
    when: 'The operation id is in use by another call of this caller.',
    recovery: 'Use a new operation id for each call.',
    retryable: false,
  },
  INTERNAL: {
    mayHaveActed: true,
    when: 'A fault inside surehand.',
    recovery: 'Look at the screen before you repeat anything. Report the decision id from the log.',
    retryable: false,
  },
} as const satisfies Record<string, ErrorFacts>

export type ErrorCode = keyof typeof errorTable

/** Thrown anywhere before delivery to end a call with an error result. The message is product text for the model. */
export class Refusal extends Error {
  readonly code: ErrorCode
  /** Machine-readable addition, such as candidates or seconds to wait. */
  readonly data: Readonly<Record<string, unknown>>
  constructor(code: ErrorCode, message: string, data: Readonly<Record<string, unknown>> = {}, options?: ErrorOptions) {
    super(message, options)
    this.name = 'Refusal'
    this.code = code
    this.data = data
  }
}

export function errorFacts(code: ErrorCode): ErrorFacts {
  return errorTable[code]
}
