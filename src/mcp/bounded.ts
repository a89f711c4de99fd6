/** Results within their bounds. Pure. */

export interface CutLines {
  readonly text: string
  /** Lines and bytes that are shown, and that there are. A line of which only the beginning is shown counts. */
  readonly lines: number
  readonly allLines: number
  readonly bytes: number
  readonly allBytes: number
}

/** The first lines that fit; of a line that alone would cost half of the room, its beginning, cut between two code points. */
export function cutLines(text: string, maxBytes: number): CutLines {
  const buffer = Buffer.from(text)
  const count = (part: string) => part.split('\n').length
  if (buffer.length <= maxBytes)
    return { text, lines: count(text), allLines: count(text), bytes: buffer.length, allBytes: buffer.length }
  let end = buffer.lastIndexOf('\n', maxBytes)
  if (end < maxBytes / 2) {
    end = maxBytes
    while (end > 0 && isContinuation(buffer[end])) end--
  }
  const shown = buffer.toString('utf8', 0, end)
  return { text: shown, lines: count(shown), allLines: count(text), bytes: end, allBytes: buffer.length }
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80

export const bytesAsJson = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

/** Room below which a part of a list is left out rather than shown in part, in bytes. */
const WORTHWHILE = 256

/**
 * Plain data whose JSON takes at most so many bytes: lists lose their end, strings theirs, at a code point. Objects keep
 * all their keys, so that a schema that held still holds; they alone may go beyond the bound.
 */
export function fitData(value: unknown, maxBytes: number): unknown {
  if (bytesAsJson(value) <= maxBytes) return value
  if (typeof value === 'string') return fitString(value, maxBytes)
  if (Array.isArray(value)) return fitList(value, maxBytes)
  return typeof value === 'object' && value !== null ? fitObject(value, maxBytes) : value
}

function fitString(text: string, maxBytes: number): string {
  let end = 0
  let left = maxBytes - 2 - Buffer.byteLength('…')
  for (const character of text) {
    left -= bytesAsJson(character) - 2
    if (left < 0) break
    end += character.length
  }
  return `${text.slice(0, end)}…`
}

function fitList(list: readonly unknown[], maxBytes: number): readonly unknown[] {
  const kept: unknown[] = []
  let left = maxBytes - 2
  for (const item of list) {
    const bytes = bytesAsJson(item) + 1
    if (bytes > left) {
      if (left >= WORTHWHILE) kept.push(fitData(item, left - 1))
      break
    }
    kept.push(item)
    left -= bytes
  }
  return kept
}

/** What is small stays whole; the room that is left goes to the large ones in their order. */
function fitObject(object: object, maxBytes: number): object {
  const entries = Object.entries(object)
    .filter(([, each]) => each !== undefined)
    .map(([key, each]) => ({ key, each, bytes: bytesAsJson(each) }))
  const large = entries.filter(({ bytes }) => bytes >= WORTHWHILE)
  const small = entries.filter(({ bytes }) => bytes < WORTHWHILE)
  const names = entries.reduce((sum, { key }) => sum + bytesAsJson(key) + 2, 2)
  let left = small.reduce((rest, { bytes }) => rest - bytes, maxBytes - names)
  const fitted = new Map<string, unknown>()
  for (const { key, each } of large) {
    const shown = fitData(each, Math.max(left, 0))
    fitted.set(key, shown)
    left -= bytesAsJson(shown)
  }
  return Object.fromEntries(entries.map(({ key, each }) => [key, fitted.has(key) ? fitted.get(key) : each]))
}
