import * as cedar from '@cedar-policy/cedar-wasm/nodejs'
import { describe, expect, it } from 'vitest'
import { loadRules, RulesError, type RulesRequest } from './rules.ts'
import { rulesSchema } from './rules-schema.ts'

const tools = ['click', 'type_text', 'open_url']
const request: RulesRequest = {
  caller: { id: 'stdio:1', kind: 'stdio' },
  tool: 'click',
  app: { name: 'Mousepad', executable: '/usr/bin/mousepad', desktop_ids: [], sandbox_id: '', window_class: 'Mousepad' },
  role: 'normal',
  urls: ['https://a.org/x'],
  label: 'Save',
  hour: 9,
  weekday: 1,
  confirmed: false,
  tiers: ['tier1-ax-action', 'tier2-agent-seat', 'tier4-global-cursor'],
}
const all = 'permit(principal, action, resource);\n'
const decide = async (text: string, given: Partial<RulesRequest> = {}) =>
  (await loadRules(text, tools)).decide({ ...request, ...given })

describe('what rules decide', () => {
  it.each<[string, string, Partial<RulesRequest>, readonly string[], readonly string[]]>([
    ['no rule permits it', '', {}, [], []],
    ['all permitted', all, {}, request.tiers, ['rule-1']],
    ['forbid beats permit', `${all}@id("no") forbid(principal, action, resource);`, {}, [], ['no']],
    [
      'one tool',
      `${all}@id("no-typing") forbid(principal, action == Action::"type_text", resource);`,
      { tool: 'type_text' },
      [],
      ['no-typing'],
    ],
    [
      'another tool',
      `${all}forbid(principal, action == Action::"type_text", resource);`,
      {},
      request.tiers,
      ['rule-1'],
    ],
    ['every tool that acts', `${all}@id("all") forbid(principal, action in Action::"act", resource);`, {}, [], ['all']],
    [
      'one tier is taken away',
      `${all}forbid(principal, action, resource) when { context.tier like "tier4-*" };`,
      {},
      ['tier1-ax-action', 'tier2-agent-seat'],
      ['rule-1'],
    ],
    [
      'only one tier is permitted',
      'permit(principal, action, resource) when { context.tier == "tier1-ax-action" };',
      {},
      ['tier1-ax-action'],
      ['rule-1'],
    ],
    [
      'by app',
      `${all}@id("no") forbid(principal, action, resource) when { resource.app.executable like "*/mousepad" };`,
      {},
      [],
      ['no'],
    ],
    [
      'by host',
      `${all}@id("no") forbid(principal, action, resource) when { resource.hosts.contains("a.org") };`,
      {},
      [],
      ['no'],
    ],
    [
      'by host, no browser',
      `${all}forbid(principal, action, resource) when { resource.hosts.contains("a.org") };`,
      { urls: [] },
      request.tiers,
      ['rule-1'],
    ],
    [
      'by hour',
      `${all}@id("night") forbid(principal, action, resource) when { context.hour < 8 || context.hour >= 18 };`,
      { hour: 18 },
      [],
      ['night'],
    ],
    [
      'by hour, in time',
      `${all}forbid(principal, action, resource) when { context.hour < 8 || context.hour >= 18 };`,
      { hour: 17 },
      request.tiers,
      ['rule-1'],
    ],
    ['by caller', 'permit(principal, action, resource) when { principal.kind == "shell" };', {}, [], []],
    [
      'by label, not confirmed',
      `${all}@id("ask") forbid(principal, action, resource) when { context.label like "Sa*" && !context.confirmed };`,
      {},
      [],
      ['ask'],
    ],
    [
      'by label, confirmed',
      `${all}forbid(principal, action, resource) when { context.label like "Sa*" && !context.confirmed };`,
      { confirmed: true },
      request.tiers,
      ['rule-1'],
    ],
    [
      'by role',
      `${all}@id("no") forbid(principal, action, resource) when { resource.role == "dialog" };`,
      { role: 'dialog' },
      [],
      ['no'],
    ],
  ])('%s', async (_, text, given, tiers, decidedBy) => {
    expect(await decide(text, given)).toEqual({ tiers, decidedBy, errors: [] })
  })

  it('a forbid that fails refuses, although Cedar passes over it', async () => {
    const broken = `${all}@id("broken") forbid(principal, action, resource) when { 9223372036854775807 + context.hour > 0 };`
    expect(await decide(broken)).toEqual({ tiers: [], decidedBy: [], errors: ['broken'] })
  })

  it('a permit that fails refuses, although another one permits', async () => {
    const broken = `${all}@id("broken") permit(principal, action, resource) when { 9223372036854775807 + context.hour > 0 };`
    expect(await decide(broken)).toEqual({ tiers: [], decidedBy: [], errors: ['broken'] })
  })
})

describe('what is no file of rules', () => {
  it.each([
    ['permit(principal, action, resource)\npermit(', /^line 2: /],
    [
      'permit(principal, action, resource) when { context.nope == 1 };',
      /rule "rule-1": attribute `nope` in context.*not found/,
    ],
    [
      'permit(principal, action == Action::"clck", resource);',
      /unrecognized action `Action::"clck"`; did you mean `Action::"click"`\?/,
    ],
    ['@id("a") permit(principal, action, resource) when { context.hour == "nine" };', /rule "a": /],
    ['permit(principal == ?principal, action, resource);', /templates/],
    [
      '@id("a") permit(principal, action, resource);\n@id("a") forbid(principal, action, resource);',
      /two rules have the id "a"/,
    ],
    // Strictly typed, this can never hold.
    ['forbid(principal, action, resource) when { resource is Caller };', /impossible|always|never/],
  ])('%j', async (text, message) => {
    const loading = loadRules(text, tools)
    await expect(loading).rejects.toThrow(RulesError)
    await expect(loading).rejects.toThrow(message)
  })

  it('more than ten rules keep the order of the file', async () => {
    const rules = await loadRules(all.repeat(12), tools)
    expect(rules.ids).toEqual(Array.from({ length: 12 }, (_, index) => `rule-${index + 1}`))
  })

  it('a file that permits nothing is said to', async () => {
    expect((await loadRules('forbid(principal, action, resource);', tools)).notes[0]).toContain(
      'No rule permits anything',
    )
    expect((await loadRules(all, tools)).notes).toEqual([])
  })
})

it('our requests are what the schema says', () => {
  const answer = cedar.isAuthorized({
    principal: { type: 'Caller', id: 'c' },
    action: { type: 'Action', id: 'click' },
    resource: { type: 'Window', id: 'target' },
    context: { tier: 'a', tiers: ['a'], label: '', hour: 1, weekday: 1, confirmed: false },
    schema: rulesSchema(tools),
    validateRequest: true,
    policies: { staticPolicies: all },
    entities: [
      { uid: { type: 'Caller', id: 'c' }, attrs: { kind: '' }, parents: [] },
      {
        uid: { type: 'Window', id: 'target' },
        attrs: { app: { ...request.app, desktop_ids: [] }, role: '', url: '', urls: [], hosts: [] },
        parents: [],
      },
    ],
  })
  expect(answer).toMatchObject({ type: 'success', response: { decision: 'allow' } })
})
