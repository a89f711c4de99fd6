/**
 * Runs the whole truth suite many times and counts its verdicts.
 *
 *   node test/truth-suite/repeat.ts [--times N] [--parallel N] [--load] [--only NAME]… [--json]
 *
 * `--load` keeps all cores busy meanwhile. `--parallel`: so many runs side by side, each on desktops of its own; 1. Progress goes to stderr; the table, or one JSON object, to stdout. Exit code 0:
 * every run passed and no verdict was false.
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { Busy } from './repeat/busy.ts'
import { runSuite, type SuiteRun } from './repeat/run-suite.ts'
import { summarise } from './repeat/summary.ts'
import { renderSummary } from './repeat/table.ts'

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '20' },
    parallel: { type: 'string', default: '1' },
    load: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    json: { type: 'boolean', default: false },
  },
})
const times = countOf('times', values.times)
const parallel = countOf('parallel', values.parallel)

const runs: SuiteRun[] = []
const busy = values.load ? new Busy(availableParallelism()) : undefined
let begun = 0
const repeat = async () => {
  while (begun < times) {
    const number = ++begun
    const run = await runSuite({ only: values.only, underLoad: values.load })
    runs.push(run)
    const { passed, failed, seconds, lines } = run
    const told = `${passed} passed, ${failed.length} failed, ${lines.length} calls judged, ${seconds.toFixed(0)} s`
    process.stderr.write(`run ${number} of ${times}: ${told}\n${failed.map((test) => `  ${test}\n`).join('')}`)
  }
}
try {
  await Promise.all(Array.from({ length: parallel }, repeat))
} finally {
  busy?.stop()
}

const summary = summarise(runs, { load: values.load })
process.stdout.write(values.json ? `${JSON.stringify(summary)}\n` : renderSummary(summary))
process.exitCode = summary.ok ? 0 : 1

function countOf(name: string, text: string): number {
  const count = Number(text)
  if (Number.isInteger(count) && count > 0) return count
  throw new Error(`--${name} needs a whole number above 0, got ${text}`)
}
