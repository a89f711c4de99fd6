import type { AccessibleHandle, AccessibleRecord, Budget, TextContent } from '../../port.ts'
import { addressOf, cellOf } from './handles.ts'
import type { Call, Link } from './link.ts'
import { codePointOffset, countsUtf16 } from './offsets.ts'
import { propertyCall } from './record.ts'

const TEXT = 'org.a11y.atspi.Text'
/** More ranges than these are not read: one call each. */
const SELECTION_LIMIT = 16

/**
 * Content up to `limit` characters, counts and selections. Of a secret only the number of characters, whatever the
 * limit: its content is never asked for.
 * @param atLeast It is known to have so many, so that as many can be asked for along with their number.
 */
export async function readText(
  link: Link,
  record: AccessibleRecord,
  secret: boolean,
  limit: number,
  budget: Budget,
  atLeast = 0,
): Promise<TextContent> {
  const { handle } = record
  const number = async (call: Call) => {
    const [value] = (await link.call(call, budget)).body
    return typeof value === 'number' ? value : undefined
  }
  if (cellOf(handle) !== undefined && !secret && limit > 0) return readCellText(link, handle, limit, budget)
  const count = number(propertyCall(handle, TEXT, 'CharacterCount'))
  if (secret) return { characterCount: (await count) ?? 0, selections: [] }
  const [characterCount, caret, content, selections] = await Promise.all([
    count,
    number(propertyCall(handle, TEXT, 'CaretOffset')),
    readContent(link, handle, limit, count, Math.min(limit, atLeast), budget),
    readSelections(link, handle, budget),
  ])
  return inCodePoints(
    {
      characterCount: characterCount ?? 0,
      ...(content === undefined ? {} : { content }),
      ...(caret === undefined || caret < 0 ? {} : { caret }),
      selections,
    },
    limit,
  )
}

/** Offsets of an app that counts UTF-16 units (Qt), as far as the content that was read proves and tells it. */
export function inCodePoints(text: TextContent, limit: number): TextContent {
  const { content, characterCount, caret, selections } = text
  if (content === undefined || !countsUtf16(content, Math.min(limit, characterCount))) return text
  const convert = (units: number) => codePointOffset(content, units)
  return {
    characterCount: convert(characterCount),
    content,
    ...(caret === undefined ? {} : { caret: convert(caret) }),
    selections: selections.map(({ start, end }) => ({ start: convert(start), end: convert(end) })),
  }
}

/** A cell of a sheet has neither caret nor selection until it is edited, and there are hundreds: one question, for all of it. */
async function readCellText(link: Link, handle: AccessibleHandle, limit: number, budget: Budget): Promise<TextContent> {
  const [content] = (await link.call(textCall(handle, 'GetText', 0, -1), budget)).body
  if (typeof content !== 'string') return { characterCount: 0, selections: [] }
  const characters = content.length <= limit ? content : [...content].slice(0, limit).join('')
  return { characterCount: [...content].length, content: characters, selections: [] }
}

function textCall(handle: AccessibleHandle, member: string, ...numbers: number[]): Call {
  return { ...addressOf(handle), iface: TEXT, member, signature: 'i'.repeat(numbers.length), body: numbers }
}

async function readContent(
  link: Link,
  handle: AccessibleHandle,
  limit: number,
  count: Promise<number | undefined>,
  early: number,
  budget: Budget,
): Promise<string | undefined> {
  if (limit <= 0) return undefined
  const upTo = async (end: number): Promise<string | undefined> => {
    const [content] = (await link.call(textCall(handle, 'GetText', 0, end), budget)).body
    return typeof content === 'string' ? content : undefined
  }
  const beginning = early > 0 ? upTo(early) : undefined
  beginning?.catch(() => undefined)
  // Never an end behind the text: a label of GTK 3 reads on behind its own memory then, until it crashes, and Qt's
  // QPlainTextEdit gives nothing.
  const end = Math.min(limit, (await count) ?? 0)
  if (end <= 0) return ''
  return end === early ? beginning : upTo(end)
}

async function readSelections(
  link: Link,
  handle: AccessibleHandle,
  budget: Budget,
): Promise<TextContent['selections']> {
  const call = { ...addressOf(handle), iface: TEXT, member: 'GetNSelections' }
  const [count] = (await link.call(call, budget)).body
  if (typeof count !== 'number' || count <= 0) return []
  const numbers = Array.from({ length: Math.min(count, SELECTION_LIMIT) }, (_, index) => index)
  const ranges = await Promise.all(
    numbers.map(async (index) => (await link.call(textCall(handle, 'GetSelection', index), budget)).body),
  )
  return ranges.flatMap(([start, end]) =>
    typeof start === 'number' && typeof end === 'number' && start !== end
      ? [{ start: Math.min(start, end), end: Math.max(start, end) }]
      : [],
  )
}
