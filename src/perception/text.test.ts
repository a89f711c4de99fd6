import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readVectors } from './testing/vectors.ts'
import { cutText, displayText, label, markdownLink, quote, sanitize } from './text.ts'

interface TextVectors {
  sanitize: { why: string; in: string; out: string }[]
  label: { why: string; in: string; out: string | null }[]
  cut: { why: string; in: string; limit: number; out: string; cut: boolean }[]
  link: { text: string; url: string; out: string }[]
  quote: { in: string; out: string }[]
}
const vectors = readVectors<TextVectors>('text.json')

describe('sanitize', () => {
  test.each(vectors.sanitize)('$why', ({ in: text, out }) => {
    expect(sanitize(text)).toBe(out)
  })

  const anyText = fc.string({ unit: 'binary', maxLength: 60 })
  const nasty = fc
    .array(
      fc.constantFrom(
        'a',
        '\u200d',
        '\u{1f469}',
        '\ufe0f',
        '\u{e0101}',
        '\u{e0067}',
        '\u202e',
        '\n',
        '\\',
        '葛',
        'م',
        '\u200c',
        '\u{1f3f4}',
        '\u{e007f}',
      ),
    )
    .map((parts) => parts.join(''))

  test('never yields a control, a bidirectional control or a lone surrogate', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, nasty), (text) => {
        expect(sanitize(text)).not.toMatch(
          /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\u200b\ufeff]|\p{Surrogate}/u,
        )
      }),
    )
  })

  test('lets no two invisible characters stand together outside the flags', () => {
    const invisible = /(?:\u200c|\u200d|[\ufe00-\ufe0f]|[\u{e0000}-\u{e0fff}]){2}/u
    const flags = /\u{1f3f4}\u{e0067}\u{e0062}[\u{e0061}-\u{e007a}]{3}\u{e007f}/gu
    fc.assert(
      fc.property(nasty, (text) => {
        // U+FE0F and ZWJ follow each other inside an emoji sequence.
        expect(sanitize(text).replace(flags, '').replaceAll('\ufe0f\u200d', '')).not.toMatch(invisible)
      }),
      { numRuns: 1_000 },
    )
  })

  test('grows at most by the escapes', () => {
    fc.assert(fc.property(anyText, (text) => sanitize(text).length <= 2 * text.length))
  })
})

test.each(vectors.label)('label: $why', ({ in: text, out }) => {
  expect(label(text) ?? null).toBe(out)
})

describe('cutText', () => {
  test.each(vectors.cut)('$why', ({ in: text, limit, out, cut }) => {
    expect(cutText(text, limit)).toEqual({ text: out, cut })
  })

  test('is a prefix within the limit, whole where it fits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), fc.integer({ min: 1, max: 40 }), (text, limit) => {
        const { text: shown, cut } = cutText(text, limit)
        const kept = cut ? shown.slice(0, -1) : shown
        expect(text.startsWith(kept)).toBe(true)
        expect([...kept].length).toBeLessThanOrEqual(limit)
        expect(cut).toBe([...text].length > limit)
        expect(kept.length).toBeGreaterThan(text === '' ? -1 : 0)
      }),
    )
  })
})

test.each(vectors.link)('markdownLink: $out', ({ text, url, out }) => {
  expect(markdownLink(text, url)).toBe(out)
})

test.each(vectors.quote)('quote: $out', ({ in: text, out }) => {
  expect(quote(sanitize(text))).toBe(out)
})

test('no text ends its quotes', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('"', '\\', 'a', '\n') }), (text) => {
      // Read back as JSON reads a string: the same text, so nothing of it got out.
      expect(JSON.parse(quote(sanitize(text)))).toBe(text)
    }),
  )
})

test('displayText is one bounded line', () => {
  expect(displayText('a\nb', 10)).toBe('a\\nb')
  expect(displayText('x'.repeat(300))).toBe(`${'x'.repeat(200)}…`)
})
