import { execFile } from 'node:child_process'
import { appendFileSync, readdirSync, readFileSync, renameSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FixtureProcess } from '../support/fixture.ts'
import { entry } from '../support/journal.ts'
import { launcher, Surehand } from '../support/surehand.ts'
import { Stage } from './stage.ts'

/** The audit log over the real server, on a real app; what was done is told by the app's journal. */

const WITHIN_MS = 5_000

let stage: Stage
let fixture: FixtureProcess
let app: string
beforeAll(async () => {
  stage = await Stage.set()
  fixture = await stage.fixture()
  app = String(fixture.pid)
})
afterAll(async () => {
  await fixture?.stop()
  await stage?.strike()
})

const folder = () => join(String(stage.env.XDG_STATE_HOME), 'surehand', 'audit')
const file = (chain: number) => join(folder(), `audit-${chain}.jsonl`)
const logs = () => readdirSync(folder()).filter((name) => name.endsWith('.jsonl'))
const records = (): Record<string, unknown>[] =>
  logs().flatMap((name) =>
    readFileSync(join(folder(), name), 'utf8')
      .split('\n')
      .flatMap((line) => (line.endsWith('}') ? [JSON.parse(line)] : [])),
  )
const decisionOf = (meta: Readonly<Record<string, unknown>>) =>
  (meta['computer-use-mcp/transaction'] as { decision_id: string }).decision_id

async function audit(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const done = promisify(execFile)(launcher, ['audit', ...args], { env: { ...stage.env, SUREHAND_CONFIG: '' } })
  return done.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  )
}

async function press(surehand: Surehand) {
  const button = (await surehand.look(app)).element('honest-button').id
  return () => surehand.call('click', { app, element_id: button, include_state: false })
}

test('without a log there is nothing to verify', async () => {
  expect(await audit('verify')).toMatchObject({ code: 3, stdout: '', stderr: expect.stringContaining('no audit log') })
})

test('what was done stands there with its decision id, what was typed does not', async () => {
  const view = await stage.surehand.look(app)
  const call = (tool: string, name: string, args: object) =>
    stage.surehand.call(tool, { app, element_id: view.element(name).id, include_state: false, ...args })
  const mark = fixture.journal.mark()
  const clicked = await call('click', 'honest-button', {})
  await call('set_value', 'text-entry', { value: 'Rumpelstilzchen' })
  await call('set_value', 'password-entry', { value: 'Rumpelstilzchen', confirm: true })
  await fixture.journal.until(entry('honest-button', 'effect'), WITHIN_MS, mark)
  await fixture.journal.until(entry('password-entry', 'text', { text: 'Rumpelstilzchen' }), WITHIN_MS, mark)

  const [intent, outcome] = records().filter(({ decision_id }) => decision_id === decisionOf(clicked.meta))
  expect(intent).toMatchObject({
    type: 'intent',
    tool: 'click',
    app: { pid: fixture.pid },
    target: { role: 'push button' },
  })
  expect(outcome).toMatchObject({ type: 'outcome', verdict: 'success', delivery_tier: clicked.data.delivery_tier })
  const values = records().filter(({ type, tool }) => type === 'intent' && tool === 'set_value')
  expect(values.map((record) => (record.arguments as { value: unknown }).value)).toEqual([
    { masked: 'value', length: 15, hmac: expect.any(String) },
    { masked: 'secret' },
  ])
  expect(readFileSync(file(1), 'utf8')).not.toContain('Rumpel')
  const { stdout } = await audit('show', '--decision', decisionOf(clicked.meta))
  expect(stdout.trim().split('\n')).toHaveLength(2)
  expect(stdout).toContain('→ success')
})

test('two servers at once break nothing, also when one is killed', async () => {
  const other = await Surehand.connect(stage.env)
  const presses = [await press(stage.surehand), await press(other)]
  await Promise.all(Array.from({ length: 10 }, (_, index) => presses[index % 2]?.()))
  process.kill(other.pid, 'SIGKILL')
  await other.stop()
  expect(logs()).toEqual(['audit-1.jsonl', 'audit-2.jsonl'])
  expect(records().filter(({ type, tool }) => type === 'outcome' && tool === 'click')).toHaveLength(11)
  const { code, stdout } = await audit('verify', '--json')
  expect({ code, ...JSON.parse(stdout) }).toMatchObject({
    code: 0,
    whole: true,
    chains: [{ findings: [] }, { findings: [] }],
  })
})

describe('a disk that is full', () => {
  test('refuses what would act, not what reads, and acts again when there is room', async () => {
    const kept = join(folder(), 'kept')
    renameSync(file(2), kept)
    symlinkSync('/dev/full', file(2))
    const second = await Surehand.connect(stage.env)
    try {
      const click = await press(second)
      const mark = fixture.journal.mark()
      const refused = await click()
      expect(refused).toMatchObject({ said: 'AUDIT_UNAVAILABLE', text: expect.stringContaining('ENOSPC') })
      expect(refused.meta['computer-use-mcp/transaction']).toMatchObject({
        phase: 'aborted',
        delivery_status: 'not_delivered',
        commit_status: 'not_committed',
      })
      await fixture.settled()
      expect(fixture.journal.since(mark).filter(entry('honest-button', 'effect'))).toEqual([])
      expect((await second.call('get_app_state', { app, include_screenshot: false })).raw.isError).not.toBe(true)
      const alarms = second.log().filter(({ level }) => level === 50)
      expect(alarms).toMatchObject([
        { fault: 'ENOSPC', tool: 'click' },
        { fault: 'ENOSPC', tool: 'click' },
      ])

      unlinkSync(file(2))
      renameSync(kept, file(2))
      expect((await click()).said).toBe('success')
      await fixture.journal.until(entry('honest-button', 'effect'), WITHIN_MS, mark)
    } finally {
      await second.stop()
    }
    const { code, stdout } = await audit('verify')
    expect(code).toBe(0)
    expect(stdout).toContain('writing had failed (ENOSPC); 1 outcome was not recorded')
  })

  test('a folder that cannot be made is the same', async () => {
    const config = join(String(stage.env.HOME), 'no-folder.yaml')
    writeFileSync(join(String(stage.env.HOME), 'a-file'), '')
    writeFileSync(config, `audit: { directory: ${join(String(stage.env.HOME), 'a-file', 'audit')} }\n`)
    const surehand = await Surehand.connect(stage.env, { config })
    try {
      expect(await (await press(surehand))()).toMatchObject({ said: 'AUDIT_UNAVAILABLE' })
    } finally {
      await surehand.stop()
    }
  })
})

describe('verify', () => {
  test('tells a torn line from a changed one', async () => {
    const whole = readFileSync(file(2))
    appendFileSync(file(2), '{"seq":')
    expect(await audit('verify')).toMatchObject({ code: 0, stdout: expect.stringContaining('torn') })
    const second = await Surehand.connect(stage.env)
    await (await press(second))()
    await second.stop()
    expect(await audit('verify')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('a line of 7 bytes was torn'),
    })

    const lines = readFileSync(file(2), 'utf8').split('\n')
    const line = lines.findIndex((each) => each.includes('"verdict":"success"'))
    writeFileSync(file(2), lines.with(line, String(lines[line]).replace('success', 'unsupported')).join('\n'))
    const { code, stdout } = await audit('verify')
    expect(code).toBe(1)
    expect(stdout).toContain(`audit-2.jsonl:${line + 1}`)
    expect(stdout).toContain('was changed: its content does not fit its hash')
    writeFileSync(file(2), whole)
    expect((await audit('verify')).stdout).toContain('the end was cut off')
  })

  test('takes copies, and a hash that was noted earlier', async () => {
    const copy = join(String(stage.env.HOME), 'audit-1.jsonl')
    writeFileSync(copy, readFileSync(file(1)))
    const { hash } = JSON.parse(readFileSync(copy, 'utf8').split('\n')[1] as string)
    expect((await audit('verify', '--anchor', hash, copy)).code).toBe(0)
    expect(await audit('verify', '--anchor', 'f'.repeat(64), copy)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('The record with the hash ffff'),
    })
    expect((await audit('verify', '/nonexistent/audit-1.jsonl')).code).toBe(2)
  })
})
