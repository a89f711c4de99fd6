import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ReportLine } from '../report.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** One run of the suite. */
export interface SuiteRun {
  readonly passed: number
  /** Names of the tests that failed, each with the first line of why. */
  readonly failed: readonly string[]
  readonly seconds: number
  /** Every judged call. */
  readonly lines: readonly ReportLine[]
}

interface RunOptions {
  /** Parts of file names; none: all files. */
  readonly only: readonly string[]
  readonly underLoad: boolean
}

/** Of one test, when all cores are busy. */
const LOADED_TIMEOUT_MS = 300_000

interface VitestReport {
  readonly numPassedTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages?: readonly string[]
    }[]
  }[]
}

export async function runSuite({ only, underLoad }: RunOptions): Promise<SuiteRun> {
  const folder = mkdtempSync(join(tmpdir(), 'truth-repeat-'))
  const results = join(folder, 'results.json')
  const judged = join(folder, 'judged.jsonl')
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const files = only.length === 0 ? ['test/truth-suite/'] : only.map((name) => `test/truth-suite/${name}`)
  const patient = underLoad ? [`--testTimeout=${LOADED_TIMEOUT_MS}`, `--hookTimeout=${LOADED_TIMEOUT_MS}`] : []
  const args = [vitest, 'run', '--project', 'truth', '--reporter=json', `--outputFile=${results}`, ...patient, ...files]
  const env = { ...process.env, TRUTH_REPORT: judged, TRUTH_UNDER_LOAD: underLoad ? '1' : '' }
  const startedAt = performance.now()
  try {
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'pipe'] })
    let complaint = ''
    child.stderr.on('data', (chunk) => {
      complaint = (complaint + chunk).slice(-4_000)
    })
    await once(child, 'close')
    if (!existsSync(results)) throw new Error(`vitest wrote no results: ${complaint}`)
    const report = JSON.parse(readFileSync(results, 'utf8')) as VitestReport
    return {
      passed: report.numPassedTests,
      failed: failures(report),
      seconds: (performance.now() - startedAt) / 1_000,
      lines: existsSync(judged) ? parseLines(readFileSync(judged, 'utf8')) : [],
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function failures({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed')
    // A file whose set-up failed has no failed tests, only skipped ones.
    if (tests.length === 0) return status === 'failed' ? [`${name}: ${firstLines(message)}`] : []
    return tests.map(({ fullName, failureMessages = [] }) => `${fullName}: ${firstLines(failureMessages[0] ?? '')}`)
  })
}

const firstLines = (text: string): string => text.split('\n').slice(0, 3).join(' ').slice(0, 600)

const parseLines = (text: string): ReportLine[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ReportLine)
