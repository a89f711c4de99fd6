/**
 * Every check of the repository, one after the other; `npm test` runs it. Each command counts as one check, each test
 * of vitest as one. The last line is 'N passed, N failed', alone; the exit code is 1 when anything failed or no test ran.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { projects } from '../vitest.config.ts'
import { countTests, failedFiles, type Totals } from './test-totals.ts'

const root = join(import.meta.dirname, '..')
const env = { ...process.env, PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}` }

const commands: readonly (readonly string[])[] = [
  ['biome', 'check', '--error-on-warnings'],
  ['tsc', '-p', '.'],
  ['tsc', '-p', 'fixture-app', '--noEmit'],
  ['knip', '--treat-config-hints-as-errors'],
  ['node', 'scripts/docs.ts', '--check'],
]

interface Ended {
  readonly succeeded: boolean
  readonly output: string
}

/** Runs a command; its output goes through, or is kept for the case that it fails. */
async function run([program, ...args]: readonly string[], output: 'through' | 'kept'): Promise<Ended> {
  const stdio = output === 'through' ? 'inherit' : 'pipe'
  const child = spawn(program as string, args, { cwd: root, env, stdio: ['ignore', stdio, stdio] })
  let text = ''
  const keep = (chunk: Buffer) => {
    text += chunk
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  const [code] = await once(child, 'close')
  return { succeeded: code === 0, output: text }
}

async function checkCommand(command: readonly string[]): Promise<Totals> {
  const started = performance.now()
  const { succeeded, output } = await run(command, 'kept')
  const seconds = ((performance.now() - started) / 1_000).toFixed(1)
  say(`${succeeded ? 'ok    ' : 'FAILED'}  ${command.join(' ')}  (${seconds} s)`)
  if (!succeeded) say(output.trimEnd())
  return succeeded ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** Further runs of a file that failed. */
const MORE_RUNS = 2

/**
 * Tests that start real desktops meet whatever else the machine is doing. A file of theirs that failed is run again, up to
 * twice, which is said; what fails each time has failed.
 */
async function checkProject({ name, fileParallelism }: Project, folder: string): Promise<Totals> {
  say(`\ntests: ${name}`)
  let { report, totals } = await runProject(name, [], join(folder, `${name}.json`))
  for (let more = 1; more <= MORE_RUNS && totals.failed > 0 && fileParallelism === false; more++) {
    const files = failedFiles(report)
    if (files.length === 0) break
    say(`\ntests: ${name}, again: ${files.join(', ')}`)
    const again = await runProject(name, files, join(folder, `${name}-${more}.json`))
    say(`${totals.failed} failed before, ${again.totals.failed} again`)
    totals = { passed: totals.passed + Math.max(0, totals.failed - again.totals.failed), failed: again.totals.failed }
    report = again.report
  }
  return totals
}

interface Project {
  readonly name: string
  readonly fileParallelism?: boolean
}

async function runProject(name: string, files: readonly string[], file: string) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const command = ['vitest', 'run', '--project', name, '--passWithNoTests', ...reporters, ...files]
  const { succeeded } = await run(command, 'through')
  const report = readReport(file)
  return { report, totals: countTests(report, succeeded) }
}

function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined // vitest ended before it wrote one
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

const folder = mkdtempSync(join(tmpdir(), 'surehand-checks-'))
try {
  const results: Totals[] = []
  for (const command of commands) results.push(await checkCommand(command))
  const tests: Totals[] = []
  for (const { test } of projects) tests.push(await checkProject(test, folder))
  const ranNone = tests.every(({ passed, failed }) => passed + failed === 0)
  const passed = [...results, ...tests].reduce((sum, totals) => sum + totals.passed, 0)
  const failed = [...results, ...tests].reduce((sum, totals) => sum + totals.failed, 0)
  if (failed > 0 || ranNone) process.exitCode = 1
  say(`\n${passed} passed, ${failed} failed`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
