import type { CallObserver } from '../../dispatch/engine.ts'
import type { ActionReport, CallResult } from '../../dispatch/result.ts'
import type { Instruments } from './instruments.ts'
import { timedPhases, toolWord, type Word } from './labels.ts'
import type { RequestListener } from './metered-desktop.ts'

/** Counts calls. Of a result it takes nothing but durations and words of closed sets. */
export function metricsObserver(instruments: Instruments): CallObserver {
  return {
    started() {
      instruments.inFlight.inc()
    },
    looked({ coverage, ms, accessibles, pictureBytes }) {
      instruments.lookDuration.observe({ coverage }, ms / 1_000)
      instruments.lookAccessibles.observe({ coverage }, accessibles)
      if (pictureBytes !== undefined) instruments.lookPictureBytes.observe({}, pictureBytes)
    },
    finished(result) {
      instruments.inFlight.dec()
      countCall(result, instruments)
      countGates(result, instruments)
      if (result.action !== undefined) countAction(result.action, seconds(result), instruments)
      const focus = focusOf(result)
      if (focus !== undefined)
        instruments.focusOutcomes.add({ call: result.action === undefined ? 'read' : 'action', focus })
    },
  }
}

/** Counts requests to the desktop. */
export const requestListener =
  ({ desktopRequests, desktopDuration }: Instruments): RequestListener =>
  (part, result, ms) => {
    desktopRequests.add({ part, result })
    desktopDuration.observe({ part }, ms / 1_000)
  }

function countCall(result: CallResult, instruments: Instruments): void {
  const tool = toolWord(result.tool)
  const took = seconds(result)
  instruments.calls.add({ tool, outcome: outcomeOf(result) })
  instruments.callDuration.observe({ tool }, took)
  instruments.operationDuration.observe(
    {
      mcp_method_name: 'tools/call',
      gen_ai_operation_name: 'execute_tool',
      gen_ai_tool_name: tool,
      error_type: result.refusal === undefined ? '' : 'tool_error',
    },
    took,
  )
  if (result.unrecorded === true) instruments.unrecorded.add({})
  if (result.refusal !== undefined) instruments.refusals.add({ code: result.refusal.code })
  for (const phase of timedPhases) {
    const ms = result.timings[phase]
    if (ms !== undefined) instruments.phaseDuration.observe({ phase }, ms / 1_000)
  }
}

function countGates({ gates }: CallResult, instruments: Instruments): void {
  for (const { gate, decision, ms } of gates) {
    instruments.gateDecisions.add({ gate, decision })
    instruments.gateDuration.observe({ gate }, ms / 1_000)
  }
}

function countAction({ outcome, ladder }: ActionReport, took: number, instruments: Instruments): void {
  const tier = ladder?.tier ?? 'none'
  const verdict = outcome.classification
  instruments.deliveries.add({ tier, delivery: ladder?.status ?? 'not_delivered', verdict })
  instruments.actionDuration.observe({ tier }, took)
  for (const reason of ladder?.fallbackReasons ?? []) instruments.fallbacks.add({ reason, tier })
  const away = ladder?.focusTaken?.returnedAfter
  if (away !== undefined) instruments.focusAway.observe({}, away / 1_000)
}

/** A refusal is the product at work; `failed` is not. */
function outcomeOf({ action, refusal }: CallResult): Word<'outcome'> {
  if (refusal !== undefined) return refusal.code === 'INTERNAL' ? 'failed' : 'refused'
  return action === undefined ? 'answered' : action.outcome.classification
}

/** Undefined: the call did not run, so there is nothing to say. */
function focusOf({ action, answer, focusChanged }: CallResult): Word<'focus'> | undefined {
  if (action === undefined) {
    if (answer === undefined) return undefined
    if (focusChanged === undefined) return 'not_observed'
    return focusChanged ? 'unasked' : 'kept'
  }
  const { focus, ladder } = action
  if (ladder?.focusTaken?.returnedAfter !== undefined) return 'given_back'
  if (focus.focus_changed === undefined && ladder?.focusTaken === undefined) return 'not_observed'
  if (focus.focus_changed === false && ladder?.focusTaken === undefined) return 'kept'
  return focus.focus_change_allowed ? 'allowed' : 'unasked'
}

const seconds = ({ timings }: CallResult): number => (timings.total ?? 0) / 1_000
