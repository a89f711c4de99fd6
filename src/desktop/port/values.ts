/** Milliseconds on this process's monotonic clock, as `performance.now()` gives them. */
export type Instant = number

/** How long a call may take, and who may stop it. */
export interface Budget {
  readonly deadline: Instant
  readonly signal?: AbortSignal | undefined
}

declare const handleKind: unique symbol
/** One accessible object of one process; dies with it. */
export type AccessibleHandle = string & { readonly [handleKind]: 'accessible' }
/** One top-level window of the window system. */
export type WindowHandle = string & { readonly [handleKind]: 'window' }

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Rect extends Point {
  readonly width: number
  readonly height: number
}

/** A process that cannot be mistaken for a later one with the same pid. */
export interface ProcessIdentity {
  readonly pid: number
  /** Opaque start time; on Linux field 22 of /proc/PID/stat. */
  readonly startTime: string
}

/**
 * - `gone`: the process, window or accessible no longer exists.
 * - `timeout`: no answer within the budget. What was asked may still happen.
 * - `aborted`: the budget's signal fired.
 * - `unavailable`: this desktop lacks the service altogether (no display, no accessibility bus).
 * - `interface-missing`: the object does not implement what was asked. Proof that nothing happened.
 * - `rejected`: the other side answered with an error or with "no". Not proof that nothing happened.
 * - `disturbs`: it would be in the way of the person just now. Proof that nothing happened.
 * - `failed`: anything else, a fault of ours or of the transport.
 */
export type PortErrorCode =
  | 'gone'
  | 'timeout'
  | 'aborted'
  | 'unavailable'
  | 'interface-missing'
  | 'rejected'
  | 'disturbs'
  | 'failed'

export class PortError extends Error {
  readonly code: PortErrorCode
  constructor(code: PortErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'PortError'
    this.code = code
  }
}

/** A part of the port that a platform, or this machine, may lack. `reason` is written for the person who must mend it. */
export type Offer<T> =
  | { readonly offered: true; readonly use: T }
  | { readonly offered: false; readonly reason: string }

/** Ends a subscription. Idempotent. */
export interface Subscription {
  close(): void
}
