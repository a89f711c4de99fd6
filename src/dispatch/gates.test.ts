import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { configSchema } from '../config/schema.ts'
import type { Desktop, LockState } from '../desktop/port.ts'
import { IdentityTable } from '../perception/index.ts'
import { compileAppLists } from '../policy/app-lists.ts'
import type { Policy } from '../policy/judge.ts'
import { compileUrlLists } from '../policy/url-policy.ts'
import { createEngine, type Engine } from './engine.ts'

const listening = async () => ({ close() {} })

let folder: string
let engine: Engine
/** What the lock and the rules say, one answer for each time that they are asked; the last holds on. */
let locks: LockState[]
let rules: boolean[]
let asked: string[]
const next = <T>(answers: T[]): T => (answers.length > 1 ? answers.shift() : answers[0]) as T

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'surehand-gates-'))
  locks = ['unlocked']
  rules = [true]
  asked = []
  let content: string | undefined
  const desktop = {
    apps: { list: async () => ({ apps: [], notes: [] }), isAlive: () => true, origin: () => ({}) },
    accessibility: {},
    focus: {
      read: async () => ({}),
      watch: listening,
      keep: async () => ({ settled: async () => undefined, linger() {}, end() {} }),
    },
    windows: { list: async () => [], at: async () => undefined, watch: listening },
    session: {
      lock: async () => {
        asked.push('lock')
        return [{ source: 'fake', state: next(locks) }]
      },
    },
    clipboard: {
      offered: true,
      use: {
        read: async () => content,
        write: async (text: string) => {
          asked.push('write')
          content = text
        },
      },
    },
    launcher: { offered: false, reason: 'not in the fake' },
    close: async () => {},
  } as unknown as Desktop
  const policy: Policy = {
    apps: compileAppLists({ deny: [], readOnly: [], allow: [], builtin: true }),
    namesDesktopIds: false,
    urls: compileUrlLists({ deny: [], allow: [], confirm: [], payments: false }),
    rules: {
      ids: ['r'],
      notes: [],
      asksRole: false,
      textOf: () => undefined,
      decide: ({ tiers }) => {
        asked.push('rules')
        return { tiers: next(rules) ? tiers : [], decidedBy: ['r'], errors: [] }
      },
    },
  }
  const reader = { read: async () => ({ words: [], unread: 0 }), close() {} }
  engine = createEngine({
    desktop,
    config: configSchema.parse({}),
    identities: IdentityTable.open(folder),
    reader,
    policy,
  })
})
afterEach(async () => {
  await engine.close()
  rmSync(folder, { recursive: true })
})

const write = async (args: object = { confirm: true }) => {
  const request = { tool: 'write_clipboard', arguments: { text: 'x', ...args } }
  const { refusal, action } = await engine.call({ id: 'test:1' }, request)
  return refusal?.code ?? action?.outcome.classification
}

describe('the gates of an acting call', () => {
  it.each<[string, readonly LockState[], readonly boolean[], object, string]>([
    ['all open', ['unlocked'], [true], { confirm: true }, 'success'],
    ['the lock comes before the policy', ['locked'], [false], { confirm: true }, 'SCREEN_LOCKED'],
    ['the policy comes before the confirmation', ['unlocked'], [false], { confirm: false }, 'POLICY_DENIED'],
    ['the confirmation comes last', ['unlocked'], [true], { confirm: false }, 'CONFIRMATION_REQUIRED'],
    ['locked while the app was read', ['unlocked', 'locked'], [true], { confirm: true }, 'SCREEN_LOCKED'],
    ['denied while the app was read', ['unlocked'], [true, false], { confirm: true }, 'POLICY_DENIED'],
  ])('%s', async (_, lock, decides, args, expected) => {
    locks = [...lock]
    rules = [...decides]
    expect(await write(args)).toBe(expected)
    expect(asked.includes('write')).toBe(expected === 'success')
  })

  it('run twice, the second time right before delivery', async () => {
    await write()
    expect(asked).toEqual(['lock', 'rules', 'lock', 'rules', 'write'])
  })
})
