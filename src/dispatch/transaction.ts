import { Refusal } from '../errors.ts'
import { GateLog } from './gate-log.ts'

/** The phases of a call, in order. `aborted` ends one that was stopped before anything was sent. */
export const phases = ['resolve', 'gate', 'before', 'deliver', 'after', 'verify', 'commit'] as const
export type Phase = (typeof phases)[number]

const deliverAt = phases.indexOf('deliver')

/** Where a call is. Phases advance one at a time; cancellation is honoured up to `deliver`. */
export class Transaction {
  readonly operationId: string
  readonly decisionId: string
  /** What each gate said of this call. */
  readonly gates = new GateLog()
  readonly #signal: AbortSignal
  readonly #startedAt = performance.now()
  readonly #endedAt: { phase: Phase; at: number }[] = []
  #phase: Phase = 'resolve'
  #aborted = false

  constructor(operationId: string, decisionId: string, signal: AbortSignal) {
    this.operationId = operationId
    this.decisionId = decisionId
    this.#signal = signal
  }

  get phase(): Phase | 'aborted' {
    return this.#aborted ? 'aborted' : this.#phase
  }

  /** From here on a call runs to its verdict, whoever cancels it. */
  get delivered(): boolean {
    return phases.indexOf(this.#phase) >= deliverAt
  }

  /** @throws {Refusal} CANCELLED, DEADLINE_EXCEEDED, when stopped before delivery */
  enter(next: Phase): void {
    if (phases.indexOf(next) !== phases.indexOf(this.#phase) + 1)
      throw new Error(`a call cannot go from ${this.#phase} to ${next}`)
    this.assertWanted()
    this.#endedAt.push({ phase: this.#phase, at: performance.now() })
    this.#phase = next
  }

  /** @throws {Refusal} CANCELLED, DEADLINE_EXCEEDED */
  assertWanted(): void {
    if (!this.delivered && this.#signal.aborted) throw refusalOf(this.#signal)
  }

  abort(): void {
    if (!this.delivered) this.#aborted = true
  }

  /** Milliseconds spent in each phase that ended, and in all so far. */
  timings(): Readonly<Record<string, number>> {
    const result: Record<string, number> = {}
    let from = this.#startedAt
    for (const { phase, at } of this.#endedAt) {
      result[phase] = round(at - from)
      from = at
    }
    result.total = round(performance.now() - this.#startedAt)
    return result
  }
}

const round = (ms: number): number => Math.round(ms * 100) / 100

/** A fired signal in the words of the error table. */
export function refusalOf(signal: AbortSignal): Refusal {
  const timedOut = signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError'
  return timedOut
    ? new Refusal('DEADLINE_EXCEEDED', "The call's deadline passed before anything was sent.")
    : new Refusal('CANCELLED', 'The call was cancelled before anything was sent.')
}
