import type { AuditIntent, AuditOutcome } from '../../dispatch/audit.ts'
import type { Entry } from './chain.ts'
import { maskArguments } from './masking.ts'

/** How calls are put into words for the log. */
export interface Wording {
  /** Of the hashes of masked texts. */
  readonly key: string
  readonly keepTexts: boolean
  /** What the operator had ruled at that time: a hash of the configuration. */
  readonly policyRevision: string
}

/** Longest name of an app or a control. */
const MAX_NAME = 200

export function intentEntry(intent: AuditIntent, wording: Wording): Entry {
  return { type: 'intent', ...identity(intent), ...matter(intent, wording), gates_passed: intent.gates }
}

export function outcomeEntry(outcome: AuditOutcome, wording: Wording): Entry {
  const { intended, phase, ms, action, error } = outcome
  return {
    type: 'outcome',
    ...identity(outcome),
    ...(intended ? {} : matter(outcome, wording)),
    phase,
    ...(ms !== undefined && { ms }),
    ...(error !== undefined && { error }),
    ...(action && {
      verdict: action.outcome.classification,
      failure_domain: action.outcome.failureDomain,
      delivery: action.ladder?.status ?? 'not_delivered',
      delivery_tier: action.ladder?.tier,
      fallback_reasons: action.ladder?.fallbackReasons,
      evidence: action.outcome.evidence.map(({ grade, what }) => `${grade}:${what}`),
      focus_changed: action.focus.focus_changed,
    }),
  }
}

const identity = ({ decisionId, operationId, caller, tool }: AuditIntent | AuditOutcome) => ({
  decision_id: decisionId,
  operation_id: operationId,
  caller,
  tool,
})

function matter(call: AuditIntent | AuditOutcome, { policyRevision, key, keepTexts }: Wording) {
  const { app, target, decisionId, secretTarget, tool } = call
  return {
    policy: policyRevision,
    ...(call.arguments !== undefined && {
      arguments: maskArguments(tool, call.arguments, { key, keepTexts, decisionId, secretTarget }),
    }),
    ...(app && { app: { ...app, name: clip(app.name) } }),
    ...(target && { target: { role: target.role, name: clip(target.name) } }),
  }
}

const clip = (name: string): string => [...name.slice(0, 2 * MAX_NAME)].slice(0, MAX_NAME).join('')
