import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EmbeddedDesktop, startEmbeddedDesktop } from '../../src/desktop/linux/embedded/desktop.ts'

/** What a shell sees of `surehand`: exit codes, and what stands on which stream. */

const surehand = fileURLToPath(new URL('../../bin/surehand', import.meta.url))

function run(args: readonly string[], { input = '', env = {} }: { input?: string; env?: Record<string, string> } = {}) {
  const whole = { ...process.env, SUREHAND_CONFIG: '', ...env }
  const { status, stdout, stderr } = spawnSync(surehand, args, { input, encoding: 'utf8', env: whole })
  return { status, stdout, stderr }
}

describe('a wrong command line is told on stderr alone, and exits with 2', () => {
  test.each<[args: string[], says: string]>([
    [[], 'Usage: surehand'],
    [['nosuch'], "unknown command 'nosuch'"],
    [['--nosuch'], "unknown option '--nosuch'"],
    [['help', 'nosuch'], 'Usage: surehand'],
    [['serve', 'extra'], "too many arguments for 'serve'"],
    [['tools', '--jsn'], 'Did you mean --json?'],
    [['doctor', 'extra'], 'too many arguments'],
    [['demo', '--nosuch'], 'unknown option'],
    [['desktop'], 'Usage: surehand desktop'],
    [['desktop', 'nosuch'], "unknown command 'nosuch'"],
    [['desktop', 'exec'], "missing required argument 'command'"],
    [['desktop', 'exec', '--size', '1x1', '--', 'true'], 'each from 100 to 8192'],
    [['desktop', 'start', '--size', '1280x9000'], 'each from 100 to 8192'],
    [['call'], 'either the name of one tool or --calls-file'],
    [['call', 'list_windows', '--args'], 'argument missing'],
    [['call', 'list_windows', '--args', '{'], '--args is not JSON'],
    [['call', 'list_windows', '--args', '[]'], '--args: expected an object, got []'],
    [['call', 'list_windows', '--calls-file', '-'], 'not both'],
    [['call', '--calls-file', '/nonexistent'], '/nonexistent cannot be read'],
    [['audit'], 'Usage: surehand audit'],
    [['audit', 'nosuch'], "unknown command 'nosuch'"],
    [['audit', 'verify', '/nonexistent'], '/nonexistent cannot be read: ENOENT'],
    [['audit', 'verify', '--anchor', 'abc'], 'Expected 64 hexadecimal digits'],
    [['audit', 'show', '/nonexistent'], '/nonexistent cannot be read: ENOENT'],
    [['audit', 'show', '-n', '0'], 'Expected a whole number of at least 1'],
  ])('%j', (args, says) => {
    const { status, stdout, stderr } = run(args)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toContain(says)
  })

  test.each<[calls: unknown, says: string]>([
    [{}, 'standard input: expected an array, got an object.'],
    [[], 'standard input: expected an array that is not empty'],
    [[{ tol: 'list_apps' }], 'standard input: [0].tol: there is no such key. Did you mean tool?'],
    [[{ tool: 'list_apps', argumens: {} }], '[0].argumens: there is no such key. Did you mean arguments?'],
    [[{ tool: 'list_apps', args: {}, arguments: {} }], '[0]: args and arguments are the same'],
  ])('a file of calls that holds %j', (calls, says) => {
    const { status, stdout, stderr } = run(['call', '--calls-file', '-'], { input: JSON.stringify(calls) })
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toContain(says)
  })
})

test.each([
  [['--help']],
  [['help', 'call']],
  [['desktop', 'exec', '--help']],
  [['serve', '--help']],
  [['audit', 'verify', '--help']],
  [['audit', 'show', '--help']],
  [['tools', '-h']],
])('%j tells the exit codes', (args) => {
  const { status, stdout } = run(args)
  expect(status).toBe(0)
  expect(stdout).toMatch(/\nExit code: .*2 the command line is wrong/)
})

describe('call', () => {
  let desktop: EmbeddedDesktop

  beforeAll(async () => {
    desktop = await startEmbeddedDesktop({ windowManager: 'none' })
  })

  afterAll(() => desktop?.stop())

  test('is silent on stderr when nothing is wrong', () => {
    const { status, stdout, stderr } = run(['call', 'list_apps'], { env: desktop.env })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({ structuredContent: { apps: [] } })
  })

  test('logs the call when asked to', () => {
    const { stderr } = run(['call', 'list_apps', '--verbose'], { env: desktop.env })
    expect(stderr).toContain('"tool":"list_apps"')
    expect(stderr).not.toContain('"level":40')
  })

  test('takes args and arguments, stops at the first refusal, and exits with 1 then', () => {
    const calls = [
      { tool: 'list_apps', args: {} },
      { tool: 'list_windows', arguments: { app: 'none' } },
      { tool: 'list_apps' },
    ]
    const { status, stdout } = run(['call', '--calls-file', '-'], { input: JSON.stringify(calls), env: desktop.env })
    expect(status).toBe(1)
    const results = JSON.parse(stdout)
    expect(results).toMatchObject([{ tool: 'list_apps' }, { tool: 'list_windows', result: { isError: true } }])
    expect(results[1].result.content[0].text).toMatch(/APP_NOT_FOUND/)
  })
})
