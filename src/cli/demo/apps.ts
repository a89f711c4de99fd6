import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { watch } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folderOfApps = new URL('../../../fixture-app/', import.meta.url)
const READY_WITHIN_MS = 30_000

/** The fixture app is part of a checkout, not of the installed package. */
export const isThere = (): boolean => existsSync(new URL('run', folderOfApps))

/** One of the fixture app's programs, running. */
export interface DemoApp {
  /** What has happened to it so far, by its own journal: `key-press`, `focus-out`, … */
  events(): readonly string[]
  stop(): Promise<void>
}

/** Starts a program and waits for its own word that it is ready. */
export async function startApp(
  program: 'run' | 'sentinel',
  env: Readonly<Record<string, string>>,
  options: readonly string[],
): Promise<DemoApp> {
  const folder = mkdtempSync(join(tmpdir(), 'surehand-demo-'))
  const journal = join(folder, 'journal.jsonl')
  writeFileSync(journal, '')
  const launcher = fileURLToPath(new URL(program, folderOfApps))
  const child = spawn(launcher, ['--journal', journal, ...options], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const app: DemoApp = {
    events: () =>
      readFileSync(journal, 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => (JSON.parse(line) as { event: string }).event),
    async stop() {
      child.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
  try {
    await Promise.race([ready(app, journal), failureOf(child, program)])
    return app
  } catch (error) {
    await app.stop()
    throw error
  }
}

async function ready(app: DemoApp, journal: string): Promise<void> {
  const signal = AbortSignal.timeout(READY_WITHIN_MS)
  for await (const _ of watch(journal, { signal })) if (app.events().includes('ready')) return
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
