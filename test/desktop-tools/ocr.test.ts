import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { Surehand } from '../support/surehand.ts'
import { Stage } from './stage.ts'

/** Acting by nothing but what was read from pictures; what came of it is told by others than us. */

interface Line {
  readonly text: string
  readonly confidence: number
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
}

let stage: Stage
beforeAll(async () => {
  stage = await Stage.set()
}, 120_000)
afterAll(() => stage?.strike())

const apps: ChildProcess[] = []
afterEach(() => {
  for (const app of apps.splice(0)) app.kill('SIGKILL')
})

/** Starts an app; resolves once it has a visible window of this title or class. */
async function start(search: readonly string[], program: string, ...args: readonly string[]): Promise<void> {
  apps.push(spawn(program, args, { env: stage.env, stdio: 'ignore' }))
  await stage.run('xdotool', 'search', '--sync', '--onlyvisible', ...search)
}

async function read(app: string): Promise<{ readonly lines: readonly Line[]; readonly text: string }> {
  const answer = await stage.surehand.call('get_app_state', { app, ocr: true, include_screenshot: false })
  if (answer.raw.isError === true) throw new Error(answer.text)
  return { lines: (answer.data.ocr as { lines: Line[] } | undefined)?.lines ?? [], text: answer.text }
}

/** The line that says this most surely: ÷ is a sign that English data does not know, and reads as = at 62 %. */
function surest(lines: readonly Line[], text: RegExp): Line {
  const [found] = lines.filter((line) => text.test(line.text)).sort((a, b) => b.confidence - a.confidence)
  if (found === undefined) throw new Error(`no line is ${text}: ${lines.map((line) => `"${line.text}"`).join(' ')}`)
  return found
}

/** Children of the server that read pictures. */
function readers(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  return children.filter((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('ocr/program')).map(Number)
}

async function ended(pid: number): Promise<void> {
  for (;;) {
    try {
      if (readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')) return
    } catch {
      return
    }
    await delay(10)
  }
}

test('kcalc by what its picture says: 12×34 = 408', async () => {
  await start(['--class', 'kcalc'], 'kcalc')
  const { lines } = await read('kcalc')
  for (const sign of [/^1$/, /^2$/, /^[x×]$/i, /^3$/, /^4$/, /^=$/]) {
    const { x, y, width, height } = surest(lines, sign).box
    const answer = await stage.surehand.call('click', {
      app: 'kcalc',
      x: Math.round(x + width / 2),
      y: Math.round(y + height / 2),
      include_state: false,
    })
    expect(answer.raw.isError, answer.text).not.toBe(true)
  }
  const oracle = fileURLToPath(new URL('named-by-description.py', import.meta.url))
  const display = () => stage.run('/usr/bin/python3', oracle, 'kcalc', 'Result Display')
  await expect.poll(display, { timeout: 5_000 }).toBe('408')
  expect(surest((await read('kcalc')).lines, /^408$/).confidence).toBeGreaterThan(50)
})

describe('an app without accessibility', () => {
  const greeting = 'Hello from a terminal'

  test('is hinted at, and read', async () => {
    await start(['--class', 'xterm'], 'xterm', '-fa', 'DejaVu Sans Mono', '-fs', '14', '-e', `echo ${greeting}; cat`)
    const plain = await stage.surehand.call('get_app_state', { app: 'xterm', include_screenshot: false })
    expect(plain.text).toMatch(/cannot be read by accessibility.*ocr=true/)
    await expect
      .poll(async () => (await read('xterm')).lines.map(({ text }) => text), { timeout: 15_000 })
      .toContain(greeting)
    expect((await read('xterm')).text).not.toMatch(/ocr=true/)
  })
})

test('ordinary windows are not hinted at', async () => {
  await start(['--class', 'mousepad'], 'mousepad', '--disable-server')
  const { text } = await stage.surehand.call('get_app_state', { app: 'mousepad', include_screenshot: false })
  expect(text).not.toMatch(/ocr=true/)
})

test.each(['closed', 'killed'] as const)('a server that is %s takes its reading process along', async (how) => {
  await start(['--class', 'xterm'], 'xterm')
  const surehand = await Surehand.connect(stage.env)
  const { pid } = surehand
  await surehand.call('get_app_state', { app: 'xterm', include_screenshot: false })
  expect(readers(pid)).toEqual([])
  await surehand.call('get_app_state', { app: 'xterm', ocr: true, include_screenshot: false })
  const [reader, second] = readers(pid)
  expect([typeof reader, second]).toEqual(['number', undefined])
  if (how === 'killed') process.kill(pid, 'SIGKILL')
  await surehand.stop()
  await ended(reader as number)
})

test('a reading process that is killed leaves the state and a note', async () => {
  await start(['--class', 'xterm'], 'xterm')
  await read('xterm')
  const [reader] = readers(stage.surehand.pid)
  const reading = stage.surehand.call('get_app_state', { app: 'xterm', ocr: true, include_screenshot: false })
  // Stopped, it holds the reading until it dies.
  process.kill(reader as number, 'SIGSTOP')
  await delay(500)
  process.kill(reader as number, 'SIGKILL')
  const { text, raw } = await reading
  expect(raw.isError).not.toBe(true)
  expect(text).toContain('Note: The text in the picture was not read: its process ended.')
  expect((await read('xterm')).text).toContain('--- text in the picture')
})
