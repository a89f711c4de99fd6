import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { handleOf } from '../../src/desktop/linux/atspi/handles.ts'
import { type AtspiApplication, openAtspi } from '../../src/desktop/linux/atspi/index.ts'
import type { AccessibleHandle } from '../../src/desktop/port.ts'
import { type FixtureProcess, startFixture } from '../support/fixture.ts'
import { AccessibilityOracle, run } from '../support/oracles.ts'
import { Stage, within } from './stage.ts'

// Apps that stop, apps that die, and the bus itself.

let stage: Stage
let fixture: FixtureProcess
let app: AtspiApplication
let bystander: AtspiApplication
let button: AccessibleHandle

beforeAll(async () => {
  stage = await Stage.open()
  fixture = await startFixture({ env: stage.env })
  app = await stage.app('surehand-fixture')
  bystander = (await stage.start('mousepad', 'mousepad')).app
  const oracle = new AccessibilityOracle(stage.env, 'surehand-fixture')
  button = handleOf(app.busName, (await oracle.describe('honest-button')).path)
  await oracle.stop()
}, 60_000)

afterAll(async () => {
  await fixture?.stop()
  await stage?.close()
})

async function timed<T>(
  work: () => Promise<T>,
): Promise<{ readonly ms: number; readonly result: PromiseSettledResult<T> }> {
  const started = performance.now()
  const [result] = await Promise.allSettled([work()])
  return { ms: performance.now() - started, result: result as PromiseSettledResult<T> }
}

const wholeTree = (of: AtspiApplication, ms = 3_000) =>
  stage.atspi.readTree({ root: of.root, maxNodes: 5_000, maxDepth: 100 }, within(ms))
const code = ({ result }: { readonly result: PromiseSettledResult<unknown> }) =>
  result.status === 'rejected' ? (result.reason as { code: string }).code : 'done'

describe('an app that is stopped', () => {
  beforeAll(async () => {
    await wholeTree(app)
    process.kill(fixture.pid, 'SIGSTOP')
  })
  afterAll(() => {
    process.kill(fixture.pid, 'SIGCONT')
  })

  test('costs the budget where that is short', async () => {
    const read = await timed(() => wholeTree(app, 300))
    expect(code(read)).toBe('timeout')
    expect(read.ms).toBeLessThan(500)
  })

  test('costs two seconds where the budget is long', async () => {
    const read = await timed(() => wholeTree(app, 60_000))
    expect(code(read)).toBe('timeout')
    expect(read.ms).toBeLessThan(3_000)
  })

  test('costs one time-out, however many of its accessibles are described', async () => {
    const records = (await stage.atspi.readTree({ root: bystander.root, maxNodes: 300, maxDepth: 100 }, within())).root
    // As if they were the stopped app's: the records are only a list of what to ask.
    const asked = Array.from({ length: 300 }, (_, index) => ({
      ...records.record,
      handle: handleOf(app.busName, `/org/a11y/atspi/accessible/${index}`),
    }))
    const request = { records: asked, fields: () => ['attributes'] as const, textLimit: 10 }
    const described = await timed(() => stage.atspi.describe(request, within(60_000)))
    expect(described.ms).toBeLessThan(2_000)
    expect(described.result).toMatchObject({ status: 'fulfilled' })
    if (described.result.status === 'fulfilled') expect(described.result.value.failed.size).toBe(300)
  })

  test('does not slow the others', async () => {
    const waiting = timed(() => wholeTree(app))
    const read = await timed(() => wholeTree(bystander))
    expect(code(read)).toBe('done')
    expect(read.ms).toBeLessThan(500)
    await waiting
  })

  test('is listed by the name it had, and the list is not held up', async () => {
    const listed = await timed(() => stage.atspi.applications(within()))
    expect(listed.ms).toBeLessThan(1_000)
    if (listed.result.status === 'rejected') throw listed.result.reason
    const told = listed.result.value.find(({ busName }) => busName === app.busName)
    expect(told).toMatchObject({ name: 'surehand-fixture', pid: fixture.pid, responsive: false })
  })

  test('times out an action, and an abort ends the waiting at once', async () => {
    const click = { type: 'action', name: 'click' } as const
    expect(code(await timed(() => stage.atspi.act(button, click, within(300))))).toBe('timeout')
    const stop = new AbortController()
    const acting = timed(() => stage.atspi.act(button, click, { ...within(), signal: stop.signal }))
    stop.abort()
    const ended = await acting
    expect(code(ended)).toBe('aborted')
    expect(ended.ms).toBeLessThan(200)
  })
})

test('an app that goes on after a stop is read again', async () => {
  process.kill(fixture.pid, 'SIGCONT')
  const read = await wholeTree(app)
  expect(read.count).toBeGreaterThan(100)
})

describe('an app that is killed', () => {
  test('in mid-call is gone at once, its watchers are told, and everything of it is gone', async () => {
    const { child, app: victim } = await stage.start('gnome-calculator', 'gnome-calculator')
    const [toplevel] = await stage.atspi.toplevels(victim.root, within())
    const handle = toplevel?.record.handle as AccessibleHandle
    const told = new Promise<void>((resolve) => {
      stage.atspi.onGone(victim.root, resolve)
    })
    child.kill('SIGSTOP')
    const reading = timed(() => wholeTree(victim, 10_000))
    child.kill('SIGKILL')
    const killed = performance.now()
    await told
    const read = await reading
    expect(code(read)).toBe('gone')
    expect(performance.now() - killed).toBeLessThan(500)
    expect(code(await timed(() => stage.atspi.act(handle, { type: 'grab-focus' }, within())))).toBe('gone')
    expect((await stage.atspi.readRecords([handle], within())).get(handle)).toBeUndefined()
    expect((await stage.atspi.applications(within())).some(({ busName }) => busName === victim.busName)).toBe(false)
    // One who asks only now is told as well.
    await new Promise<void>((resolve) => {
      stage.atspi.onGone(victim.root, resolve)
    })
    expect(code(await timed(() => wholeTree(bystander)))).toBe('done')
  })
})

test('accessibility that is switched off is switched on, and that is said', async () => {
  const status = ['--session', '--dest', 'org.a11y.Bus', '--object-path', '/org/a11y/bus', '--method'] as const
  const properties = 'org.freedesktop.DBus.Properties'
  const isOn = () => run(stage.env, 'gdbus', 'call', ...status, `${properties}.Get`, 'org.a11y.Status', 'IsEnabled')
  await run(stage.env, 'gdbus', 'call', ...status, `${properties}.Set`, 'org.a11y.Status', 'IsEnabled', '<false>')
  expect(await isOn()).toBe('(<false>,)')
  const said: string[] = []
  const logger = { info: (_: object, message: string) => said.push(message), warn: () => {} }
  const atspi = await openAtspi(stage.env, logger, within())
  await atspi.close()
  expect(await isOn()).toBe('(<true>,)')
  expect(said).toEqual([expect.stringContaining('turned it on')])
  // And what is on is left alone.
  await (await openAtspi(stage.env, logger, within())).close()
  expect(said).toHaveLength(1)
})

test('when the bus dies everything says so, at once', async () => {
  const other = await Stage.open()
  try {
    const { app: one } = await other.start('mousepad', 'mousepad')
    const told = new Promise<void>((resolve) => {
      other.atspi.onGone(one.root, resolve)
    })
    const pids = await run(other.env, 'pgrep', '-f', `dbus-daemon.*accessibility.conf`)
    const own = (
      await Promise.all(pids.split('\n').map(async (pid) => ({ pid, env: await environmentOf(pid) })))
    ).filter(({ env }) => env.includes(`DISPLAY=${other.desktop.display}\0`))
    expect(own).toHaveLength(1)
    process.kill(Number(own[0]?.pid), 'SIGKILL')
    await told
    const listed = await timed(() => other.atspi.applications(within()))
    expect(code(listed)).toBe('unavailable')
    expect(listed.ms).toBeLessThan(100)
  } finally {
    await other.close()
  }
})

async function environmentOf(pid: string): Promise<string> {
  return readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
}
