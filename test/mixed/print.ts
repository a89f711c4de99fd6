import type { Disagreement, Totals } from './tally.ts'

export function printDisagreement(of: Disagreement): string {
  const lines = [
    '',
    `── ${of.scene}, step ${of.step}: ${of.kinds.join(', ')}`,
    `call      ${of.call.tool} ${JSON.stringify(of.call.args)}  on ${of.call.control}`,
    ...(of.commands.length > 0 ? [`commands  ${of.commands.join('; ')}`] : []),
    `answer    ${of.said}: ${of.text.replaceAll('\n', ' ')}`,
    ...Object.entries(of.meta as Record<string, unknown>).map(
      ([key, value]) => `_meta     ${key} ${JSON.stringify(value)}`,
    ),
    ...shortened(of.journal).map((line) => `journal   ${line}`),
    ...of.disturbances.map((line) => `disturbed ${line}`),
  ]
  return `${lines.join('\n')}\n`
}

const SHOWN_AT_EITHER_END = 12

function shortened(journal: readonly unknown[]): string[] {
  const lines = journal.map((line) => JSON.stringify(line))
  const left = lines.length - 2 * SHOWN_AT_EITHER_END
  if (left <= 0) return lines
  return [...lines.slice(0, SHOWN_AT_EITHER_END), `… ${left} more`, ...lines.slice(-SHOWN_AT_EITHER_END)]
}

const table = (title: string, counts: Readonly<Record<string, number>>): string[] =>
  Object.keys(counts).length === 0
    ? []
    : ['', title, ...Object.entries(counts).map(([name, count]) => `${String(count).padStart(6)}  ${name}`)]

export function printTotals(
  seed: number,
  totals: Totals,
  notJudged: readonly string[],
  failures: readonly string[],
): string {
  const { calls, happened, denied } = totals
  const lines = [
    ...table('by tool', totals.byTool),
    ...table('answers', totals.verdicts),
    ...table('verifier_ambiguous', totals.ambiguous),
    ...table('unsupported', totals.unsupported),
    ...table('refused', totals.refusals),
    ...table("the person's focus taken by the app", totals.focusTaken),
    ...table('not shown, not called', totals.notShown),
    ...table('looks that failed once', totals.looksFailed),
    ...table('disagreements', totals.faults),
    '',
    ...(notJudged.length > 0 ? [`not judged here: ${notJudged.join(', ')}`] : []),
    `${calls} calls with seed ${seed}; ${happened} effects, of which ${denied} were denied`,
    failures.length === 0 ? 'every promise held' : `BROKEN: ${failures.join('; ')}`,
  ]
  return `${lines.join('\n')}\n`
}
