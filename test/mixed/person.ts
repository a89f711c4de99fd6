/**
 * A person types 20 keys a second into their own window while the agent works in the app behind it. Every key must
 * arrive there, once and in order, and nothing else.
 *
 *   npm run person -- [--minutes N] [--seed N] [--json]
 *
 * Exits with 1 when a key was lost or added, or a promise of the mixed run was broken.
 */
import { parseArgs } from 'node:util'
import { printDisagreement, printTotals } from './print.ts'
import { broken } from './tally.ts'
import { type Keystrokes, runBesidePerson } from './typing.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
})
const minutes = Number(values.minutes)
if (!(minutes > 0)) throw new Error(`--minutes needs a positive number, got ${values.minutes}`)
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed)
if (!Number.isInteger(seed)) throw new Error(`--seed needs a whole number, got ${values.seed}`)

const progress = (line: string) => process.stderr.write(`${line}\n`)
const { scenes, totals, disagreements } = await runBesidePerson({ minutes, seed, progress })
const failures = [...scenes.flatMap(({ scene, keys }) => wrong(scene, keys)), ...broken(totals)]
if (values.json) {
  process.stdout.write(`${JSON.stringify({ seed, scenes, ...totals, broken: failures, disagreements })}\n`)
} else {
  for (const disagreement of disagreements) process.stdout.write(printDisagreement(disagreement))
  for (const { scene, keys } of scenes)
    process.stdout.write(
      `${scene}: ${keys.typed} keys typed, ${keys.perSecond.toFixed(1)} a second, ${keys.heard} heard\n`,
    )
  process.stdout.write(printTotals(seed, totals, [], failures))
}
process.exitCode = failures.length > 0 ? 1 : 0

function wrong(scene: string, { difference }: Keystrokes): string[] {
  return difference === undefined ? [] : [`${scene}: ${difference}`]
}
