import type { AccessibleHandle, Instant } from './values.ts'

export type AccessibleEventKind =
  | 'name'
  | 'description'
  | 'text'
  | 'value'
  | 'state'
  | 'children'
  | 'bounds'
  | 'selection'
  | 'text-selection'
  | 'caret'
  | 'active-descendant'
  | 'attributes'
  | 'model'
  | 'document'
  | 'window'
  | 'other'

export interface AccessibleEvent {
  /** Position in the app's own stream of messages; comparable with a `Receipt` of the same app. */
  readonly sequence: number
  /** Whose stream: an app with the tree of another process in its own has two. Those of a `Receipt` compare with its own only. */
  readonly stream?: string
  readonly at: Instant
  readonly source: AccessibleHandle
  readonly kind: AccessibleEventKind
  /** The event's detail: `insert`, `checked`, `activate`, … */
  readonly detail: string
  /** `state` events: the new value. */
  readonly on?: boolean
  /** `text` events: how many characters, as the app counts them. */
  readonly length?: number
}
