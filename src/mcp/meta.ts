import type { FocusReading, FocusTaken, FocusWindow } from '../desktop/port.ts'
import type { ActionReport, CallResult } from '../dispatch/result.ts'
import type { errorFacts } from '../errors.ts'
import type { TargetFields, TargetReading } from '../outcome/observation.ts'

/** The `_meta` blocks of a result. A field that was not observed is absent: never false, never null. */

const MAX_PREVIEW = 2_000

export function transactionMeta(result: CallResult): object {
  const { action } = result
  return {
    decision_id: result.decisionId,
    operation_id: result.operationId,
    scope: 'dispatch_envelope',
    ...(action === undefined && result.refusal === undefined
      ? {}
      : {
          phase: result.phase,
          delivery_status: deliveryStatus(result),
          effect_status: effectStatus(action),
          commit_status: commitStatus(result),
        }),
  }
}

function deliveryStatus({ action, refusal, phase }: CallResult): string {
  if (action !== undefined) return action.ladder?.status ?? 'not_delivered'
  return refusal?.code === 'INTERNAL' && phase !== 'aborted' ? 'unknown' : 'not_delivered'
}

const effectStatus = (action: ActionReport | undefined): string =>
  action === undefined || action.outcome.classification === 'unsupported'
    ? 'not_checked'
    : action.outcome.classification === 'success'
      ? 'verified'
      : 'unverified'

function commitStatus(result: CallResult): string {
  const status = deliveryStatus(result)
  if (status === 'not_delivered') return 'not_committed'
  return status === 'unknown' || result.unrecorded === true ? 'unknown' : 'committed'
}

export const metricsMeta = ({ timings }: CallResult): object => ({ schema_version: 2, ms: timings })

export const errorMeta = (
  refusal: NonNullable<CallResult['refusal']>,
  facts: ReturnType<typeof errorFacts>,
): object => ({
  code: refusal.code,
  recovery: facts.recovery,
  retryable: facts.retryable,
  ...refusal.data,
})

export function outcomeMeta({ outcome, ladder, before, after, page }: ActionReport): object {
  return {
    classification: outcome.classification,
    ...(outcome.failureDomain === undefined ? {} : { failure_domain: outcome.failureDomain }),
    ...(outcome.summary === undefined ? {} : { summary: outcome.summary }),
    ...(ladder === undefined
      ? {}
      : { dispatch_succeeded: ladder.status === 'delivered' || ladder.status === 'posted' }),
    evidence: outcome.evidence,
    ...(page && { page_policy: page }),
    ...(after === undefined ? {} : { verification: verificationMeta(before, after) }),
  }
}

function verificationMeta(before: TargetReading | undefined, after: TargetReading): object {
  const was = before?.kind === 'present' ? before.fields : undefined
  const is = after.kind === 'present' ? after.fields : undefined
  return {
    target: after.kind,
    ...fieldsMeta('before', was),
    ...fieldsMeta('after', is),
    ...(was === undefined || is === undefined
      ? {}
      : { target_state_changed: JSON.stringify(was.states) !== JSON.stringify(is.states) }),
  }
}

function fieldsMeta(when: 'before' | 'after', fields: TargetFields | undefined): Record<string, unknown> {
  if (fields === undefined) return {}
  const value = fields.text ?? fields.value
  return {
    [`${when}_focused`]: fields.states.focused,
    [`${when}_selected`]: fields.states.selected,
    [`${when}_checked`]: fields.states.checked,
    ...(value === undefined ? {} : { [`${when}_value_preview`]: preview(value) }),
  }
}

const preview = (value: string | number): string | number =>
  typeof value === 'number' ? value : [...value].slice(0, MAX_PREVIEW).join('')

export function deliveryMeta({ ladder, uiChanged }: ActionReport): object {
  return {
    ...(ladder?.tier === undefined ? {} : { delivery_tier: ladder.tier }),
    fallback_reasons: ladder?.fallbackReasons ?? [],
    ...(uiChanged === undefined ? {} : { ui_changed: uiChanged }),
    ...(ladder === undefined
      ? {}
      : { dispatch_succeeded: ladder.status === 'delivered' || ladder.status === 'posted' }),
  }
}

export function focusMeta({ focus, ladder, uiChanged }: ActionReport): object {
  const { before, after, changes, ...flags } = focus
  return {
    ...flags,
    ...frontmost('frontmost_before', before),
    ...frontmost('frontmost_after', after),
    ...(before?.pointer === undefined ? {} : { pointer_before: before.pointer }),
    ...(after?.pointer === undefined ? {} : { pointer_after: after.pointer }),
    ...(changes.length === 0
      ? {}
      : { changes: changes.map(({ kind, window, after_ms }) => ({ kind, ...windowMeta(window), after_ms })) }),
    ...(ladder?.focusTaken && { taken: takenMeta(ladder.focusTaken) }),
    ...(ladder?.tier === undefined ? {} : { delivery_tier: ladder.tier }),
    ...(uiChanged === undefined ? {} : { ui_changed: uiChanged }),
  }
}

const takenMeta = ({ by, returnedAfter }: FocusTaken): object => ({
  by: windowMeta(by),
  returned: returnedAfter !== undefined,
  ...(returnedAfter === undefined ? {} : { after_ms: Math.round(returnedAfter * 10) / 10 }),
})

const frontmost = (key: string, reading: FocusReading | undefined): Record<string, unknown> => ({
  ...(reading?.active === undefined ? {} : { [key]: windowMeta(reading.active) }),
  ...(reading?.focus === undefined ? {} : { [key.replace('frontmost', 'focus')]: windowMeta(reading.focus) }),
})

const windowMeta = ({ title, pid }: FocusWindow): object => ({
  ...(title === undefined ? {} : { name: preview(title) }),
  ...(pid === undefined ? {} : { pid }),
})
