import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FixtureProcess } from '../support/fixture.ts'
import { Surehand } from '../support/surehand.ts'
import { Stage } from './stage.ts'

let stage: Stage
let folder: string
let fixture: FixtureProcess
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'surehand-rules-'))
  stage = await Stage.set()
  fixture = await stage.fixture()
}, 120_000)
afterAll(async () => {
  await fixture?.stop()
  await stage?.strike()
  rmSync(folder, { recursive: true })
})

async function withRules<T>(rules: string, use: (surehand: Surehand, app: string) => Promise<T>): Promise<T> {
  writeFileSync(join(folder, 'rules.cedar'), `permit(principal, action, resource);\n${rules}`)
  const config = join(folder, 'surehand.yaml')
  // Relative: to the configuration, not to where the server runs.
  writeFileSync(config, 'policy: {rules_file: rules.cedar}')
  const surehand = await Surehand.connect(stage.env, { config })
  try {
    return await use(surehand, String(fixture.pid))
  } finally {
    await surehand.stop()
  }
}

const click = async (surehand: Surehand, app: string, args = {}) => {
  const view = await surehand.look(app)
  return surehand.call('click', { app, element_id: view.element('honest-button').id, ...args })
}

test('rules narrow the ways of delivery, and the ladder says so', async () => {
  await withRules(
    'forbid(principal, action, resource) when { context.tier like "tier1-*" };',
    async (surehand, app) => {
      const answer = await click(surehand, app)
      expect(answer.said).toBe('success')
      expect(answer.meta['computer-use-mcp/delivery']).toMatchObject({
        delivery_tier: 'tier2-agent-seat',
        fallback_reasons: ['tier-not-permitted'],
      })
    },
  )
})

test.each([
  [
    'label',
    '@id("no") forbid(principal, action == Action::"click", resource) when { context.label like "*" && context.label != "" };',
  ],
  ['tool', '@id("no") forbid(principal, action == Action::"click", resource);'],
  ['caller', '@id("no") forbid(principal, action, resource) when { principal.kind == "stdio" };'],
  ['class', '@id("no") forbid(principal, action, resource) when { resource.app.window_class == "surehand-fixture" };'],
  ['role', '@id("no") forbid(principal, action, resource) when { resource.role == "normal" };'],
  [
    'consent',
    '@id("no") forbid(principal, action, resource) unless { context.tiers.contains("tier4-global-cursor") };',
  ],
  [
    'a rule that fails',
    '@id("no") forbid(principal, action, resource) when { 9223372036854775807 + context.hour + 1 > 0 };',
  ],
])('a rule about the %s refuses, and nothing reaches the app', async (_, rule) => {
  await withRules(rule, async (surehand, app) => {
    const mark = fixture.journal.mark()
    const answer = await click(surehand, app, { confirm: true })
    expect(answer.said, answer.text).toBe('POLICY_DENIED')
    expect(answer.meta['computer-use-mcp/error']).toMatchObject({ gate: 'rules', rules: ['no'] })
    await fixture.settled()
    expect(fixture.journal.since(mark).filter(({ control }) => control === 'honest-button')).toEqual([])
  })
})
