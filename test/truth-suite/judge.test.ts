import { expect, test } from 'vitest'
import type { JournalEntry } from '../support/journal.ts'
import type { Answer } from '../support/surehand.ts'
import { judge } from './judge.ts'
import type { Performance } from './perform.ts'
import { done, nothing, only, type Row } from './rows.ts'

const activate: JournalEntry = { t: 1_000, seq: 1, control: 'button', event: 'activate' }
const effect: JournalEntry = { t: 2_000, seq: 2, control: 'button', event: 'effect' }
const honest: Row = {
  tool: 'click',
  on: 'button',
  truth: 'success',
  ...done(['button', 'activate'], ['button', 'effect']),
}
const liar: Row = { tool: 'click', on: 'button', truth: 'effect_not_verified', ...only(['button', 'activate']) }
const already: Row = { tool: 'click', on: 'button', truth: 'success', ...nothing }
const stale: Row = { tool: 'click', on: 'button', truth: 'STALE_ELEMENT', ...nothing }

function performance(
  row: Row,
  said: string,
  journal: readonly JournalEntry[],
  {
    disturbances = [] as readonly string[],
    domain = undefined as string | undefined,
    focusChanged = undefined as boolean | undefined,
    answeredAt = 10_000,
    starved = false,
  } = {},
): Performance {
  const answer: Answer = {
    said,
    text: said,
    data: domain === undefined ? {} : { failure_domain: domain },
    meta: focusChanged === undefined ? {} : { 'computer-use-mcp/focus': { focus_changed: focusChanged } },
    raw: { content: [] },
    askedAt: 0,
    answeredAt,
  }
  return { place: 'covered', row, address: 'element', answer, journal, disturbances, starved, focusLostAt: 5_000 }
}

const kinds = (performed: Performance) => judge(performed).map(({ kind }) => kind)

test.each<[string, Performance]>([
  ['an effect that is claimed', performance(honest, 'success', [activate, effect])],
  ['a lie that is seen through', performance(liar, 'effect_not_verified', [activate])],
  ['nothing to do', performance(already, 'success', [])],
  ['a refusal', performance(stale, 'STALE_ELEMENT', [])],
])('%s is no fault', (_, performed) => {
  expect(kinds(performed)).toEqual([])
})

test.each<[string, Performance, readonly string[]]>([
  ['success of a liar', performance(liar, 'success', [activate]), ['false success', 'wrong verdict']],
  [
    'success before the effect',
    performance(honest, 'success', [activate, effect], { answeredAt: 1_500 }),
    ['false success'],
  ],
  ['success that left no trace', performance(honest, 'success', []), ['false success', 'wrong effect']],
  [
    'an effect denied',
    performance(honest, 'effect_not_verified', [activate, effect]),
    ['false failure', 'wrong verdict'],
  ],
  [
    'an effect called impossible',
    performance(honest, 'unsupported', [activate, effect]),
    ['false failure', 'wrong verdict'],
  ],
  ['an effect doubted', performance(honest, 'verifier_ambiguous', [activate, effect]), ['wrong verdict']],
  ['a second effect', performance(honest, 'success', [activate, effect, effect]), ['wrong effect']],
  ['an effect where none was asked for', performance(already, 'success', [activate]), ['wrong effect']],
  ['a refusal that acted', performance(stale, 'STALE_ELEMENT', [activate]), ['wrong effect']],
  ['a person disturbed', performance(stale, 'STALE_ELEMENT', [], { disturbances: ['a key'] }), ['disturbed']],
  [
    'a lost focus denied',
    performance(stale, 'STALE_ELEMENT', [], { disturbances: ['focus went from 1 to 2'], focusChanged: false }),
    ['not told', 'disturbed'],
  ],
  ['a lost focus invented', performance(stale, 'STALE_ELEMENT', [], { focusChanged: true }), ['not told']],
  [
    'something else called success in full',
    performance({ ...honest, appSpecific: true }, 'success', [activate, effect]),
    ['not told'],
  ],
  [
    'success in full called something else',
    performance(honest, 'success', [activate, effect], { domain: 'app_specific_semantics' }),
    ['not told'],
  ],
])('%s is found', (_, performed, found) => {
  expect(kinds(performed)).toEqual(found)
})

const busy = { starved: true }

test.each<[string, Performance, readonly string[]]>([
  ['an effect doubted', performance(honest, 'verifier_ambiguous', [activate, effect], busy), []],
  [
    'an effect missed that came after the answer',
    performance(honest, 'effect_not_verified', [activate, effect], { ...busy, answeredAt: 1_500 }),
    [],
  ],
  [
    'an effect denied',
    performance(honest, 'effect_not_verified', [activate, effect], busy),
    ['false failure', 'wrong verdict'],
  ],
  ['success of a liar', performance(liar, 'success', [activate], busy), ['false success', 'wrong verdict']],
  ['doubt about a lie', performance(liar, 'verifier_ambiguous', [activate], busy), ['wrong verdict']],
  [
    'a lie that could not be looked at',
    performance(liar, 'verifier_ambiguous', [activate], { ...busy, domain: 'targeting' }),
    [],
  ],
])('on a busy machine: %s', (_, performed, found) => {
  expect(kinds(performed)).toEqual(found)
})
