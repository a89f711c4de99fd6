/**
 * What nobody sees in a text is no part of what a model reads: bidirectional and zero-width characters, tags, controls.
 * Pure, and known to all: perception where texts are read, mcp once more over whatever leaves.
 */

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
export const INVISIBLE = new RegExp(
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
export const LONE_SURROGATE = /\p{Surrogate}/gu

/** Without what nobody sees; lines, tabs and backslashes stay what they are: for a text that is read for its own sake. */
export function sanitizeLines(text: string): string {
  const formed = text.replace(LONE_SURROGATE, '\uFFFD')
  return INVISIBLE.test(formed) ? withoutInvisible(formed) : formed
}

/** The text less what nobody sees and does no visible work where it stands. */
export function withoutInvisible(text: string): string {
  let out = ''
  let from = 0
  for (const kept of text.matchAll(KEPT)) {
    out += text.slice(from, kept.index).replace(INVISIBLE_ALL, '') + kept[0]
    from = kept.index + kept[0].length
  }
  return out + text.slice(from).replace(INVISIBLE_ALL, '')
}

/** A copy of plain data in which every string, keys included, went through `sanitizeLines`. */
export function sanitizeData(value: unknown): unknown {
  if (typeof value === 'string') return sanitizeLines(value)
  if (Array.isArray(value)) return value.map(sanitizeData)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [sanitizeLines(key), sanitizeData(each)]))
}
