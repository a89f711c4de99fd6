import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { launcher } from '../support/surehand.ts'

const folder = mkdtempSync(join(tmpdir(), 'surehand-policy-'))
afterAll(() => rmSync(folder, { recursive: true }))

const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
function policy(args: readonly string[], input = '') {
  const env = { ...process.env, SUREHAND_CONFIG: join(folder, 'surehand.yaml') }
  const { status, stdout, stderr } = spawnSync(launcher, ['policy', ...args], { input, encoding: 'utf8', env })
  return { status, stdout, stderr }
}

const RULES = `permit(principal, action, resource);
@id("office-hours")
forbid(principal, action, resource) when { context.hour < 8 || context.hour >= 18 };
`
const DAY = '2026-01-05T09:30'
const NIGHT = '2026-01-05T22:30'
beforeEach(() => {
  write('rules.cedar', RULES)
  write(
    'surehand.yaml',
    'policy: {apps: {deny: [{executable: xterm}]}, urls: {deny: [evil.org]}, rules_file: rules.cedar}',
  )
})

describe('policy check', () => {
  test('a policy that can be used', () => {
    const { status, stdout } = policy(['check'])
    expect(status).toBe(0)
    expect(stdout).toContain('2 rules: rule-1, office-hours.')
    expect(JSON.parse(policy(['check', '--json']).stdout)).toMatchObject({
      ok: true,
      rules: ['rule-1', 'office-hours'],
    })
  })

  test.each([
    ['a rule that does not parse', 'permit(', undefined, /rules\.cedar: line 1: /],
    [
      'a rule that the schema refuses',
      'permit(principal, action, resource) when { context.hor == 1 };',
      undefined,
      /did you mean `hour`\?/,
    ],
    ['a file that is not there', undefined, 'policy: {rules_file: none.cedar}', /none\.cedar cannot be read/],
    [
      'a URL that is no pattern',
      undefined,
      'policy: {urls: {deny: ["a b"]}}',
      /policy\.urls\.deny\[0\]: "a b" is no pattern/,
    ],
    ['an unknown key', undefined, 'policy: {url: {}}', /policy\.url: there is no such key\. Did you mean urls\?/],
    ['an empty entry', undefined, 'policy: {apps: {deny: [{}]}}', /policy\.apps\.deny\[0\]: expected desktop_id/],
  ])('%s: exit 1, and serve does not start', (_, rules, config, says) => {
    if (rules !== undefined) write('rules.cedar', rules)
    if (config !== undefined) write('surehand.yaml', config)
    const checked = policy(['check'])
    expect(checked.status).toBe(1)
    expect(checked.stdout).toMatch(says)
    expect(JSON.parse(policy(['check', '--json']).stdout)).toMatchObject({ ok: false })
    const env = { ...process.env, SUREHAND_CONFIG: join(folder, 'surehand.yaml') }
    const served = spawnSync(launcher, ['serve'], { input: '', encoding: 'utf8', env })
    expect(served.status).toBe(1)
    expect(served.stderr).toMatch(says)
  })
})

describe('policy test', () => {
  const cases = (expected: string) =>
    write(
      'cases.yaml',
      `- {name: by day, given: {tool: click, app: {executable: /usr/bin/mousepad}, at: ${DAY}}, expect: allow}
- {name: by night, given: {tool: click, at: ${NIGHT}}, expect: deny, gate: rules, rules: [office-hours]}
- {name: a frame, given: {tool: click, urls: ["https://a.org/", "https://evil.org./x"], at: ${DAY}}, expect: ${expected}}`,
    )

  test('all as expected', () => {
    const { status, stdout } = policy(['test', cases('deny')])
    expect({ status, stdout }).toMatchObject({ status: 0, stdout: expect.stringContaining('3 of 3 as expected.') })
  })

  test('one is not: which, what came and why', () => {
    const { status, stdout } = policy(['test', cases('allow')])
    expect(status).toBe(1)
    expect(stdout).toContain('not ok a frame\n         expect: expected "allow", got "deny"')
    expect(stdout).toContain('urls: the operator denies this address (urls.deny[0])')
    expect(JSON.parse(policy(['test', '--json', cases('allow')]).stdout)).toMatchObject({ passed: 2, failed: 1 })
  })

  test('a file that is none', () => {
    expect(policy(['test', '/nonexistent']).status).toBe(2)
    const { status, stderr } = policy(['test', write('cases.yaml', '- {given: {tool: clck}, expect: allow}')])
    expect(status).toBe(2)
    expect(stderr).toContain('[0].given.tool: expected "click"')
  })
})

describe('policy explain', () => {
  test.each([
    [
      `{tool: click, app: {executable: xterm}, at: ${DAY}}`,
      1,
      { decision: 'deny', gate: 'apps', rules: ['apps.deny[0]'] },
    ],
    [`{tool: open_url, urls: ["http://evil.org"], at: ${DAY}}`, 1, { decision: 'deny', gate: 'urls' }],
    [
      `{tool: click, at: ${NIGHT}}`,
      1,
      { decision: 'deny', gate: 'rules', texts: { 'office-hours': expect.stringContaining('forbid') } },
    ],
    [`{tool: click, at: ${DAY}}`, 0, { decision: 'allow', rules: ['rule-1'] }],
  ])('%s', (call, status, data) => {
    const explained = policy(['explain', '--json', '--call', '-'], call)
    expect(explained.status).toBe(status)
    expect(JSON.parse(explained.stdout)).toMatchObject(data)
    expect(policy(['explain', '--call', call]).stdout).toContain(data.decision)
  })
})

test('policy schema prints what rules may speak of', () => {
  expect(policy(['schema']).stdout).toContain('entity Window')
})
