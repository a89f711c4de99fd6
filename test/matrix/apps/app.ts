import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type FixtureProcess, startFixture } from '../../support/fixture.ts'
import { entry, Journal } from '../../support/journal.ts'

export type Environment = Readonly<Record<string, string>>

/** An app under test, with what it says itself of what reached it. */
export interface MatrixApp {
  readonly pid: number
  readonly journal: Journal
  stop(): Promise<void>
}

/** Size of each app's window and its place on the screen. */
export const GEOMETRY = { width: 900, height: 640, x: 10, y: 30 }

/** Debian's own Python, which has the bindings; another one may come first in PATH. */
export const PYTHON = '/usr/bin/python3'

const READY_WITHIN_MS = 60_000
const ENDS_WITHIN_MS = 5_000

/** A program that writes a journal of its own, in a folder that goes with it. */
export async function startProgram(
  env: Environment,
  command: (folder: string, journal: string) => readonly [program: string, ...args: string[]],
): Promise<MatrixApp> {
  const folder = mkdtempSync(join(tmpdir(), 'surehand-matrix-'))
  const journal = new Journal(join(folder, 'journal.jsonl'))
  const [program, ...args] = command(folder, journal.path)
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (data) => {
    said = (said + data).slice(-4_000)
  })
  const stop = async () => {
    await end(child)
    journal.close()
    // Chromium's helpers may write a last file while they go.
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
  try {
    const ended = once(child, 'exit').then(([code, signal]) => {
      throw new Error(`${program} ended (${signal ?? code}) before it was ready:\n${said}`)
    })
    await Promise.race([journal.until(entry('window', 'ready'), READY_WITHIN_MS), ended])
    ended.catch(() => undefined)
  } catch (error) {
    await stop()
    throw error
  }
  if (child.pid === undefined) throw new Error(`${program} has no pid`)
  return { pid: child.pid, journal, stop }
}

/** An app in a Python script of this folder. */
export function startPython(env: Environment, name: string): Promise<MatrixApp> {
  const { width, height, x, y } = GEOMETRY
  const script = fileURLToPath(new URL(name, import.meta.url))
  const geometry = `${width}x${height}+${x}+${y}`
  return startProgram(env, (_, journal) => [PYTHON, script, '--journal', journal, '--geometry', geometry])
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const kill = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN_MS)
  await exited
  clearTimeout(kill)
}

export async function startGtk(env: Environment, toolkit: 'gtk3' | 'gtk4'): Promise<FixtureProcess> {
  const { width, height, x, y } = GEOMETRY
  return startFixture({
    env,
    options: ['--background', '--toolkit', toolkit, '--geometry', `${width}x${height}+${x}+${y}`],
  })
}
