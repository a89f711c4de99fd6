import { describe, expect, test } from 'vitest'
import type { CallResult } from '../../dispatch/result.ts'
import { createInstruments } from './instruments.ts'
import { metricsObserver, requestListener } from './observer.ts'
import { clicked, freshInstruments, parseSamples, sum } from './testing/samples.ts'

const caller = { id: 'test' }
const { action: clickAction, ...uncounted } = clicked
const action = clickAction as NonNullable<CallResult['action']>

async function samplesOf(...results: readonly CallResult[]) {
  const instruments = freshInstruments()
  const observer = metricsObserver(instruments)
  for (const result of results) {
    observer.started?.(result.tool, caller)
    observer.finished(result, caller)
  }
  return parseSamples(await instruments.registry.metrics())
}

test('a click is counted once, in every metric that is about it', async () => {
  const samples = await samplesOf(clicked)
  expect(sum(samples, 'surehand_calls_total')).toBe(1)
  expect(sum(samples, 'surehand_calls_total', { tool: 'click', outcome: 'success' })).toBe(1)
  const delivered = { tier: 'tier1-ax-action', delivery: 'delivered', verdict: 'success' }
  expect(sum(samples, 'surehand_deliveries_total')).toBe(1)
  expect(sum(samples, 'surehand_deliveries_total', delivered)).toBe(1)
  expect(sum(samples, 'surehand_call_duration_seconds_sum', { tool: 'click' })).toBe(0.012)
  expect(sum(samples, 'surehand_call_duration_seconds_bucket', { tool: 'click', le: '0.01' })).toBe(0)
  expect(sum(samples, 'surehand_call_duration_seconds_bucket', { tool: 'click', le: '0.02' })).toBe(1)
  expect(sum(samples, 'surehand_action_duration_seconds_count', { tier: 'tier1-ax-action' })).toBe(1)
  const operation = { mcp_method_name: 'tools/call', gen_ai_tool_name: 'click', error_type: '' }
  expect(sum(samples, 'mcp_server_operation_duration_seconds_count', operation)).toBe(1)
  expect(sum(samples, 'surehand_phase_duration_seconds_count')).toBe(6)
  expect(sum(samples, 'surehand_phase_duration_seconds_bucket', { phase: 'deliver', le: '0.0005' })).toBe(1)
  expect(sum(samples, 'surehand_gate_decisions_total', { gate: 'screen_lock', decision: 'allow' })).toBe(2)
  expect(sum(samples, 'surehand_gate_duration_seconds_sum', { gate: 'screen_lock' })).toBeCloseTo(0.0029)
  expect(sum(samples, 'surehand_focus_outcomes_total', { call: 'action', focus: 'kept' })).toBe(1)
  expect(sum(samples, 'surehand_refusals_total')).toBe(0)
})

test('a refusal is no action and no focus', async () => {
  const refused: CallResult = {
    ...uncounted,
    refusal: { code: 'SCREEN_LOCKED', message: '', data: {} },
    gates: [{ gate: 'screen_lock', decision: 'refuse', ms: 2 }],
  }
  const samples = await samplesOf(refused, { ...refused, refusal: { code: 'INTERNAL', message: '', data: {} } })
  expect(sum(samples, 'surehand_refusals_total', { code: 'SCREEN_LOCKED' })).toBe(1)
  expect(sum(samples, 'surehand_calls_total', { outcome: 'refused' })).toBe(1)
  expect(sum(samples, 'surehand_calls_total', { outcome: 'failed' })).toBe(1)
  expect(sum(samples, 'surehand_gate_decisions_total', { gate: 'screen_lock', decision: 'refuse' })).toBe(2)
  expect(sum(samples, 'mcp_server_operation_duration_seconds_count', { error_type: 'tool_error' })).toBe(2)
  expect(sum(samples, 'surehand_deliveries_total')).toBe(0)
  expect(sum(samples, 'surehand_focus_outcomes_total')).toBe(0)
})

test('what was passed over is counted with the tier that delivered', async () => {
  const ladder = { status: 'delivered', tier: 'tier2-agent-seat' } as const
  const samples = await samplesOf({
    ...clicked,
    action: { ...action, ladder: { ...ladder, fallbackReasons: ['action-not-advertised', 'point-covered'] } },
  })
  expect(sum(samples, 'surehand_fallbacks_total')).toBe(2)
  expect(sum(samples, 'surehand_fallbacks_total', { reason: 'point-covered', tier: 'tier2-agent-seat' })).toBe(1)
})

test('an action with nothing to send has the tier none', async () => {
  const { ladder: _, ...settled } = action
  const samples = await samplesOf({ ...clicked, action: settled })
  expect(sum(samples, 'surehand_deliveries_total', { tier: 'none', delivery: 'not_delivered' })).toBe(1)
})

describe("the person's focus", () => {
  const by = {}
  const ladder = { status: 'delivered', tier: 'tier2-agent-seat', fallbackReasons: [] } as const
  const given = { ...ladder, focusTaken: { by, returnedAfter: 3 } }
  const lost = { ...ladder, focusTaken: { by } }
  test.each([
    ['it did not move', false, false, ladder, 'kept'],
    ['it moved as the call allowed', true, true, ladder, 'allowed'],
    ['it moved', true, false, ladder, 'unasked'],
    ['it was taken and given back', true, false, given, 'given_back'],
    ['it was given back before anybody could see it', false, false, given, 'given_back'],
    ['it could not be given back', false, false, lost, 'unasked'],
    ['it could not be given back, as the call allowed', true, true, lost, 'allowed'],
    ['nobody could listen', undefined, false, ladder, 'not_observed'],
  ] as const)('%s', async (_, changed, allowed, ladder, focus) => {
    const report = { ...action.focus, focus_change_allowed: allowed }
    const { focus_changed: _changed, ...unknown } = report
    const said = changed === undefined ? unknown : { ...report, focus_changed: changed }
    const samples = await samplesOf({ ...clicked, action: { ...action, ladder, focus: said } })
    expect(sum(samples, 'surehand_focus_outcomes_total')).toBe(1)
    expect(sum(samples, 'surehand_focus_outcomes_total', { call: 'action', focus })).toBe(1)
    expect(sum(samples, 'surehand_focus_away_seconds_count')).toBe(focus === 'given_back' ? 1 : 0)
    expect(sum(samples, 'surehand_focus_away_seconds_bucket', { le: '0.005' })).toBe(focus === 'given_back' ? 1 : 0)
  })

  test.each([
    [true, 'unasked'],
    [false, 'kept'],
    [undefined, 'not_observed'],
  ] as const)('while a tool reads: %s', async (changed, focus) => {
    const read = { ...uncounted, tool: 'find', answer: { text: '', data: {} } }
    const samples = await samplesOf(changed === undefined ? read : { ...read, focusChanged: changed })
    expect(sum(samples, 'surehand_focus_outcomes_total', { call: 'read', focus })).toBe(1)
  })
})

test('a call that the audit log lost', async () => {
  expect(sum(await samplesOf(clicked), 'surehand_audit_outcomes_lost_total')).toBe(0)
  expect(sum(await samplesOf({ ...clicked, unrecorded: true }), 'surehand_audit_outcomes_lost_total')).toBe(1)
})

test('looks, with and without a picture', async () => {
  const instruments = freshInstruments()
  const { looked } = metricsObserver(instruments)
  looked?.({ coverage: 'partial', ms: 30, accessibles: 322, pictureBytes: 45_000 })
  looked?.({ coverage: 'complete', ms: 4, accessibles: 40 })
  const samples = parseSamples(await instruments.registry.metrics())
  expect(sum(samples, 'surehand_look_duration_seconds_count')).toBe(2)
  expect(sum(samples, 'surehand_look_accessibles_sum', { coverage: 'partial' })).toBe(322)
  expect(sum(samples, 'surehand_look_picture_bytes_count')).toBe(1)
})

test('requests to the desktop', async () => {
  const instruments = freshInstruments()
  const told = requestListener(instruments)
  told('accessibility', 'ok', 0.4)
  told('accessibility', 'timeout', 500)
  const samples = parseSamples(await instruments.registry.metrics())
  expect(sum(samples, 'surehand_desktop_requests_total', { part: 'accessibility', result: 'timeout' })).toBe(1)
  const quick = { part: 'accessibility', le: '0.0005' }
  expect(sum(samples, 'surehand_desktop_request_duration_seconds_bucket', quick)).toBe(1)
})

test('calls in flight go up and down', async () => {
  const instruments = freshInstruments()
  const observer = metricsObserver(instruments)
  const running = async () => sum(parseSamples(await instruments.registry.metrics()), 'surehand_calls_in_flight')
  observer.started?.('click', caller)
  observer.started?.('click', caller)
  expect(await running()).toBe(2)
  observer.finished(clicked, caller)
  expect(await running()).toBe(1)
})

test('what is asked at the scrape and not known has no sample, until it is known', async () => {
  let answer: boolean | undefined
  const { registry } = createInstruments(
    {
      agentSeatUp: async () => answer,
      accessibilityUp: () => (answer === undefined ? Promise.reject(new Error('silent')) : Promise.resolve(answer)),
      screenLocked: async () => answer,
    },
    { version: '1.2.3', platform: 'linux' },
  )
  const names = ['surehand_agent_seat_up', 'surehand_accessibility_bus_up', 'surehand_screen_locked']
  const values = async () => {
    const samples = parseSamples(await registry.metrics())
    return names.map((name) => samples.find((sample) => sample.name === name)?.value)
  }
  expect(await values()).toEqual([undefined, undefined, undefined])
  answer = true
  expect(await values()).toEqual([1, 1, 1])
  answer = false
  expect(await values()).toEqual([0, 0, 0])
  answer = undefined
  expect(await values()).toEqual([undefined, undefined, undefined])
})

test('two engines of one process do not share their counts', async () => {
  const one = freshInstruments()
  metricsObserver(one).finished(clicked, caller)
  expect(sum(parseSamples(await freshInstruments().registry.metrics()), 'surehand_calls_total')).toBe(0)
})
