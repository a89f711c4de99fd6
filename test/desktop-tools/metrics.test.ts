import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { definitions } from '../../src/observability/metrics/definitions.ts'
import { parseSamples, type Sample, sum } from '../../src/observability/metrics/testing/samples.ts'
import type { FixtureProcess } from '../support/fixture.ts'
import { freePort, Prometheus, prometheusProgram } from '../support/prometheus.ts'
import { Surehand } from '../support/surehand.ts'
import { Stage } from './stage.ts'

/** A real Prometheus scrapes a server that acts; the fixture's own journal says how often it did. */

let stage: Stage
let folder: string
let port: number
let surehand: Surehand
let fixture: FixtureProcess
let prometheus: Prometheus
/** As the server was before its first call. */
let first: readonly Sample[]

beforeAll(async () => {
  stage = await Stage.set()
  folder = mkdtempSync(join(tmpdir(), 'surehand-metrics-'))
  port = await freePort()
  const config = join(folder, 'surehand.yaml')
  writeFileSync(config, `metrics:\n  port: ${port}\n`)
  surehand = await Surehand.connect(stage.env, { config })
  fixture = await stage.fixture()
  // Once it answers, it serves the metrics too; a list of tools is no call.
  await surehand.client.listTools()
  first = await scrape()
  prometheus = await Prometheus.start(port)
}, 120_000)

afterAll(async () => {
  await prometheus?.stop()
  await fixture?.stop()
  await surehand?.stop()
  await stage?.strike()
  rmSync(folder, { recursive: true })
})

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${port}${path}`, { headers })
const scrape = async () => parseSamples(await (await get('/metrics')).text())

/** Scrapes come by themselves; the last of them knows. */
const reaches = (query: string, value: number) =>
  expect.poll(() => prometheus.value(query), { message: query, timeout: 10_000 }).toBe(value)

const heard = (control: string, event: string) =>
  fixture.journal.since(0).filter((entry) => entry.control === control && entry.event === event).length

function promtool(args: readonly string[], input: string) {
  const { status, stdout, stderr } = spawnSync(prometheusProgram('promtool'), args, { input, encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

test('numbers agree with what the app says of itself', async () => {
  await reaches('up{job="surehand"}', 1)
  await reaches('sum(surehand_calls_total)', 0)
  const view = await surehand.look('surehand-fixture', { include_screenshot: true })
  const press = (name: string) => surehand.call('click', { app: 'surehand-fixture', element_id: view.element(name).id })
  const said: string[] = []
  for (const name of ['honest-button', 'honest-button', 'honest-button', 'liar-button', 'canvas', 'dialog-button'])
    said.push((await press(name)).said)
  expect(said).toEqual(['success', 'success', 'success', 'effect_not_verified', 'success', 'success'])
  const refused = [
    await surehand.call('click', { app: 'surehand-fixture', element_id: 'e999@s999' }),
    await surehand.call('write_clipboard', { text: 'mine' }),
  ]
  expect(refused.map((answer) => answer.said)).toEqual(['ELEMENT_NOT_FOUND', 'CONFIRMATION_REQUIRED'])

  expect([heard('honest-button', 'effect'), heard('liar-button', 'activate')]).toEqual([3, 1])
  expect([heard('canvas', 'effect'), heard('dialog', 'open')]).toEqual([1, 1])
  const clicks = 'surehand_calls_total{tool="click"'
  await reaches(`${clicks}, outcome="success"}`, 3 + 1 + 1)
  await reaches(`${clicks}, outcome="effect_not_verified"}`, 1)
  await reaches(`${clicks}, outcome="refused"}`, 1)
  const byAction = 'surehand_deliveries_total{tier="tier1-ax-action", delivery="delivered"'
  await reaches(`${byAction}, verdict="success"}`, 3 + 1)
  await reaches(`${byAction}, verdict="effect_not_verified"}`, 1)
  await reaches('sum(surehand_deliveries_total{tier="tier2-agent-seat", verdict="success"})', 1)
  await reaches('sum(surehand_fallbacks_total{tier="tier2-agent-seat"})', 1)
  await reaches('sum(surehand_refusals_total)', 2)
  await reaches('surehand_refusals_total{code="ELEMENT_NOT_FOUND"}', 1)
  await reaches('surehand_gate_decisions_total{gate="confirmation", decision="refuse"}', 1)
  await reaches('surehand_gate_decisions_total{gate="rate_limit", decision="allow"}', 7)
  // The look, and one after each action.
  await reaches('surehand_look_picture_bytes_count', 1 + 6)
  await reaches('mcp_server_operation_duration_seconds_count{gen_ai_tool_name="click", error_type=""}', 6)
  await reaches('sum(surehand_desktop_requests_total{result=~"failed|timeout|unavailable"})', 0)
  await reaches('surehand_calls_in_flight', 0)
  await reaches('surehand_agent_seat_up', 1)
  await reaches('surehand_accessibility_bus_up', 1)
  await reaches('surehand_screen_locked', 0)
  // It was there at 0 before it moved, so that rate() sees the first event.
  expect(await prometheus.value(`increase(${byAction}, verdict="effect_not_verified"}[5m])`)).toBeGreaterThan(0)
}, 90_000)

test('an action is counted in one focus, a given-back one with its time', async () => {
  // GTK 4 asks for the focus itself when it opens a window.
  expect((await surehand.call('open_app', { app: 'gnome-calculator', confirm: true })).said).toBe('success')
  const samples = await scrape()
  const name = 'surehand_focus_outcomes_total'
  expect(sum(samples, name, { call: 'action' })).toBe(7)
  expect(sum(samples, name, { call: 'action', focus: 'given_back' })).toBe(1)
  expect(sum(samples, name, { call: 'action', focus: 'unasked' })).toBe(0)
  expect(sum(samples, name, { call: 'action', focus: 'not_observed' })).toBe(0)
  expect(sum(samples, 'surehand_focus_away_seconds_count')).toBe(1)
})

test('every metric has moved here, but for those that the unit tests move', async () => {
  const last = await scrape()
  const total = (samples: readonly Sample[], name: string, type: string) =>
    sum(samples, type === 'histogram' ? `${name}_count` : name)
  const before = (name: string, type: string) => (type === 'gauge' ? 0 : total(first, name, type))
  const still = Object.values(definitions)
    .filter(({ name, type }) => total(last, name, type) === before(name, type))
    .map(({ name }) => name)
  // src/observability/metrics/{observer,closed}.test.ts
  expect(still).toEqual([
    'surehand_audit_outcomes_lost_total',
    'surehand_observer_failures_total',
    'surehand_calls_in_flight',
    'surehand_screen_locked',
  ])
})

test('promtool has nothing to say about the names', async () => {
  const text = await (await get('/metrics')).text()
  expect(promtool(['check', 'metrics'], text)).toEqual({ status: 0, said: '' })
  expect(promtool(['check', 'metrics'], '# TYPE a_total gauge\na_total 1\n').status).not.toBe(0)
})

describe('docs/metrics.md', () => {
  const page = readFileSync(new URL('../../docs/metrics.md', import.meta.url), 'utf8')
  const blocks = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, block = '']) => block)

  test.each([
    ['scrape_configs:', ['check', 'config']],
    ['groups:', ['check', 'rules', '--lint-fatal']],
  ])('promtool accepts what begins with %s', (beginning, args) => {
    const block = blocks.find((each) => each.startsWith(beginning)) ?? ''
    const file = join(folder, 'example.yml')
    writeFileSync(file, block)
    expect(promtool([...args, file], '')).toMatchObject({ status: 0 })
  })

  test('its expressions name only series that there are', async () => {
    const names = new Set((await scrape()).map(({ name }) => name))
    const mentioned = blocks.flatMap((block) => block.match(/surehand_[a-z_]+/g) ?? [])
    expect(mentioned.length).toBeGreaterThan(4)
    expect(mentioned.filter((name) => !names.has(name))).toEqual([])
  })
})

test('a web page gets nothing', async () => {
  const answer = await get('/metrics', { origin: 'https://evil.example' })
  expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('a scraper sends no Origin')])
})

test('a second server with the same port serves its client, and says that it has no metrics', async () => {
  const second = await Surehand.connect(stage.env, { config: join(folder, 'surehand.yaml') })
  try {
    expect((await second.call('list_apps', {})).raw.isError).not.toBe(true)
    const line = second.log().find(({ msg }) => String(msg).startsWith('no metrics'))
    expect(line).toMatchObject({ port, code: 'EADDRINUSE' })
  } finally {
    await second.stop()
  }
  expect(sum(await scrape(), 'surehand_calls_total', { tool: 'list_apps' })).toBe(0)
})

test('the port is free once the client has gone', async () => {
  await prometheus.stop()
  await surehand.stop()
  await expect
    .poll(() =>
      get('/healthz').then(
        () => 'served',
        () => 'gone',
      ),
    )
    .toBe('gone')
})
