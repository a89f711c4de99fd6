import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { processesWith, until } from './processes.ts'

/** `surehand desktop` as a person runs it: its exit codes, its output, and what is left when it has gone. */

const surehand = fileURLToPath(new URL('../../bin/surehand', import.meta.url))

class Run {
  readonly child: ChildProcess
  /** Inherited by all that the run starts, however indirectly. */
  readonly mark = randomUUID()
  readonly closed: Promise<number>
  out = ''
  err = ''

  constructor(program: string, ...args: readonly string[]) {
    this.child = spawn(program, args, { env: { ...process.env, TEST_MARK: this.mark }, stdio: 'pipe' })
    this.child.stdout?.on('data', (chunk) => {
      this.out += chunk
    })
    this.child.stderr?.on('data', (chunk) => {
      this.err += chunk
    })
    this.closed = once(this.child, 'close').then(([code, signal]) => code ?? signal)
  }

  /** Resolves when the text has come on standard output. */
  async says(text: string): Promise<void> {
    while (!this.out.includes(text)) {
      const ended = await Promise.race([once(this.child.stdout as NodeJS.ReadableStream, 'data'), this.closed])
      if (!Array.isArray(ended)) throw new Error(`ended (${ended}) before it said ${text}:\n${this.out}${this.err}`)
    }
  }

  survivors(): string[] {
    return processesWith('TEST_MARK', this.mark)
  }
}

const exec = (...args: readonly string[]) => new Run(surehand, 'desktop', 'exec', ...args)

describe('exec gives back the exit code of', () => {
  test.each([
    ['a command that ends well', ['--', 'true'], 0],
    ['a command that fails', ['--', 'sh', '-c', 'exit 7'], 7],
    ['a command that a signal ends', ['--', 'sh', '-c', 'kill -KILL $$'], 137],
    ['a command that does not exist', ['--', 'no-such-command'], 127],
    ['a command that cannot be executed', ['--', '/etc/passwd'], 126],
    ['a desktop that does not start', ['--wm', 'no-such-manager', '--', 'true'], 125],
  ])('%s', async (_what, args, code) => {
    expect(await exec(...args).closed).toBe(code)
  })
})

test("standard input and output are the command's alone", async () => {
  const run = exec('--', 'sh', '-c', 'read line; echo "got $line"; echo "$DISPLAY" >&2')
  run.child.stdin?.end('a line\n')
  expect(await run.closed).toBe(0)
  expect(run.out).toBe('got a line\n')
  expect(run.err).toMatch(/^:\d+\n$/)
})

/** An app, a process of another session, one that ignores polite signals, and a command that waits for them. */
const household = `
  mousepad >/dev/null 2>&1 &
  setsid sleep 600 &
  setsid sh -c 'trap "" TERM INT HUP; while :; do sleep 600; done' &
  xdotool search --onlyvisible --sync --class mousepad >/dev/null && echo "home $HOME"
  wait`

describe('nothing is left when the launcher is ended by', () => {
  test.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
    ['SIGHUP', 129],
    ['SIGKILL', 'SIGKILL'],
  ] as const)('%s', async (signal, code) => {
    const run = exec('--', 'sh', '-c', household)
    await run.says('home ')
    expect(run.survivors().length).toBeGreaterThan(8)
    run.child.kill(signal)
    expect(await run.closed).toBe(code)
    await until('the keeper has ended', () => run.survivors().length === 0)
    const home = /home (.*)/.exec(run.out)?.[1] as string
    expect(home).toContain('surehand-desktop-')
    expect(existsSync(dirname(home))).toBe(false)
  })

  test('the end of the command, which leaves apps behind', async () => {
    const run = exec('--', 'sh', '-c', `${household.replace(/wait$/, 'exit 5')}`)
    expect(await run.closed).toBe(5)
    expect(run.survivors()).toEqual([])
  })

  test('SIGKILL while the desktop is being started', async () => {
    const run = exec('--', 'true')
    await until('the X server has been started', () => run.survivors().some((line) => line.includes('Xvfb')))
    run.child.kill('SIGKILL')
    await run.closed
    await until('the keeper has ended', () => run.survivors().length === 0)
  })

  test('the death of its X server', async () => {
    const run = exec('--', 'sh', '-c', household)
    await run.says('home ')
    const server = run.survivors().find((line) => line.includes('Xvfb')) as string
    process.kill(Number.parseInt(server, 10), 'SIGKILL')
    expect(await run.closed).toBe(125)
    expect(run.err).toContain('the desktop ended early: ')
    expect(run.survivors()).toEqual([])
  })
})

test('a command may answer a signal in its own time', async () => {
  const run = exec('--', 'sh', '-c', 'trap "echo saved; exit 3" TERM; echo ready; while :; do sleep 0.05; done')
  await run.says('ready')
  run.child.kill('SIGTERM')
  expect(await run.closed).toBe(3)
  expect(run.out).toBe('ready\nsaved\n')
})

test('a command that ignores a signal is ended by a second one', async () => {
  const run = exec('--', 'sh', '-c', 'trap "" TERM; echo ready; while :; do sleep 0.05; done')
  await run.says('ready')
  run.child.kill('SIGTERM')
  run.child.kill('SIGINT')
  const before = performance.now()
  expect(await run.closed).toBe(130)
  expect(performance.now() - before).toBeLessThan(4_000)
})

test('on a terminal Ctrl-C reaches the command once, and what it does then is its own affair', async () => {
  const script = 'trap "echo caught" INT; echo ready; until read line; do :; done; echo "then $line"; exit 4'
  const run = new Run('script', '-qec', `exec ${surehand} desktop exec -- bash -c '${script}'`, '/dev/null')
  await run.says('ready')
  run.child.stdin?.write('\x03')
  await run.says('caught')
  run.child.stdin?.write('more\n')
  expect(await run.closed).toBe(4)
  expect(run.out.match(/caught/g)).toHaveLength(1)
  expect(run.out).toContain('then more')
})

describe('start', () => {
  test('prints its environment as JSON and ends when told', async () => {
    const run = new Run(surehand, 'desktop', 'start', '--json', '--size', '800x600')
    await run.says('}\n')
    const printed = JSON.parse(run.out)
    expect(printed.pid).toBe(run.child.pid)
    expect(printed.env.DISPLAY).toBe(printed.display)
    const client = spawn('xdotool', ['getdisplaygeometry'], { env: { ...process.env, ...printed.env } })
    const [geometry] = await once(client.stdout, 'data')
    expect(String(geometry)).toBe('800 600\n')
    run.child.kill('SIGTERM')
    expect(await run.closed).toBe(0)
    expect(run.survivors()).toEqual([])
  })

  test('prints shell commands that bring a shell into the desktop', async () => {
    const script = `eval "$(${surehand} desktop start &)"; xdotool getdisplaygeometry; kill "$SUREHAND_DESKTOP_PID"`
    const run = new Run('sh', '-c', script)
    expect(await run.closed).toBe(0)
    expect(run.out).toBe('1280 800\n')
    await until('the desktop has ended', () => run.survivors().length === 0)
  })
})
