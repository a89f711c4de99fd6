import type { FocusTaken, Instant, Receipt } from '../desktop/port.ts'
import type { FallbackReason, Tier } from './tiers.ts'

/**
 * What one rung can prove about its own delivery.
 * - `delivered`: the app took it. `receipt` brackets the app's messages, where there is an answer to bracket with.
 * - `posted`: it was sent on a way that gives no landing signal.
 * - `not_delivered`: proof that nothing reached the app.
 * - `unknown`: anything else; an error from the other side is not proof that nothing happened.
 */
export type RungAnswer =
  | {
      readonly status: 'delivered'
      readonly receipt?: Receipt
      /** Of input by a seat: when the app had handled all of it. */
      readonly handledAt?: Instant
      /** When the part of it began that decides: what changed before is no effect. Absent: when it was sent. */
      readonly decisiveFrom?: Instant
      /** The target took the person's focus by itself, and it was given back. */
      readonly focusTaken?: FocusTaken
      /** Said to the caller beside the verdict: characters that could not be typed, a gesture that was stopped. */
      readonly shortfall?: string
    }
  | { readonly status: 'posted' }
  | { readonly status: 'not_delivered'; readonly reason: FallbackReason }
  | { readonly status: 'unknown'; readonly detail: string }

/** One way to deliver one action to one target. */
export interface Rung {
  readonly tier: Tier
  /** It may move the person's keyboard focus, so it needs their consent even below a takeover. */
  readonly takesFocus?: boolean
  deliver(): Promise<RungAnswer>
}

/** What the caller and the operator allow for this call. */
export interface Permissions {
  readonly tiers: ReadonlySet<Tier>
  readonly allowFocusChange: boolean
  readonly allowGlobalCursor: boolean
}

export interface LadderPlan {
  /** In the order to try them. */
  readonly rungs: readonly Rung[]
  /** Reasons found while planning for which rungs were left out, in order. */
  readonly leftOut: readonly FallbackReason[]
  readonly permissions: Permissions
  /**
   * Only for actions that may safely be sent twice (`set_value`, window state): after a delivery, true when a fresh
   * read equals the state before exactly, so that the next rung may try. Absent: never a second delivery.
   */
  readonly stillUnchanged?: () => Promise<boolean>
}

export interface LadderResult {
  readonly status: RungAnswer['status']
  /** The tier that delivered, or may have; absent when none did. */
  readonly tier?: Tier
  readonly receipt?: Receipt
  readonly handledAt?: Instant
  readonly decisiveFrom?: Instant
  readonly focusTaken?: FocusTaken
  readonly shortfall?: string
  readonly fallbackReasons: readonly FallbackReason[]
  /** Of `unknown`: what the other side said, free of the app's text. */
  readonly detail?: string
}
