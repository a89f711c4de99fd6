import type { ErrorCode } from '../errors.ts'
import type { LadderResult } from '../ladder/rung.ts'
import type { TargetReading } from '../outcome/observation.ts'
import type { Outcome } from '../outcome/verdict.ts'
import type { Answer } from '../tools/define.ts'
import type { FocusReport } from './focus-telemetry.ts'
import type { GateRecord } from './gate-log.ts'
import type { PageAfter } from './policy-gate.ts'
import type { Phase } from './transaction.ts'

/** What an action that reached the `before` phase has to show. */
export interface ActionReport {
  readonly outcome: Outcome
  /** Absent when nothing was to be sent. */
  readonly ladder?: LadderResult
  readonly before?: TargetReading
  readonly after?: TargetReading
  readonly focus: FocusReport
  /** The state of the window after the action, where it was asked for and could be read. */
  readonly state?: Answer
  /** Something in the window or its app changed between delivery and verdict; absent: not observed. */
  readonly uiChanged?: boolean
  /** What the URL policy says of the page that is shown now. Absent: no browser, or no policy. */
  readonly page?: PageAfter
}

/** One finished call, before it is rendered for any protocol. Exactly one of the three is there. */
export interface CallResult {
  readonly tool: string
  readonly operationId: string
  readonly decisionId: string
  readonly phase: Phase | 'aborted'
  /** Milliseconds by phase, and `total`. */
  readonly timings: Readonly<Record<string, number>>
  /** Every gate that was asked, in order; one that is asked again stands there again. */
  readonly gates: readonly GateRecord[]
  readonly refusal?: {
    readonly code: ErrorCode
    readonly message: string
    readonly data: Readonly<Record<string, unknown>>
  }
  readonly answer?: Answer
  /** Did the person's focus move while a reading call ran? Absent: not observed. Of an action it stands in its report. */
  readonly focusChanged?: boolean
  readonly action?: ActionReport
  /** The audit log does not hold the outcome. */
  readonly unrecorded?: true
}
