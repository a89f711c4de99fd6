import { absencesIn, isFocus } from '../support/absences.ts'
import type { Answer } from '../support/surehand.ts'
import type { Cell } from './cells.ts'
import { expectationOf, mayTakeFocus } from './expected.ts'
import { isRefusal, type Performance } from './perform.ts'

/** One cell of the table. */
export interface CellResult extends Cell {
  /** `delivered`: the app's own journal shows it. `refused`: nothing was sent, and nothing reached anyone. */
  readonly result: 'delivered' | 'refused' | 'failed'
  /** Of the last call: a verdict, or the code of a refusal. */
  readonly verdict: string
  /** What the app, the X server and the person's window tell. */
  readonly oracle: string
  /** The verdict says what the oracle does not. */
  readonly disagrees: boolean
  /** What is not as it must be; empty where all is. */
  readonly faults: readonly string[]
}

/** The longest that an app which takes the person's focus may keep it, in milliseconds. */
const LONGEST_ABSENCE_MS = 50

export function judge(performance: Performance): CellResult {
  const { cell, answers, proof, notShown } = performance
  const last = answers.at(-1)
  const verdict = last?.said ?? 'not called'
  const refused = last !== undefined && isRefusal(last) && proof === undefined
  const disturbances = [...leaks(performance), ...focusFaults(performance)]
  const disagrees = isDisagreement(verdict, last, proof !== undefined)
  const result = disturbances.length > 0 ? 'failed' : proof !== undefined ? 'delivered' : refused ? 'refused' : 'failed'
  const expected = expectationOf(cell)
  const surprise =
    expected === 'delivered'
      ? result === 'refused' && `refused with ${verdict}: ${last?.text.split('\n')[0]}`
      : (result !== 'refused' || verdict !== expected.refused) && `expected to be refused with ${expected.refused}`
  return {
    ...cell,
    result,
    verdict,
    oracle: proof === undefined ? (notShown ?? 'the app did not hear of it') : `${proof.control} ${proof.event}`,
    disagrees,
    faults: [
      ...disturbances,
      ...(result === 'failed' && disturbances.length === 0 ? [notShown ?? `${verdict}, and it did not arrive`] : []),
      ...(disagrees ? [`${verdict}, but it did ${proof === undefined ? 'not ' : ''}arrive`] : []),
      ...(surprise ? [surprise] : []),
    ],
  }
}

function isDisagreement(verdict: string, last: Answer | undefined, arrived: boolean): boolean {
  if (last === undefined) return false
  if (verdict === 'success') return !arrived
  return arrived && (verdict === 'effect_not_verified' || isRefusal(last))
}

/** Keys, buttons and motion that reached the person's window, and what became of their pointer. */
function leaks({ cell, heard, pointer }: Performance): string[] {
  const input = heard.filter((entry) => !isFocus(entry))
  if (cell.mode === 'takeover') {
    return pointer.after === '' ? [] : [`the person's pointer was not put back: ${pointer.before} → ${pointer.after}`]
  }
  return [
    ...input.map(({ control, event }) => `the person's window heard ${control} ${event}`),
    ...(pointer.after === '' ? [] : [`the person's pointer moved: ${pointer.before} → ${pointer.after}`]),
  ]
}

function focusFaults({ cell, heard, preparations, answers }: Performance): string[] {
  const absences = absencesIn(heard)
  if (absences.length === 0) return []
  const unpaired = absences.filter(({ ms }) => ms === undefined)
  const lost = unpaired.map(() => "the person's focus was taken and not given back")
  if (cell.mode === 'takeover') return lost
  const reported = [...preparations, ...answers].some(
    ({ meta }) => (meta['computer-use-mcp/focus'] as { focus_changed?: boolean } | undefined)?.focus_changed === true,
  )
  return [
    ...lost,
    ...absences.flatMap(({ ms }) =>
      ms !== undefined && ms > LONGEST_ABSENCE_MS ? [`the person was without the focus for ${ms.toFixed(0)} ms`] : [],
    ),
    ...(mayTakeFocus(cell) ? [] : ["the person's focus was taken, which this cell does not declare"]),
    ...(reported ? [] : ["the person's focus was taken, which no answer reports"]),
  ]
}
