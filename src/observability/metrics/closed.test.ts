import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CallResult } from '../../dispatch/result.ts'
import { composeObservers } from '../observers.ts'
import { everySeries } from './closed.ts'
import { definitions } from './definitions.ts'
import type { Word } from './labels.ts'
import { metricsObserver } from './observer.ts'
import { clicked, freshInstruments, parseSamples, sum } from './testing/samples.ts'

/** What belongs to an app, a person or a caller, and the shapes of ids. */
const hostile = [
  'Konto schließen – Mozilla Firefox',
  'https://user:secret@bank.example/account?id=7261',
  'e12@s3',
  'stdio:5c8c2f5e-4a55-4df3-9f0e-7f2b1c7e4a11',
  'x",tool="click"} 1\nsurehand_calls_total{tool="x',
  '__proto__',
  'constructor',
  'toString',
  '',
  'a'.repeat(10_000),
]

/** Some result, in which every text that a label is made from is foreign. */
const spoilt = (word: string): CallResult[] => {
  const as = <T>(value: unknown) => value as T
  const action = clicked.action as NonNullable<CallResult['action']>
  const withAction = (change: object): CallResult => ({ ...clicked, tool: word, action: { ...action, ...change } })
  const { action: _, ...without } = clicked
  return [
    { ...without, tool: word, answer: { text: word, data: { coverage: word, app: { name: word } } } },
    { ...without, tool: word, refusal: { code: as(word), message: word, data: { candidates: [word] } } },
    { ...without, tool: word, refusal: { code: 'UNKNOWN_TOOL', message: word, data: {} } },
    withAction({ outcome: { ...action.outcome, classification: as(word) } }),
    withAction({ ladder: { ...action.ladder, tier: as(word) } }),
    withAction({ ladder: { ...action.ladder, status: as(word) } }),
    withAction({ ladder: { ...action.ladder, fallbackReasons: [as(word)] } }),
    { ...clicked, gates: [{ gate: as(word), decision: 'allow', ms: 1 }] },
    { ...clicked, gates: [{ gate: 'rules', decision: as(word), ms: 1 }] },
    { ...clicked, timings: { [word]: 5, total: 5 } },
    { ...clicked, operationId: word, decisionId: word, phase: as(word) },
  ]
}

/** All series, without their values. */
const seriesOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line) => line.replace(/ \S+$/, ''))
    .sort()

test('no text of an app, a person or a caller becomes a label', async () => {
  const instruments = freshInstruments()
  const before = seriesOf(await instruments.registry.metrics())
  let failures = 0
  const observer = composeObservers({ metrics: metricsObserver(instruments) }, (observer) => {
    failures++
    instruments.observerFailures.add({ observer })
  })
  const feed = (word: string) => {
    for (const result of spoilt(word)) {
      observer.started?.(word, { id: word })
      observer.looked?.({ coverage: word as 'complete', ms: 1, accessibles: 1 })
      observer.finished(result, { id: word }, new Error(word))
    }
  }
  for (const word of hostile) feed(word)
  fc.assert(fc.property(fc.string({ unit: 'binary' }), feed), { numRuns: 200 })
  const text = await instruments.registry.metrics()
  expect(seriesOf(text)).toEqual(before)
  expect(failures).toBeGreaterThan(0)
  const samples = parseSamples(text)
  // By hand: six of a word's results name it as the tool and have an outcome; 210 words.
  expect(sum(samples, 'surehand_calls_total', { tool: '_OTHER' })).toBe(1_260)
  expect(sum(samples, 'surehand_observer_failures_total', { observer: 'metrics' })).toBe(failures)
  expect(sum(samples, 'surehand_calls_in_flight')).toBe(0)
})

test('the message of a word that is refused does not quote it', () => {
  const { refusals } = freshInstruments()
  const code = 'https://bank.example' as Word<'code'>
  expect(() => refusals.add({ code })).toThrow('surehand_refusals_total: the label code was given a word')
  expect(() => refusals.add({ code })).not.toThrow(/bank/)
})

test('a label is not a string to the compiler', () => {
  const { calls, refusals } = freshInstruments()
  const name: string = 'click'
  // @ts-expect-error the name of a tool goes through toolWord
  calls.add({ tool: name, outcome: 'success' })
  // @ts-expect-error no code of the table
  expect(() => refusals.add({ code: 'SOMETHING' })).toThrow()
  // @ts-expect-error a label is missing
  expect(() => calls.add({ outcome: 'success' })).toThrow()
  // @ts-expect-error no label of this metric; it is not written either
  expect(() => refusals.add({ code: 'INTERNAL', app: 'Firefox' })).toThrow()
})

test('every series is there before the first call, at 0', async () => {
  const samples = parseSamples(await freshInstruments().registry.metrics())
  for (const { name, type, labels } of Object.values(definitions)) {
    if (type === 'gauge' || name.startsWith('process_') || name.startsWith('surehand_event_loop')) continue
    const each = samples.filter((sample) => sample.name === (type === 'histogram' ? `${name}_count` : name))
    expect([name, each.length]).toEqual([name, everySeries(labels).length])
    expect([name, each.filter(({ value }) => value !== 0)]).toEqual([name, []])
  }
  // By hand: 21 tools with _OTHER, 7 outcomes; 10 tiers with none, 4 deliveries, 4 verdicts.
  expect(samples.filter(({ name }) => name === 'surehand_calls_total')).toHaveLength(147)
  expect(samples.filter(({ name }) => name === 'surehand_deliveries_total')).toHaveLength(160)
})

test('buckets of seconds begin at half a millisecond', async () => {
  const samples = parseSamples(await freshInstruments().registry.metrics())
  const first = samples
    .filter(({ name }) => name === 'surehand_gate_duration_seconds_bucket')
    .map(({ labels }) => labels)
  expect(first.filter(({ gate }) => gate === 'rules').map(({ le }) => le)).toEqual(
    '0.0005 0.001 0.002 0.005 0.01 0.02 0.05 0.1 0.2 0.5 1 2 5 10 30 60 +Inf'.split(' '),
  )
  for (const { name, buckets } of Object.values(definitions))
    if (buckets !== undefined && name.endsWith('_seconds')) expect(buckets[0]).toBe(0.0005)
})
