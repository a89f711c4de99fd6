/** What an action is meant to achieve; decided before delivery from the target as it was then. */
export type Intent =
  /** Press it; whatever it does. */
  | { readonly type: 'activate' }
  /** Reach a checked state. */
  | { readonly type: 'toggle'; readonly to: boolean }
  /** Select a row, item or cell. */
  | { readonly type: 'select' }
  /** Put the keyboard focus on a text role. */
  | { readonly type: 'focus' }
  /** Open a menu. */
  | { readonly type: 'menu' }
  | { readonly type: 'set-text'; readonly text: string }
  | {
      readonly type: 'set-number'
      readonly value: number
      /** The control's own step; 0 where it states none. */
      readonly step: number
    }
  | {
      readonly type: 'type'
      readonly text: string
      /** The field's text with the typed text spliced in at the caret or over the selection; absent when unreadable. */
      readonly expected?: string
    }

/** Was the caller's own expectation true? `unknown`: it could not be read. */
export type ExpectReading = boolean | 'unknown'

export interface ExpectReadings {
  readonly before: ExpectReading
  readonly after: ExpectReading
}
