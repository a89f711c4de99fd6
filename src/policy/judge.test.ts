import { describe, expect, it } from 'vitest'
import { compileAppLists } from './app-lists.ts'
import { judgeCall, type Policy, type PolicyCall } from './judge.ts'
import { loadRules } from './rules.ts'
import { compileUrlLists } from './url-policy.ts'

const call: PolicyCall = {
  caller: 'stdio:1',
  tool: 'click',
  app: { name: 'Browser', desktopIds: [], executables: ['/usr/bin/browser'] },
  role: 'normal',
  documents: { kind: 'read', urls: ['https://a.org/'] },
  label: 'Buy',
  confirmed: false,
  at: new Date(2026, 0, 5, 9),
  tiers: ['tier1-ax-action', 'tier2-agent-seat'],
}
const noApps = { deny: [], readOnly: [], allow: [], builtin: true }
const noUrls = { deny: [], allow: [], confirm: [], payments: false }
const open: Policy = { namesDesktopIds: false, apps: compileAppLists(noApps), urls: compileUrlLists(noUrls) }
const denyApp = compileAppLists({ ...noApps, deny: [{ executable: 'browser' }] })
const readApp = compileAppLists({ ...noApps, readOnly: [{ executable: 'browser' }] })
const denyUrl = compileUrlLists({ ...noUrls, deny: ['a.org'] })
const askUrl = compileUrlLists({ ...noUrls, confirm: ['a.org'] })
const forbid = await loadRules('permit(principal, action, resource); @id("f") forbid(principal, action, resource);', [
  'click',
])
const seatOnly = await loadRules('permit(principal, action, resource) when { context.tier == "tier2-agent-seat" };', [
  'click',
])
const fails: Policy['urls'] = {
  isEmpty: false,
  decide() {
    throw new Error('broken')
  },
}

describe('the three gates together', () => {
  it.each<[string, Partial<Policy>, Partial<PolicyCall>, object]>([
    ['nothing configured', {}, {}, { verdict: 'allowed', tiers: call.tiers, rules: [] }],
    [
      'a denied app comes first',
      { apps: denyApp, urls: denyUrl, rules: forbid },
      {},
      { verdict: 'denied', gate: 'apps' },
    ],
    ['a read-only app', { apps: readApp }, {}, { verdict: 'denied', gate: 'apps', rules: ['apps.read_only[0]'] }],
    ['no app at all', { apps: denyApp }, { app: undefined as never }, { verdict: 'allowed' }],
    ['a denied URL comes before the rules', { urls: denyUrl, rules: forbid }, {}, { verdict: 'denied', gate: 'urls' }],
    ['a denied URL although confirmed', { urls: denyUrl }, { confirmed: true }, { verdict: 'denied', gate: 'urls' }],
    ['a URL to confirm', { urls: askUrl }, {}, { verdict: 'confirm', gate: 'urls', rules: ['urls.confirm[0]'] }],
    ['a URL that was confirmed', { urls: askUrl }, { confirmed: true }, { verdict: 'allowed' }],
    [
      'nobody is asked about what rules forbid',
      { urls: askUrl, rules: forbid },
      {},
      { verdict: 'denied', gate: 'rules', rules: ['f'] },
    ],
    ['rules narrow the tiers', { rules: seatOnly }, {}, { verdict: 'allowed', tiers: ['tier2-agent-seat'] }],
    [
      'rules leave no tier',
      { rules: seatOnly },
      { tiers: ['tier1-ax-action'] },
      { verdict: 'denied', gate: 'rules', rules: [] },
    ],
    ['a gate that fails', { urls: fails }, {}, { verdict: 'denied', gate: 'urls', rules: ['urls.failed'] }],
  ])('%s', (_, policy, given, expected) => {
    expect(judgeCall({ ...open, ...policy }, { ...call, ...given })).toMatchObject(expected)
  })
})
