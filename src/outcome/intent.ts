import type { Rect } from '../desktop/port.ts'

/** What an action is meant to achieve; decided before delivery from the target as it was then. */
export type Intent =
  /** Press it; whatever it does. */
  | {
      readonly type: 'activate'
      /** By two presses, of which the first may do something else, such as select. */
      readonly twice?: boolean
    }
  /** Give a command, such as an item of a menu: what it does need not show in any window. */
  | { readonly type: 'command' }
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
  /** Press keys in whatever has the app's own focus. */
  | {
      readonly type: 'keys'
      /** They move the focus or the caret, and need do nothing else: Tab, arrows, Home, End, paging. */
      readonly navigates: boolean
    }
  | { readonly type: 'select-text'; readonly start: number; readonly end: number }
  | { readonly type: 'scroll'; readonly direction: Direction }
  | { readonly type: 'drag' }
  | { readonly type: 'place-window'; readonly frame: Partial<Rect> }
  | { readonly type: 'window-state'; readonly state: WindowAim }
  /** Start an app, or only make sure that it runs. */
  | { readonly type: 'open-app'; readonly activate: boolean }
  | { readonly type: 'open-url'; readonly url: string }
  | { readonly type: 'write-clipboard'; readonly text: string }

export type Direction = 'up' | 'down' | 'left' | 'right'

/** What a window should become; `closed` is also reached when it asks back in a dialog. */
export type WindowAim = 'raised' | 'minimized' | 'restored' | 'fullscreen' | 'not-fullscreen' | 'closed'

/** Was the caller's own expectation true? `unknown`: it could not be read. */
export type ExpectReading = boolean | 'unknown'

export interface ExpectReadings {
  readonly before: ExpectReading
  readonly after: ExpectReading
}
