import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { watch } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmbeddedDesktop } from '../../desktop/linux/embedded/desktop.ts'
import type { DemoClient } from './client.ts'
import { type Step, steps } from './script.ts'
import type { DemoRow } from './table.ts'

const root = new URL('../../../', import.meta.url)
const fixtureTitle = 'surehand demo'
const READY_WITHIN_MS = 30_000

/**
 * The main job on a desktop of its own: a person's window in front, the fixture app behind it, the server as a child
 * over stdio, a real MCP client. Everything that it starts ends with it.
 */
export async function runDemo(say: (line: string) => void, show: (row: DemoRow) => void): Promise<DemoRow[]> {
  if (!existsSync(new URL('fixture-app/run', root)))
    throw new Error('The demo needs a checkout: the fixture app is not part of the installed package.')
  const { DemoClient } = await import('./client.ts')
  say('Starting a desktop of its own …')
  const desktop = await startEmbeddedDesktop({})
  const ends: (() => Promise<void>)[] = [() => desktop.stop()]
  try {
    say('Starting the fixture app, and a window in front of it that has the focus …')
    ends.push(await startApp('run', desktop.env, ['--title', fixtureTitle]))
    ends.push(await startApp('sentinel', desktop.env, []))
    say('Connecting an MCP client to the server …')
    const client = await DemoClient.connect(fileURLToPath(new URL('bin/surehand', root)), desktop.env)
    ends.push(() => client.close())
    return await play(client, show)
  } finally {
    for (const end of ends.toReversed()) await end().catch((error: Error) => say(`surehand: ${error.message}`))
  }
}

async function play(client: DemoClient, show: (row: DemoRow) => void): Promise<DemoRow[]> {
  const app = await client.findApp(fixtureTitle)
  const ids = new Map<string, string>()
  const rows: DemoRow[] = []
  for (const step of steps) {
    const row = await run(client, step, app, ids)
    rows.push(row)
    show(row)
  }
  return rows
}

async function run(client: DemoClient, step: Step, app: string, ids: Map<string, string>): Promise<DemoRow> {
  const { target, remark } = step
  const element = target === undefined ? {} : { element_id: ids.get(target), include_state: false }
  const startedAt = performance.now()
  const call = await client.call(step.tool, { app, ...element, ...step.args })
  const ms = Math.round((performance.now() - startedAt) * 10) / 10
  if (target === undefined) for (const [name, id] of call.elements) ids.set(name, id)
  const reached = step.expected === undefined ? !call.failed : call.verdict === step.expected
  return {
    tool: step.tool,
    target: target ?? fixtureTitle,
    tier: call.tier,
    verdict: call.failed ? 'error' : (call.verdict ?? 'read'),
    focus_changed: call.focusChanged,
    ms,
    remark: call.failed ? call.text : remark,
    asExpected: reached && call.focusChanged !== true,
  }
}

/** Starts one of the fixture app's programs and waits for its own word that it is ready. @returns what ends it */
async function startApp(
  program: 'run' | 'sentinel',
  env: Readonly<Record<string, string>>,
  options: readonly string[],
): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'surehand-demo-'))
  const journal = join(folder, 'journal.jsonl')
  writeFileSync(journal, '')
  const launcher = fileURLToPath(new URL(`fixture-app/${program}`, root))
  const child = spawn(launcher, ['--journal', journal, ...options], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await Promise.race([ready(journal), failureOf(child, program)])
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

/** The app writes everything that happens to it into its journal; "ready" is the first thing. */
async function ready(journal: string): Promise<void> {
  const isReady = () => readFileSync(journal, 'utf8').includes('"event":"ready"')
  for await (const _ of watch(journal, { signal: AbortSignal.timeout(READY_WITHIN_MS) })) if (isReady()) return
}

function failureOf(child: ChildProcess, program: string): Promise<never> {
  let complaint = ''
  child.stderr?.on('data', (chunk) => {
    complaint = (complaint + chunk).slice(-2_000)
  })
  return new Promise((_, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`fixture-app/${program} ended with ${code}: ${complaint.trim()}`)))
  })
}
