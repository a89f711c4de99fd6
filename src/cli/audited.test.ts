import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { configSchema } from '../config/schema.ts'
import type { Desktop } from '../desktop/port.ts'
import type { AuditIntent, AuditOutcome, AuditTrail } from '../dispatch/audit.ts'
import { createEngine, type Engine } from '../dispatch/engine.ts'
import { openPolicy } from '../dispatch/policy.ts'
import { transactionMeta } from '../mcp/meta.ts'
import { maskArguments } from '../observability/audit/masking.ts'
import { IdentityTable } from '../perception/index.ts'
import { FakeDesktop, fakeApp } from '../perception/testing/fake-desktop.ts'
import { catalog } from '../tools/catalog.ts'

/** When calls are accounted for, and what happens when they cannot be. */

class FakeTrail implements AuditTrail {
  readonly told: string[] = []
  readonly intents: AuditIntent[] = []
  readonly outcomes: AuditOutcome[] = []
  onDisk: () => Promise<void> = async () => {}
  written: () => Promise<void> = async () => {}
  async intend(intent: AuditIntent) {
    this.intents.push(intent)
    this.told.push('intent')
    await this.onDisk()
    this.told.push('on disk')
  }
  async conclude(outcome: AuditOutcome) {
    this.outcomes.push(outcome)
    this.told.push('outcome')
    await this.written()
  }
  late() {
    this.told.push('late')
  }
  async close() {
    this.told.push('closed')
  }
}

let folder: string
let engine: Engine
let trail: FakeTrail
const caller = { id: 'test' }
const app = '4211'

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'surehand-audited-'))
  trail = new FakeTrail()
  const config = configSchema.parse({ verification: { deadline_seconds: 0.02 } })
  const reader = { read: async () => ({ words: [], unread: 0 }), close() {} }
  const policy = await openPolicy(config, folder)
  const identities = IdentityTable.open(folder)
  engine = createEngine({ desktop: desktop(), config, identities, reader, policy, audit: trail })
})
afterEach(async () => {
  await engine.close()
  rmSync(folder, { recursive: true })
})

/** Tells the trail, too, when something reaches the app. */
function desktop(): Desktop {
  const fake = new FakeDesktop({
    role: 'frame',
    children: [
      { role: 'push button', name: 'Press', details: { actions: ['click'], box: [0, 0, 90, 20] } },
      { role: 'password text', name: 'Password', states: ['editable'], interfaces: ['EditableText'] },
    ],
  })
  const listening = async () => ({ close() {} })
  const offered = { offered: false, reason: 'not in the fake' }
  return {
    platform: 'fake',
    apps: { list: async () => ({ apps: [fakeApp({})], notes: [] }), isAlive: () => true, origin: fake.apps.origin },
    windows: fake.windows,
    accessibility: {
      ...fake.accessibility,
      onGone: () => ({ close() {} }),
      watch: listening,
      act: async () => {
        trail.told.push('delivered')
        return { sentAt: performance.now(), repliedAt: performance.now(), opened: {}, closed: {}, answer: true }
      },
    },
    capture: fake.capture,
    focus: {
      read: async () => ({}),
      watch: listening,
      keep: async () => ({ settled: async () => undefined, linger() {}, end() {} }),
    },
    session: { lock: async () => [{ source: 'fake', state: 'unlocked' }] },
    keyNames: { parse: (chord: string) => ({ keys: [chord] }) },
    agentSeat: offered,
    postedEvents: offered,
    coreSeat: offered,
    humanActivity: offered,
    sleepInhibitor: offered,
    clipboard: offered,
    windowManager: offered,
    launcher: offered,
    health: async () => [],
    close: async () => {},
  } as unknown as Desktop
}

async function idOf(role: string): Promise<string> {
  const { answer } = await engine.call(caller, { tool: 'get_app_state', arguments: { app } })
  return new RegExp(`(e\\d+@s\\d+) ${role}`).exec(answer?.text ?? '')?.[1] ?? `no ${role} in ${answer?.text}`
}

const click = async (options = {}) =>
  engine.call(
    caller,
    { tool: 'click', arguments: { app, element_id: await idOf('push button'), include_state: false } },
    options,
  )

describe('an action', () => {
  it('waits until its intent is on disk, and its result until the outcome is written', async () => {
    let reach = () => {}
    const disk = new Promise<void>((resolve) => {
      reach = resolve
    })
    trail.onDisk = () => disk
    const clicking = click()
    await expect.poll(() => trail.told).toEqual(['intent'])
    // Everything that can run without the disk has run by then.
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
    expect(trail.told).toEqual(['intent'])
    reach()
    await clicking
    expect(trail.told).toEqual(['intent', 'on disk', 'delivered', 'outcome'])
    expect(trail.intents[0]).toMatchObject({
      caller: 'test',
      tool: 'click',
      arguments: { app, click_count: 1 },
      secretTarget: false,
      gates: ['rate_limit', 'screen_lock', 'app_lists', 'url_policy', 'rules', 'confirmation'],
      app: { name: 'Notes' },
      target: { role: 'push button', name: 'Press' },
    })
  })

  it('is refused when its intent cannot be, and nothing is sent', async () => {
    trail.onDisk = () => Promise.reject(new Error('ENOSPC: no space left on device, write'))
    const result = await click()
    expect(result.refusal).toMatchObject({
      code: 'AUDIT_UNAVAILABLE',
      message: 'The audit log cannot be written: ENOSPC: no space left on device, write. Nothing was sent.',
    })
    expect(trail.told).toEqual(['intent', 'outcome'])
    expect(trail.outcomes[0]).toMatchObject({ intended: false, phase: 'aborted', error: 'AUDIT_UNAVAILABLE' })
  })

  it('is given up when the disk does not answer in time', async () => {
    trail.onDisk = () => new Promise(() => {})
    const result = await click({ timeoutMs: 300 })
    expect(result.refusal?.code).toBe('DEADLINE_EXCEEDED')
    expect(trail.told).not.toContain('delivered')
  })

  it('says that it does not know what is committed when the outcome cannot be written', async () => {
    trail.written = () => Promise.reject(new Error('ENOSPC'))
    const result = await click()
    expect(result.action).toBeDefined()
    expect(transactionMeta(result)).toMatchObject({ delivery_status: 'delivered', commit_status: 'unknown' })
  })

  it('says so too when the outcome is not written in time', async () => {
    trail.written = () => new Promise(() => {})
    const result = await click()
    expect(transactionMeta(result)).toMatchObject({ commit_status: 'unknown' })
    expect(trail.told.at(-1)).toBe('late')
  })

  it('that is refused is in the log all the same', async () => {
    const result = await engine.call(caller, { tool: 'click', arguments: { app, element_id: 'e99@s99' } })
    expect(trail.outcomes).toMatchObject([
      {
        decisionId: result.decisionId,
        intended: false,
        error: 'ELEMENT_NOT_FOUND',
        arguments: { element_id: 'e99@s99' },
      },
    ])
  })
})

it('reading calls, and tools that are not there, are no matter of the log', async () => {
  await engine.call(caller, { tool: 'list_apps', arguments: {} })
  await engine.call(caller, { tool: 'nosuch', arguments: {} })
  expect(trail.told).toEqual([])
})

test.each([
  ['a password field', 'set_value', true, async () => ({ element_id: await idOf('password text'), value: 'x' })],
  ['whatever has the focus', 'press_key', true, async () => ({ key: 'x' })],
  ['a target that was never found', 'set_value', true, async () => ({ element_id: 'e99@s99', value: 'x' })],
])('what goes into %s is secret', async (_, tool, secretTarget, args) => {
  await engine.call(caller, { tool, arguments: { app, confirm: true, include_state: false, ...(await args()) } })
  expect(trail.outcomes.at(-1)).toMatchObject({ secretTarget })
})

interface Schema {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
}

const isNumberOrFlag = ({ type }: Schema) => ['boolean', 'integer', 'number'].includes(String(type))

/** A value with the shape of the schema whose texts can be told apart from all others. */
function sample(schema: Schema): unknown {
  if (schema.properties === undefined) return schema.enum?.[0] ?? (isNumberOrFlag(schema) ? 1 : 'sentinel')
  return Object.fromEntries(Object.entries(schema.properties).map(([name, each]) => [name, sample(each)]))
}

test.each(catalog.filter(({ kind }) => kind === 'action').map((tool) => [tool.name, tool] as const))(
  'every text that %s takes is either listed as harmless or masked for what it is',
  (name, tool) => {
    const masking = { key: 'ab'.repeat(32), decisionId: 'd', secretTarget: false, keepTexts: false }
    const masked = maskArguments(name, sample(tool.input.toJSONSchema({ io: 'input' }) as Schema), masking)
    expect(JSON.stringify(masked)).not.toContain('unlisted')
  },
)
