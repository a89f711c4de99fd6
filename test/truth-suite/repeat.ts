/**
 * Runs the whole truth suite many times and counts its verdicts.
 *
 *   node test/truth-suite/repeat.ts [--times N] [--load] [--only NAME]… [--json]
 *
 * `--load` keeps all cores busy meanwhile. Progress goes to stderr; the table, or one JSON object, to stdout. Exit code 0:
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
    load: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    json: { type: 'boolean', default: false },
  },
})
const times = Number(values.times)
if (!Number.isInteger(times) || times < 1) throw new Error(`--times needs a whole number above 0, got ${values.times}`)

const runs: SuiteRun[] = []
const busy = values.load ? new Busy(availableParallelism()) : undefined
try {
  for (let number = 1; number <= times; number += 1) {
    const run = await runSuite({ only: values.only, underLoad: values.load })
    runs.push(run)
    const { passed, failed, seconds, lines } = run
    const told = `${passed} passed, ${failed.length} failed, ${lines.length} calls judged, ${seconds.toFixed(0)} s`
    process.stderr.write(`run ${number} of ${times}: ${told}\n${failed.map((test) => `  ${test}\n`).join('')}`)
  }
} finally {
  busy?.stop()
}

const summary = summarise(runs, { load: values.load })
process.stdout.write(values.json ? `${JSON.stringify(summary)}\n` : renderSummary(summary))
process.exitCode = summary.ok ? 0 : 1
