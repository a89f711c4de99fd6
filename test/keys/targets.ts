import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  watch,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { run } from '../support/oracles.ts'

type Environment = Readonly<Record<string, string>>

/** A window that text goes into, and an oracle for what arrived. */
export interface TextTarget {
  readonly name: string
  readonly xid: number
  readonly pid: number
  /** On the screen, inside the window. */
  readonly point: { readonly x: number; readonly y: number }
  /** What it holds once that is as long as `text`, or at the latest after `withinMs`. A line break is `\n`. */
  read(text: string, withinMs: number): Promise<string>
  /** Empties it. @returns what it held: the same as `read` said, unless more came afterwards. */
  clear(): Promise<string>
  stop(): Promise<void>
}

export type TargetName = 'gtk3' | 'gtk4' | 'qt5' | 'xterm'

const READY_WITHIN_MS = 10_000

export function startTarget(name: TargetName, env: Environment): Promise<TextTarget> {
  return name === 'xterm' ? startXterm(env) : startTextWindow(name, env)
}

async function startTextWindow(name: Exclude<TargetName, 'xterm'>, env: Environment): Promise<TextTarget> {
  const script = fileURLToPath(new URL('text-window.py', import.meta.url))
  // Debian's own Python, which has the bindings; another one may come first in PATH.
  const child = spawn('/usr/bin/python3', [script, name, '20', '40'], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async () => {
    const { value, done } = await lines.next()
    if (done) throw new Error(`${name}: the text window ended; what it said is above`)
    return JSON.parse(value) as { xid?: number; text?: string }
  }
  const tell = (command: string) => child.stdin.write(`${command}\n`)
  const answer = async () => (await next()).text ?? ''
  const xid = (await next()).xid ?? 0
  return {
    name,
    xid,
    pid: child.pid ?? 0,
    point: await pointInside(env, xid),
    async read(text, withinMs) {
      tell(`await ${[...text].length}`)
      const timer = setTimeout(tell, withinMs, 'clear')
      return answer().finally(() => clearTimeout(timer))
    },
    clear() {
      tell('clear')
      return answer()
    },
    stop: () => stopChild(child),
  }
}

/** `cat` behind a terminal in raw mode: what the terminal made of the keys, byte by byte, with Return as CR. */
async function startXterm(env: Environment): Promise<TextTarget> {
  const folder = mkdtempSync(join(tmpdir(), 'surehand-xterm-'))
  const [file, ready] = [join(folder, 'typed'), join(folder, 'ready')]
  const descriptor = openSync(file, 'a+')
  const script = `stty raw -echo; touch "${ready}"; exec cat >>"${file}"`
  const name = `xterm-${randomUUID()}`
  const child = spawn('xterm', ['-name', name, '-geometry', '60x12+20+40', '-e', 'sh', '-c', script], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await grown(folder, () => existsSync(ready), READY_WITHIN_MS)
  const found = await run(env, 'xdotool', 'search', '--sync', '--onlyvisible', '--classname', `^${name}$`)
  const xid = Number(found.split('\n').at(-1))
  const read = () => readFileSync(file, 'utf8').replaceAll('\r', '\n')
  return {
    name: 'xterm',
    xid,
    pid: child.pid ?? 0,
    point: await pointInside(env, xid),
    async read(text, withinMs) {
      await grown(file, () => fstatSync(descriptor).size >= Buffer.byteLength(text), withinMs)
      return read()
    },
    async clear() {
      const held = read()
      ftruncateSync(descriptor)
      return held
    },
    async stop() {
      await stopChild(child)
      closeSync(descriptor)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Resolves when the condition holds, looked at whenever the file system says that something changed; or when time is up. */
async function grown(path: string, holds: () => boolean, withinMs: number): Promise<void> {
  const watcher = watch(path)
  try {
    if (holds()) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, withinMs)
      watcher.on('change', () => {
        if (!holds()) return
        clearTimeout(timer)
        resolve()
      })
    })
  } finally {
    watcher.close()
  }
}

async function pointInside(env: Environment, xid: number) {
  const info = await run(env, 'xwininfo', '-id', `${xid}`)
  const number = (label: string) => Number(new RegExp(`${label}: +(-?\\d+)`).exec(info)?.[1] ?? 0)
  const middle = (side: string, size: string) => number(side) + Math.floor(number(size) / 2)
  return { x: middle('Absolute upper-left X', 'Width'), y: middle('Absolute upper-left Y', 'Height') }
}

async function stopChild(child: ChildProcessByStdio<Writable, Readable, null>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  // A stopped process hears only this.
  child.kill('SIGKILL')
  await exited
}
