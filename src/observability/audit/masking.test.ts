import { describe, expect, it, test } from 'vitest'
import { type Masking, maskArguments } from './masking.ts'

const usual: Masking = { key: 'ab'.repeat(32), decisionId: 'd-1', secretTarget: false, keepTexts: false }

describe('a text that is written somewhere', () => {
  test.each([
    ['type_text', 'text', 'typed'],
    ['set_value', 'value', 'value'],
    ['write_clipboard', 'text', 'clipboard'],
    ['select_text', 'text', 'quoted'],
  ])('%s: %s is masked as %s, by its length in characters and a keyed hash', (tool, argument, masked) => {
    const args = maskArguments(tool, { app: 'Editor', [argument]: 'pass😀' }, usual)
    expect(args).toEqual({
      app: 'Editor',
      [argument]: { masked, length: 5, hmac: expect.stringMatching(/^[0-9a-f]{64}$/) },
    })
  })

  it('has the hash that openssl makes of the decision id and the text with the key', () => {
    const { text } = maskArguments('type_text', { text: 'hello' }, usual) as { text: { hmac: string } }
    // printf 'd-1\nhello' | openssl dgst -sha256 -mac HMAC -macopt hexkey:abab…
    expect(text.hmac).toBe('b2b23bed96ccd6e0296da702b51fbacd169d1959bef002613ffec7e095bdc38f')
  })

  it('looks different in each call', () => {
    const [one, other] = ['d-1', 'd-2'].map((decisionId) =>
      maskArguments('type_text', { text: 'x' }, { ...usual, decisionId }),
    )
    expect(one).not.toEqual(other)
  })

  it('is kept where the operator says so', () => {
    expect(maskArguments('type_text', { text: 'hello' }, { ...usual, keepTexts: true })).toEqual({ text: 'hello' })
  })

  test.each([true, false])('is told by neither length nor hash where the target is secret (keep: %s)', (keepTexts) => {
    const secret = { ...usual, secretTarget: true, keepTexts }
    expect(maskArguments('type_text', { text: 'hunter2', expect: { value: 'hunter2' } }, secret)).toEqual({
      text: { masked: 'secret' },
      expect: { value: { masked: 'expected' } },
    })
    expect(maskArguments('press_key', { key: 'h' }, secret)).toEqual({ key: { masked: 'key' } })
  })
})

test.each([true, false])(
  'what is expected is never written, because it may be that of a password field (keep: %s)',
  (keepTexts) => {
    const expected = {
      element_id: 'e1@s1',
      role: 'text',
      name: 'N',
      value: 'hunter2',
      text: 'hunter2',
      state: 'checked',
    }
    expect(maskArguments('click', { expect: expected }, { ...usual, keepTexts })).toEqual({
      expect: {
        element_id: 'e1@s1',
        role: 'text',
        name: { masked: 'expected' },
        value: { masked: 'expected' },
        text: { masked: 'expected' },
        state: 'checked',
      },
    })
  },
)

test.each([
  ['Return', 'Return'],
  ['shift+Tab', 'shift+Tab'],
  ['Page_Down', 'Page_Down'],
  ['F11', 'F11'],
  ['ctrl+s', 'ctrl+s'],
  ['alt+shift+q', 'alt+shift+q'],
  ['a', { masked: 'key' }],
  ['shift+a', { masked: 'key' }],
  ['space', { masked: 'key' }],
  ['plus', { masked: 'key' }],
  ['altgr+q', { masked: 'key' }],
  ['+', { masked: 'key' }],
])('the key %s is written as %j', (key, written) => {
  expect(maskArguments('press_key', { key }, usual)).toEqual({ key: written })
})

test.each([
  ['https://example.org/a/b', 'https://example.org/a/b'],
  ['https://me:pw@example.org:8080/a?token=1#part', 'https://example.org:8080/a?…#…'],
  ['file:///home/me/a.txt', 'file:///home/me/a.txt'],
  ['data:text/plain,secret', 'data:…'],
  ['javascript:alert(1)', 'javascript:…'],
  ['no url', { masked: 'url' }],
])('the URL %s is written as %j', (url, written) => {
  expect(maskArguments('open_url', { url }, usual)).toEqual({ url: written })
})

it('a text that nobody has listed is masked, numbers and flags are not', () => {
  expect(maskArguments('click', { x: 1, confirm: true, novelty: 'a', list: ['b'] }, usual)).toEqual({
    x: 1,
    confirm: true,
    novelty: { masked: 'unlisted' },
    list: [{ masked: 'unlisted' }],
  })
})

test.each([
  [false, 'expand'],
  [true, { masked: 'secret' }],
])('the name of an action is written where the control was found (secret: %s)', (secretTarget, action) => {
  const args = { action: 'expand' }
  expect(maskArguments('perform_secondary_action', args, { ...usual, secretTarget })).toEqual({ action })
  expect(maskArguments('manage_window', { action: 'close' }, { ...usual, secretTarget })).toEqual({ action: 'close' })
})
