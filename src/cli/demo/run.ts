import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
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
    target: target ?? app,
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
  const launcher = fileURLToPath(new URL(`fixture-app/${program}`, root))
  const child = spawn(launcher, ['--journal', '/dev/fd/3', ...options], { env, stdio: ['ignore', 'ignore', 'pipe', 'pipe'] })
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
  }
  let complaint = ''
  child.stderr?.on('data', (chunk) => {
    complaint = (complaint + chunk).slice(-2_000)
  })
  const failed = new Promise<never>((_, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`fixture-app/${program} ended with ${code}: ${complaint.trim()}`)))
    setTimeout(() => reject(new Error(`fixture-app/${program} was not ready in ${READY_WITHIN_MS / 1_000} s`)), READY_WITHIN_MS).unref()
  })
  failed.catch(() => {})
  try {
    await Promise.race([ready(child.stdio[3] as Readable), failed])
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

function ready(journal: Readable): Promise<void> {
  return new Promise((resolve) => {
    createInterface(journal).on('line', (line) => {
      const { control, event } = JSON.parse(line) as { control: string; event: string }
      if (control === 'window' && event === 'ready') resolve()
    })
  })
}
