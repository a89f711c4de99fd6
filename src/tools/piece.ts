/** A long text of an app, answered in pieces. Pure. */
import { fenced } from '../perception/index.ts'
import { sanitizeLines } from '../visible-text.ts'
import type { Answer } from './define.ts'

/** What is said beside a piece takes less, in bytes. */
const BESIDE = 2_048

export interface PieceRequest {
  /** Characters (code points) from the beginning. */
  readonly offset: number
  readonly length: number
  /** Most bytes of the answer. */
  readonly maxBytes: number
  /** What the whole is, for the list of resources: `text of a field`. */
  readonly title: string
}

/**
 * Offsets count the app's own characters; the piece is shown without those that nobody sees, and how many that were is
 * said. What does not fit is behind a link.
 */
export function answerWithPiece(text: string, { offset, length, maxBytes, title }: PieceRequest): Answer {
  const whole = [...text]
  const start = Math.min(offset, whole.length)
  const asked = whole.slice(start, start + length)
  const end = start + fitting(asked, maxBytes - BESIDE)
  const piece = whole.slice(start, end).join('')
  const shown = sanitizeLines(piece)
  const invisible = end - start - [...shown].length
  const lines = [
    `Characters ${start} to ${end} of ${whole.length}.`,
    ...(invisible === 0 ? [] : [`${invisible} invisible or control characters among them are not shown.`]),
    ...(end === whole.length ? [] : [`Go on with offset ${end}.`]),
  ]
  return {
    text: `${lines.join(' ')}\n${fenced(shown)}`,
    data: { text: shown, offset: start, end, total: whole.length, ...(invisible > 0 && { invisible }) },
    ...(end - start < whole.length && { whole: { title, text } }),
  }
}

/** How many of them take at most so many bytes as JSON, which is never less than as text. */
function fitting(characters: readonly string[], bytes: number): number {
  let used = 0
  for (const [index, character] of characters.entries()) {
    used += Buffer.byteLength(JSON.stringify(character)) - 2
    if (used > bytes) return index
  }
  return characters.length
}
