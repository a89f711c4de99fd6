/**
 * Random mixed actions on the fixture app, judged by its journal alone.
 *
 *   npm run mixed -- [--count N] [--seed N] [--toolkit gtk3|gtk4] [--json]
 *
 * Exits with 1 when a promise was broken; what it was is printed, with each call that disagrees with the journal.
 */
import { parseArgs } from 'node:util'
import { runMixed } from './mixed.ts'
import { printDisagreement, printTotals } from './print.ts'
import { broken } from './tally.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '5000' },
    seed: { type: 'string' },
    toolkit: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
})
const count = whole('count', values.count)
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : whole('seed', values.seed)
const say = (line: string) => process.stderr.write(`${line}\n`)

const { totals, disagreements, notJudged } = await runMixed({
  count,
  seed,
  ...(values.toolkit !== undefined && { toolkit: toolkitOf(values.toolkit) }),
  progress: say,
})
const failures = broken(totals)
if (values.json) {
  process.stdout.write(`${JSON.stringify({ seed, ...totals, notJudged, broken: failures, disagreements })}\n`)
} else {
  for (const disagreement of disagreements) process.stdout.write(printDisagreement(disagreement))
  process.stdout.write(printTotals(seed, totals, notJudged, failures))
}
process.exitCode = failures.length > 0 ? 1 : 0

function whole(name: string, text: string): number {
  if (/^\d+$/.test(text)) return Number(text)
  throw new Error(`--${name} needs a whole number, got ${text}`)
}

function toolkitOf(text: string): 'gtk3' | 'gtk4' {
  if (text === 'gtk3' || text === 'gtk4') return text
  throw new Error(`--toolkit needs gtk3 or gtk4, got ${text}`)
}
