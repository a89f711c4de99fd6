import { describe, expect, it } from 'vitest'
import { compileUrlPattern, UrlPatternError } from './url-pattern.ts'
import { compileUrlLists, type UrlLists } from './url-policy.ts'

const lists: UrlLists = { deny: [], allow: [], confirm: [], payments: false }
const decide = (given: Partial<UrlLists>, ...urls: readonly string[]) => {
  const decision = compileUrlLists({ ...lists, ...given }).decide({ kind: 'read', urls })
  return decision.verdict === 'allowed' ? 'allowed' : `${decision.verdict} ${decision.rule}`
}

describe('patterns', () => {
  it.each([
    ['example.com', 'https://example.com/', true],
    ['example.com', 'http://EXAMPLE.com:8080/a?b#c', true],
    ['example.com', 'https://a.b.example.com/', true],
    ['example.com', 'https://example.com./', true],
    ['example.com', 'https://notexample.com/', false],
    ['example.com', 'https://example.com.evil.org/', false],
    ['example.com', 'https://evil.org/?x=example.com', false],
    ['example.com', 'https://evil.org/example.com', false],
    ['example.com', 'https://evil.org/#example.com', false],
    ['example.com', 'https://example.com@evil.org/', false],
    ['example.com', 'https://evil.org@example.com/', true],
    ['example.com', 'https://evil.org:x@example.com:444/', true],
    ['example.com', 'view-source:https://example.com/', true],
    ['example.com', 'blob:https://example.com/0a1b', true],
    ['example.com.', 'https://example.com/', true],
    ['.example.com', 'https://example.com/', true],
    ['.example.com', 'https://a.example.com/', false],
    ['*.example.com', 'https://example.com/', false],
    ['*.example.com', 'https://a.example.com/', true],
    ['münchen.de', 'https://xn--mnchen-3ya.de/', true],
    ['xn--mnchen-3ya.de', 'https://MÜNCHEN.de/', true],
    ['münchen.de', 'https://munchen.de/', false],
    ['https://example.com', 'http://example.com/', false],
    ['HTTPS://example.com', 'https://example.com/', true],
    ['example.com:8080', 'http://example.com:8080/', true],
    ['example.com:8080', 'http://example.com/', false],
    ['example.com:443', 'https://example.com/', true],
    ['example.com:443', 'http://example.com/', false],
    ['https://example.com:443', 'https://example.com:443/', true],
    ['example.com/pay', 'https://example.com/pay', true],
    ['example.com/pay', 'https://example.com/PAY/now', true],
    ['example.com/pay', 'https://example.com/%70ay', true],
    ['example.com/pay', 'https://example.com/a/../pay', true],
    ['example.com/pay', 'https://example.com/payroll', false],
    ['example.com/*/edit', 'https://example.com/a/b/edit', true],
    ['127.0.0.1', 'http://2130706433/', true],
    ['127.0.0.1', 'http://0x7f.1/', true],
    ['[::1]:81', 'http://[0:0::1]:81/', true],
    ['file:', 'file:///etc/passwd', true],
    ['file:///etc', 'file:///etc/passwd', true],
    ['file:///etc', 'file:///etcetera', false],
    ['data:', 'data:text/html,<h1>example.com</h1>', true],
    ['example.com', 'data:text/html,<h1>example.com</h1>', false],
  ])('%s denies %s: %s', (pattern, url, hits) => {
    expect(decide({ deny: [pattern] }, url)).toBe(hits ? 'denied urls.deny[0]' : 'allowed')
  })

  it.each(['', 'http://', '/etc', 'exa mple.com', 'example.com?x=1', 'a@b.com', '://x', 'ex[ample'])(
    '%j is none',
    (text) => {
      expect(() => compileUrlPattern(text, { ignoreCase: true })).toThrow(UrlPatternError)
    },
  )
})

describe('lists', () => {
  it.each<[string, Partial<UrlLists>, readonly string[], string]>([
    ['nothing configured', {}, ['https://a.org/'], 'allowed'],
    ['deny beats allow', { deny: ['a.org'], allow: ['a.org'] }, ['https://a.org/'], 'denied urls.deny[0]'],
    ['deny beats confirm', { deny: ['a.org'], confirm: ['a.org'] }, ['https://a.org/'], 'denied urls.deny[0]'],
    ['allowed', { allow: ['a.org'] }, ['https://a.org/x'], 'allowed'],
    ['allowed means that case', { allow: ['a.org/x'] }, ['https://a.org/X'], 'denied urls.allow'],
    ['not allowed', { allow: ['a.org'] }, ['https://b.org/'], 'denied urls.allow'],
    ['a file where hosts are allowed', { allow: ['a.org'] }, ['file:///etc/passwd'], 'denied urls.allow'],
    ['a data URL where hosts are allowed', { allow: ['a.org'] }, ['data:text/html,a.org'], 'denied urls.allow'],
    ['a blank page where hosts are allowed', { allow: ['a.org'] }, ['about:blank'], 'allowed'],
    ['a frame of a denied host', { deny: ['b.org'] }, ['https://a.org/', 'https://b.org/f'], 'denied urls.deny[0]'],
    ['a frame that is not allowed', { allow: ['a.org'] }, ['https://a.org/', 'https://b.org/f'], 'denied urls.allow'],
    [
      'a denied frame after one to confirm',
      { confirm: ['a.org'], deny: ['b.org'] },
      ['https://a.org/', 'https://b.org/'],
      'denied urls.deny[0]',
    ],
    ['to confirm', { confirm: ['a.org'] }, ['https://a.org/'], 'confirm urls.confirm[0]'],
    ['a program', {}, ['javascript:alert(1)'], 'denied urls.script'],
    ['a program, in any case', { allow: ['a.org'] }, ['JavaScript:alert(1)'], 'denied urls.script'],
    ['no URL at all', { deny: ['a.org'] }, ['not a url'], 'denied urls.unparsable'],
    ['paying', { payments: true }, ['https://shop.org/cart/checkout'], 'confirm urls.payments'],
    ['paying, a host', { payments: true }, ['https://www.paypal.com/x'], 'confirm urls.payments'],
    ['only spoken of', { payments: true }, ['https://evil.com/?x=paypal.com'], 'allowed'],
    ['a longer word', { payments: true }, ['https://a.org/payroll'], 'allowed'],
  ])('%s', (_, given, urls, expected) => {
    expect(decide(given, ...urls)).toBe(expected)
  })

  it('a browser whose address cannot be told is refused where anything is configured', () => {
    const unreadable = { kind: 'unreadable', why: 'it is silent' } as const
    expect(compileUrlLists(lists).decide(unreadable).verdict).toBe('allowed')
    for (const given of [{ deny: ['a.org'] }, { allow: ['a.org'] }, { confirm: ['a.org'] }, { payments: true }])
      expect(compileUrlLists({ ...lists, ...given }).decide(unreadable)).toMatchObject({
        verdict: 'denied',
        rule: 'urls.unreadable',
        why: 'its address cannot be told: it is silent',
      })
  })

  it('what is no browser is untouched', () => {
    expect(compileUrlLists({ ...lists, allow: ['a.org'] }).decide({ kind: 'no-browser' }).verdict).toBe('allowed')
  })
})
