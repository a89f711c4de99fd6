import { expect, test } from 'vitest'
import type { Noticed } from '../support/bystander.ts'
import type { JournalEntry } from '../support/journal.ts'
import type { Answer } from '../support/surehand.ts'
import { judge } from './judge.ts'
import type { Performance } from './perform.ts'
import { patience } from './report.ts'
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

const nobody: Noticed = { moved: [], heard: [] }
/** The person's window, at these milliseconds; the answer comes at 10. */
const heard = (...events: readonly (readonly [ms: number, control: string, event: string])[]): Noticed => ({
  moved: [],
  heard: events.map(([ms, control, event], seq) => ({ t: ms * 1_000, seq, control, event })),
})
const lost = heard([5, 'window', 'focus-out'])
const focusElsewhere: Noticed = { ...lost, moved: [{ part: 'focus', from: '1', to: '2' }] }

function performance(
  row: Row,
  said: string,
  journal: readonly JournalEntry[],
  {
    noticed = nobody as Noticed,
    domain = undefined as string | undefined,
    focusChanged = undefined as boolean | undefined,
    allowed = false,
    answeredAt = 10_000,
    starved = false,
  } = {},
): Performance {
  const answer: Answer = {
    said,
    text: said,
    data: domain === undefined ? {} : { failure_domain: domain },
    meta:
      focusChanged === undefined
        ? {}
        : { 'computer-use-mcp/focus': { focus_changed: focusChanged, focus_change_allowed: allowed } },
    raw: { content: [] },
    askedAt: 0,
    answeredAt,
  }
  return { place: 'covered', row, address: 'element', answer, journal, noticed, starved }
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
  [
    'a person disturbed',
    performance(stale, 'STALE_ELEMENT', [], { noticed: heard([5, 'sentinel-entry', 'key-press']) }),
    ['disturbed'],
  ],
  [
    'a lost focus denied',
    performance(stale, 'STALE_ELEMENT', [], { noticed: focusElsewhere, focusChanged: false }),
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

const taken = (ms: number) => heard([5, 'window', 'focus-out'], [5 + ms, 'window', 'focus-in'])
const mayTake: Row = { ...honest, focus: 'returned' }
const mayMove: Row = { ...honest, focus: 'moved' }
const told = { focusChanged: true }

test.each<[string, Row, Parameters<typeof performance>[3], readonly string[]]>([
  ['taken and returned', mayTake, { ...told, noticed: taken(4) }, []],
  ['not taken, although it might be', mayTake, { focusChanged: false }, []],
  ['taken and returned where nothing declares it', honest, { ...told, noticed: taken(4) }, ['disturbed']],
  ['taken and not reported', mayTake, { focusChanged: false, noticed: taken(4) }, ['not told']],
  ['taken and returned too late', mayTake, { ...told, noticed: taken(50 * patience + 1) }, ['disturbed']],
  ['returned late on a busy machine', mayTake, { ...told, noticed: taken(51), starved: true }, []],
  ['taken for good', mayTake, { ...told, noticed: lost }, ['disturbed']],
  ['returned without having been lost', mayTake, { ...told, noticed: heard([5, 'window', 'focus-in']) }, ['disturbed']],
  [
    'returned to another window',
    mayTake,
    { ...told, noticed: { ...taken(4), moved: focusElsewhere.moved } },
    ['disturbed'],
  ],
  [
    'returned, and a key came along',
    mayTake,
    {
      ...told,
      noticed: heard([5, 'window', 'focus-out'], [6, 'sentinel-entry', 'key-press'], [7, 'window', 'focus-in']),
    },
    ['disturbed'],
  ],
  ['moved, as it was allowed to', mayMove, { ...told, allowed: true, noticed: focusElsewhere }, []],
  ['moved, without the permission being told', mayMove, { ...told, noticed: focusElsewhere }, ['not told']],
  ['moved and not reported', mayMove, { focusChanged: false, allowed: true, noticed: focusElsewhere }, ['not told']],
  [
    'moved, and the pointer too',
    mayMove,
    { ...told, allowed: true, noticed: { ...lost, moved: [{ part: 'pointer', from: 'a', to: 'b' }] } },
    ['disturbed'],
  ],
  [
    'taken after the answer',
    mayTake,
    { focusChanged: false, noticed: heard([11, 'window', 'focus-out'], [12, 'window', 'focus-in']) },
    [],
  ],
])('focus %s', (_, row, circumstances, found) => {
  expect(kinds(performance(row, 'success', [activate, effect], circumstances))).toEqual(found)
})

const wheel: JournalEntry = { t: 500, seq: 1, control: 'list', event: 'wheel' }
const rolled: Row = {
  tool: 'scroll',
  on: 'list',
  truth: 'success',
  ...done(['list', 'wheel', {}, 'once or more'], ['button', 'effect']),
}

test.each<[readonly JournalEntry[], readonly string[]]>([
  [[wheel, effect], []],
  [[wheel, wheel, wheel, effect], []],
  [[effect], ['wrong effect']],
  [[wheel, effect, wheel], ['wrong effect']],
])('a line that may repeat: %j', (journal, found) => {
  expect(kinds(performance(rolled, 'success', journal))).toEqual(found)
})

const amid: Row = { ...honest, alongside: [['list', 'wheel']] }

test.each<[readonly JournalEntry[], readonly string[]]>([
  [[activate, effect], []],
  [[wheel, activate, wheel, wheel, effect, wheel], []],
  [[activate, wheel, effect, effect], ['wrong effect']],
])('lines that may come among the others: %j', (journal, found) => {
  expect(kinds(performance(amid, 'success', journal))).toEqual(found)
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
