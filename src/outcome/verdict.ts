/** The four verdicts and what may stand beside them. Wire strings; see contracts/outcome/README.md. */

/**
 * - `success`: the effect was observed, or the target was already in the requested state.
 * - `unsupported`: it cannot be done this way; nothing was sent.
 * - `effect_not_verified`: sent, read again, and nothing that counts had changed by the deadline.
 * - `verifier_ambiguous`: not enough could be observed to say.
 */
export type Classification = 'success' | 'unsupported' | 'effect_not_verified' | 'verifier_ambiguous'

/** Why a verdict is not a plain success. `app_specific_semantics` (a clamp or snap) may stand beside success. */
export type FailureDomain =
  | 'targeting'
  | 'unsupported'
  | 'coercion'
  | 'transport'
  | 'verification'
  | 'app_specific_semantics'
  | 'web'

/** What the delivery proved. */
export type DeliveryStatus = 'delivered' | 'posted' | 'not_delivered' | 'unknown'

export interface Outcome {
  readonly classification: Classification
  readonly failureDomain?: FailureDomain
  /** A sentence for the model; always present unless the verdict is a plain success. */
  readonly summary?: string
  /** Names of what was seen, strongest grade first; for `_meta` and the log. Never holds text of the app. */
  readonly evidence: readonly EvidenceMention[]
}

export type EvidenceGrade = 'direct' | 'bracketed' | 'prompt' | 'late' | 'restless'

export interface EvidenceMention {
  readonly grade: EvidenceGrade
  /** Closed vocabulary: `target-state`, `window-appeared`, `accessible-changed`, … */
  readonly what: string
}

export const success = (evidence: readonly EvidenceMention[] = [], note?: string): Outcome => ({
  classification: 'success',
  ...(note === undefined ? {} : { summary: note }),
  evidence,
})

export const unsupported = (summary: string, failureDomain: FailureDomain = 'unsupported'): Outcome => ({
  classification: 'unsupported',
  failureDomain,
  summary,
  evidence: [],
})

export const notVerified = (
  summary: string,
  failureDomain: FailureDomain,
  evidence: readonly EvidenceMention[] = [],
): Outcome => ({ classification: 'effect_not_verified', failureDomain, summary, evidence })

export const ambiguous = (
  summary: string,
  failureDomain: FailureDomain,
  evidence: readonly EvidenceMention[] = [],
): Outcome => ({ classification: 'verifier_ambiguous', failureDomain, summary, evidence })
