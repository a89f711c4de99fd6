/**
 * What arrives where: every toolkit with every action, near and covered, judged by the app's own journal.
 *
 *   npm run matrix -- [--times N] [--toolkit NAME]… [--placement NAME]… [--mode NAME]… [--action NAME]… [--json]
 *
 * Progress goes to stderr, the table or one JSON object to stdout. Exit code 1: it does not hold, and what does not is said.
 */
import { parseArgs } from 'node:util'
import { addresses, modes, nameOf, placements, toolkits } from './cells.ts'
import type { CellResult } from './judge.ts'
import { playMatrix } from './matrix.ts'
import { shortfalls } from './reach.ts'
import { renderTable } from './table.ts'

const several = { type: 'string', multiple: true } as const
const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '1' },
    toolkit: several,
    placement: several,
    mode: several,
    action: several,
    json: { type: 'boolean', default: false },
  },
})
const times = Number(values.times)
if (!Number.isInteger(times) || times < 1) throw new Error(`--times needs a whole number above 0, got ${values.times}`)

const cells: CellResult[] = []
const broken: string[] = []
for (let round = 1; round <= times; round++) {
  const selection = {
    toolkits: known('toolkit', toolkits, values.toolkit),
    placements: known('placement', placements, values.placement),
    modes: known('mode', modes, values.mode),
    actions: known('action', Object.keys(addresses), values.action),
  }
  const played: CellResult[] = []
  for await (const cell of playMatrix(selection)) {
    played.push(cell)
    const { result, verdict, faults } = cell
    process.stderr.write(`${nameOf(cell)}: ${result}, ${verdict}${faults.map((fault) => `\n  ${fault}`).join('')}\n`)
  }
  const missing = shortfalls(played)
  broken.push(...missing.map((what) => (times > 1 ? `round ${round}: ${what}` : what)))
  cells.push(...played)
  if (!values.json) process.stdout.write(`${renderTable(played)}\n`)
}
if (values.json) process.stdout.write(`${JSON.stringify({ cells, broken })}\n`)
else process.stdout.write(broken.length === 0 ? 'The matrix holds.\n' : `${broken.join('\n')}\n`)
process.exitCode = broken.length > 0 ? 1 : 0

function known<T extends string>(
  option: string,
  all: readonly T[],
  asked: readonly string[] | undefined,
): readonly T[] {
  const unknown = asked?.find((name) => !(all as readonly string[]).includes(name))
  if (unknown !== undefined) throw new Error(`--${option} needs one of ${all.join(', ')}, got ${unknown}`)
  return asked === undefined ? all : all.filter((name) => asked.includes(name))
}
