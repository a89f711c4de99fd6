import { expect, test } from 'vitest'
import type { JournalEntry } from '../support/journal.ts'
import { isTyped } from './actions/texts.ts'
import { type FaultKind, judge } from './judge.ts'
import { line, never, type Plan, refused, type Truth } from './plan.ts'
import { after, startingWorld } from './world.ts'

const at = (t: number, control: string, event: string, detail: Record<string, unknown> = {}): JournalEntry => ({
  t,
  seq: t,
  control,
  event,
  ...detail,
})

const plan = (truth: Truth, more: Partial<Plan> = {}): Plan => ({
  tool: 'click',
  control: 'button',
  at: { element: 'button' },
  args: {},
  truth,
  ...more,
})

const counts = plan(line('button', 'effect'))
const isOn = plan(line('button', 'effect', {}, { already: true }))
const lies = plan(never)
const stale = plan(refused('STALE_ELEMENT'))
const snaps = plan({ ...line('button', 'effect'), literal: false } as Truth)
const limited = plan({
  ...line('button', 'effect', { size: 1 }),
  otherwise: (lines) => lines.find(({ event }) => event === 'effect'),
} as Truth)
const activate = at(1, 'button', 'activate')
const effect = at(2, 'button', 'effect')
const slow = at(9, 'button', 'effect')
const late = at(20, 'button', 'effect')

test.each<[string, Plan, string, JournalEntry[], FaultKind[]]>([
  ['an effect that is claimed', counts, 'success', [activate, effect], []],
  ['an effect that is doubted', counts, 'verifier_ambiguous', [activate, effect], []],
  ['what was so before', isOn, 'success', [], []],
  ['a lie seen through', lies, 'effect_not_verified', [activate], []],
  ['a refusal', stale, 'STALE_ELEMENT', [], []],
  ['an effect after the answer that was not claimed', counts, 'effect_not_verified', [activate, late], []],
  ['an effect after the deadline that was not claimed', counts, 'effect_not_verified', [activate, slow], []],
  ['an effect after the deadline that was claimed', counts, 'success', [activate, slow], []],
  ['keys that reached the app', counts, 'success', [at(1, 'other', 'key-press'), effect], []],
  ['an answer of the app that is told to be its own', snaps, 'success app-specific', [effect], []],
  ['what the app made of it, told', limited, 'success app-specific', [effect], []],
  ['what the app made of it, not told', limited, 'success', [effect], ['false success']],
  ['what the app made of it after the answer', limited, 'success app-specific', [late], ['false success']],
  ['no effect, claimed', counts, 'success', [activate], ['false success']],
  ['an effect claimed before it came', counts, 'success', [activate, late], ['false success']],
  ['a lie believed', lies, 'success', [activate], ['false success']],
  ['an answer of the app passed off as the asked one', snaps, 'success', [effect], ['false success']],
  ['an effect denied', counts, 'effect_not_verified', [activate, effect], ['false failure']],
  ['an effect called impossible', counts, 'unsupported', [effect], ['acted', 'false failure']],
  ['something called impossible that reached the app', lies, 'unsupported', [activate], ['acted']],
  ['an effect had twice', counts, 'success', [effect, at(3, 'button', 'effect')], ['twice']],
  ['an effect elsewhere', counts, 'success', [effect, at(3, 'other', 'effect')], ['stray']],
  ['a refusal that acted', stale, 'STALE_ELEMENT', [activate], ['acted']],
  ['a stale element that was taken', stale, 'success', [], ['not refused']],
  ['an unexplained refusal', counts, 'INTERNAL', [], ['refused']],
])('%s', (_, of, said, lines, faults) => {
  const [verdict = '', domain] = said.split(' ')
  const data = domain === undefined ? {} : { failure_domain: 'app_specific_semantics' }
  expect(judge({ plan: of, answer: { said: verdict, data, answeredAt: 10 }, deadlineAt: 8, lines }).faults).toEqual(
    faults,
  )
})

test.each([
  ['', 'ab', 'ab', true],
  ['xy', 'ab', 'xaby', true],
  ['xyz', 'ab', 'xabz', true],
  ['xyz', 'ab', 'ab', true],
  ['xyz', 'ab', 'xayb', false],
  ['xyz', 'ab', 'xyz', false],
  ['ab', 'ab', 'abab', true],
  ['xyz', 'ab', 'xyzabz', false],
])('%j with %j typed into it may be %j: %s', (before, typed, is, possible) => {
  expect(isTyped(before, typed, is)).toBe(possible)
})

test('the world is what the journal says', () => {
  const world = after(startingWorld, [
    at(1, 'toggle-box', 'toggle', { on: true }),
    at(2, 'stubborn-box', 'toggle', { on: true }),
    at(3, 'text-entry', 'text', { text: 'new' }),
    at(4, 'snap-slider', 'value', { value: 43, settled: 40 }),
    at(5, 'row-list', 'scroll', { first: 'Row 012' }),
    at(6, 'long-text', 'scroll', { line: 7, left: 30 }),
    at(7, 'clipboard', 'text', { text: 'copied' }),
    at(8, 'window', 'configure', { width: 800, height: 560 }),
    at(9, 'dialog', 'open'),
  ])
  expect(world).toMatchObject({
    toggled: true,
    texts: { 'text-entry': 'new', 'limited-entry': '' },
    values: { 'snap-slider': 40, spin: 1 },
    scrolled: { 'row-list': { first: 12, left: 0 }, 'long-text': { first: 7, left: 30 } },
    size: { width: 800, height: 560 },
    dialogOpen: true,
  })
  expect(world.texts).not.toHaveProperty('clipboard')
})
