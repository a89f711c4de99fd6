/** Text from apps is untrusted: what it looks like in the outline must be what it is. Pure. */

const JOINING_SCRIPTS =
  'Arabic Syriac Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala'
    .split(' ')
    .map((script) => `\\p{Script=${script}}`)
    .join('')

/** The three flags that Unicode recommends; any other run of tag characters is a hidden message. */
const FLAGS = ['gbeng', 'gbsct', 'gbwls'].map(
  (code) => `\u{1F3F4}${[...code].map((c) => String.fromCodePoint(0xe0000 + c.charCodeAt(0))).join('')}\u{E007F}`,
)

/** What nobody sees, alone or in runs. */
const INVISIBLE = new RegExp(
  '[\\u0000-\\u0008\\u000B\\u000E-\\u001F\\u007F-\\u0084\\u0086-\\u009F' + // controls that are no line break
    '\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069' + // bidirectional controls
    '\\u00AD\\u034F\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u200B-\\u200D\\u2060-\\u2065\\u206A-\\u206F' + // zero width
    '\\u3164\\uFEFF\\uFFA0\\uFFF0-\\uFFFC\\uFE00-\\uFE0F\\uFDD0-\\uFDEF' + // fillers, places of embedded objects, variation selectors, noncharacters
    '\\u{1BCA0}-\\u{1BCA3}\\u{1D173}-\\u{1D17A}\\u{E0000}-\\u{E0FFF}]', // format characters, tags, more selectors
  'u',
)

/** Sequences in which an otherwise invisible character does visible work, and is kept. */
const KEPT = new RegExp(
  [
    ...FLAGS,
    // an emoji and its parts, joined: family, profession, flag …
    '\\p{Extended_Pictographic}\\uFE0F?\\p{Emoji_Modifier}?(?:\\u200D\\p{Extended_Pictographic}\\uFE0F?\\p{Emoji_Modifier}?)+',
    '\\p{Extended_Pictographic}[\\uFE0E\\uFE0F]',
    '[0-9#*]\\uFE0F\\u20E3',
    // an ideograph and the one variant of it that is meant
    '\\p{Script=Han}[\\u{E0100}-\\u{E01EF}]',
    // joiners inside words of the scripts that need them
    `(?<=[${JOINING_SCRIPTS}])[\\u200C\\u200D](?=[${JOINING_SCRIPTS}])`,
  ].join('|'),
  'gu',
)
const INVISIBLE_ALL = new RegExp(INVISIBLE.source, 'gu')
const LONE_SURROGATE = /\p{Surrogate}/gu
const LINE_BREAK = /\r\n|[\n\r\u000B\u000C\u0085\u2028\u2029]/g
const NEEDS_WORK = new RegExp(`[\\t\\n\\r\\u000B\\u000C\\u0085\\u2028\\u2029]|${INVISIBLE.source}`, 'u')

/**
 * One line of visible text: line breaks become the two characters `\n`, tabs a space; controls, bidirectional and
 * zero-width characters, tags and stray variation selectors go. Kept: emoji sequences (joined, with their selector, the
 * three subdivision flags), one variant selector after a Han character, a joiner between two letters of a script that
 * uses it. A backslash of the app is doubled, so that `\n` is never ambiguous. Lone surrogates become U+FFFD.
 */
export function sanitize(text: string): string {
  const formed = text.replace(LONE_SURROGATE, '\uFFFD').replaceAll('\\', '\\\\')
  if (!NEEDS_WORK.test(formed)) return formed
  return withoutInvisible(formed.replace(LINE_BREAK, '\\n').replaceAll('\t', ' '))
}

/** As `sanitize`, but lines, tabs and backslashes stay what they are: for a text that is read for its own sake. */
export function sanitizeLines(text: string): string {
  return withoutInvisible(text.replace(LONE_SURROGATE, '\uFFFD'))
}

function withoutInvisible(text: string): string {
  let out = ''
  let from = 0
  for (const kept of text.matchAll(KEPT)) {
    out += text.slice(from, kept.index).replace(INVISIBLE_ALL, '') + kept[0]
    from = kept.index + kept[0].length
  }
  return out + text.slice(from).replace(INVISIBLE_ALL, '')
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

export interface CutText {
  readonly text: string
  /** Something was left out; `text` then ends in `…`. */
  readonly cut: boolean
}

/** The first `limit` code points, less what would split a grapheme. */
export function cutText(text: string, limit: number): CutText {
  if (text.length <= limit) return { text, cut: false }
  let end = 0
  for (let count = 0; count < limit && end < text.length; count++) end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
  if (end >= text.length) return { text, cut: false }
  const whole = graphemes.segment(text).containing(end)
  // A grapheme longer than the whole limit is split: an app must not be able to empty a field by stacking marks.
  const at = whole && whole.index > 0 ? whole.index : end
  return { text: `${text.slice(0, at)}…`, cut: true }
}

/** A label: one visible line without outer spaces; undefined where nothing is left of it. */
export function label(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const line = sanitize(text).trim()
  return line === '' ? undefined : line
}

/** In double quotes, with the app's own quotes escaped, so that no text can end its field. */
export function quote(line: string): string {
  return `"${line.replaceAll('"', '\\"')}"`
}

/** As it is where it can end neither its field nor the line, else in quotes. */
export function bareOrQuoted(line: string): string {
  return /^[\p{L}\p{N}_.:@#/+-]+$/u.test(line) ? line : quote(line)
}

/** A URL without what would end its field. `url` is sanitised already. */
export function bareUrl(url: string): string {
  return url.replace(/[\s()<>"]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** A link as markdown reads it. `line` and `url` are sanitised already. */
export function markdownLink(line: string, url: string): string {
  return `[${line.replace(/[[\]]/g, '\\$&')}](${bareUrl(url)})`
}

/** A string of an app for use inside any text of ours: one visible line, bounded. */
export function displayText(text: string, limit = 200): string {
  return sanitize(cutText(text, limit).text)
}
