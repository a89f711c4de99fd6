import { setTimeout as delay } from 'node:timers/promises'
import { Refusal } from '../errors.ts'
import { isPassword } from '../perception/index.ts'
import type { Action, Tool } from '../tools/define.ts'
import type { CallResult } from './result.ts'
import { refusalOf, type Transaction } from './transaction.ts'

/** For the outcome to be written, in milliseconds. It need not be on disk. */
const OUTCOME_MS = 2_000

/** One mutating call, as far as it is known when it is written down. */
interface AuditedCall {
  readonly decisionId: string
  readonly operationId: string
  readonly caller: string
  readonly tool: string
  /** Canonical, as they came: whoever writes them down masks them. Absent when they never were understood. */
  readonly arguments?: unknown
  /** What is written goes into a password field, or where cannot be told. */
  readonly secretTarget: boolean
  readonly app?: { readonly name: string; readonly pid?: number }
  readonly target?: { readonly role: string; readonly name: string }
}

export interface AuditIntent extends AuditedCall {
  /** Gates that let it pass, in the order in which they judged. */
  readonly gates: readonly string[]
}

export interface AuditOutcome extends AuditedCall {
  /** Its intent is written, so that what it says need not be said again. */
  readonly intended: boolean
  readonly phase: CallResult['phase']
  /** Milliseconds since the call began. */
  readonly ms?: number
  readonly action?: CallResult['action']
  readonly error?: NonNullable<CallResult['refusal']>['code']
}

/** Where calls are accounted for, whatever it is. */
export interface AuditTrail {
  /** Resolves once the intent is on disk, so that it outlives a crash of the machine. Rejects when it cannot be. */
  intend(intent: AuditIntent): Promise<void>
  /** Resolves once the outcome is written. Rejects, and raises the alarm, when it cannot be. */
  conclude(outcome: AuditOutcome): Promise<void>
  /** It was not written in time, though that may still happen. */
  late(outcome: AuditOutcome): void
  close(): Promise<void>
}

/** Accounts for one call. Without a trail it does nothing. */
export class CallAudit {
  readonly #trail: AuditTrail | undefined
  readonly #caller: string
  readonly #tool: string
  readonly #transaction: Transaction
  readonly #signal: AbortSignal
  #arguments: unknown
  #action: Action | undefined
  #intended = false

  constructor(
    trail: AuditTrail | undefined,
    call: {
      readonly caller: string
      readonly tool: string
      readonly transaction: Transaction
      readonly signal: AbortSignal
    },
  ) {
    this.#trail = trail
    this.#caller = call.caller
    this.#tool = call.tool
    this.#transaction = call.transaction
    this.#signal = call.signal
  }

  /** What was understood so far. */
  understood(args: unknown, action?: Action): void {
    this.#arguments = args
    this.#action = action
  }

  /**
   * Resolves once the intent is on disk; until then nothing may be delivered.
   * @throws {Refusal} AUDIT_UNAVAILABLE, CANCELLED, DEADLINE_EXCEEDED
   */
  async intend(): Promise<void> {
    if (this.#trail === undefined) return
    const written = this.#trail.intend({ ...this.#call(), gates: this.#transaction.gates.passed })
    const given = new AbortController()
    try {
      await Promise.race([written, stopped(this.#signal, given.signal)])
      this.#intended = true
    } catch (cause) {
      written.catch(() => undefined)
      if (cause instanceof Refusal) throw cause
      const said = cause instanceof Error ? cause.message : 'it failed'
      throw new Refusal(
        'AUDIT_UNAVAILABLE',
        `The audit log cannot be written: ${said}. Nothing was sent.`,
        {},
        { cause },
      )
    } finally {
      given.abort()
    }
  }

  /** @returns false when the outcome is not in the log */
  async conclude(body: Pick<CallResult, 'action' | 'refusal'>): Promise<boolean> {
    if (this.#trail === undefined) return true
    const outcome: AuditOutcome = {
      ...this.#call(),
      intended: this.#intended,
      phase: this.#transaction.phase,
      ms: this.#transaction.timings().total ?? 0,
      ...(body.action && { action: body.action }),
      ...(body.refusal && { error: body.refusal.code }),
    }
    const given = new AbortController()
    const written = this.#trail.conclude(outcome).then(
      () => true,
      () => false,
    )
    const late = delay(OUTCOME_MS, 'late' as const, { ref: false, signal: given.signal }).catch(() => false as const)
    const came = await Promise.race([written, late])
    given.abort()
    if (came !== 'late') return came
    this.#trail.late(outcome)
    return false
  }

  #call(): AuditedCall {
    const { app, target } = this.#action ?? {}
    return {
      decisionId: this.#transaction.decisionId,
      operationId: this.#transaction.operationId,
      caller: this.#caller,
      tool: this.#tool,
      ...(this.#arguments !== undefined && { arguments: this.#arguments }),
      secretTarget: this.#action === undefined || writesSecret(this.#action),
      ...(app && { app: { name: app.name, ...(app.process && { pid: app.process.pid }) } }),
      ...(target && { target: { role: target.found.role, name: target.found.name } }),
    }
  }
}

/** Into the focus of an app that does not say what has it, a password may be typed as well: as in a terminal. */
function writesSecret({ app, target, confirmation }: Action): boolean {
  if (confirmation.writesSecret === true) return true
  return target === undefined ? app !== undefined : isPassword(target.found.role)
}

/** Rejects when the call is stopped, unless that no longer matters. */
function stopped(signal: AbortSignal, over: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = () => reject(refusalOf(signal))
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true, signal: over })
  })
}

/** Reading calls change nothing and are not accounted for. */
export const isAudited = (tool: Tool | undefined): boolean => tool?.kind === 'action'
