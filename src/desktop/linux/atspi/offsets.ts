import type { AccessibleHandle, Budget } from '../../port.ts'
import { addressOf, handleOf, ROOT_PATH } from './handles.ts'
import type { Link } from './link.ts'
import { accessibleCall, propertyCall } from './record.ts'
import { roleName } from './roles.ts'

const TEXT = 'org.a11y.atspi.Text'

/**
 * What a toolkit counts text in. AT-SPI says characters; Qt gives and takes UTF-16 units, which differ from the first
 * emoji on.
 */
export type TextUnit = 'code-point' | 'utf16'

/** Units by bus name: an app never changes its toolkit. */
export type UnitMemory = Map<string, TextUnit>

export async function readTextUnit(
  link: Link,
  memory: UnitMemory,
  handle: AccessibleHandle,
  budget: Budget,
): Promise<TextUnit> {
  const { bus } = addressOf(handle)
  const known = memory.get(bus)
  if (known !== undefined) return known
  const root = handleOf(bus, ROOT_PATH)
  const call = propertyCall(root, 'org.a11y.atspi.Application', 'ToolkitName')
  const [toolkit] = (await link.call(call, budget)).body
  const unit: TextUnit = toolkit === 'Qt' ? 'utf16' : 'code-point'
  memory.set(bus, unit)
  return unit
}

/** Offsets in code points as the app counts them. Reads the text up to there where that matters; of a secret nothing. */
export async function nativeOffsets(
  link: Link,
  memory: UnitMemory,
  handle: AccessibleHandle,
  offsets: readonly number[],
  budget: Budget,
): Promise<readonly number[]> {
  const furthest = Math.max(...offsets)
  if (furthest <= 0 || (await readTextUnit(link, memory, handle, budget)) === 'code-point') return offsets
  const [role] = (await link.call(accessibleCall(handle, 'GetRole'), budget)).body
  if (typeof role !== 'number' || roleName(role) === 'password text') return offsets
  const [count] = (await link.call(propertyCall(handle, TEXT, 'CharacterCount'), budget)).body
  // Not behind the end of the text: see readContent.
  const end = Math.min(furthest * 2, typeof count === 'number' ? count : 0)
  const call = { ...addressOf(handle), iface: TEXT, member: 'GetText', signature: 'ii', body: [0, end] }
  const [text] = (await link.call(call, budget)).body
  return typeof text === 'string' ? offsets.map((offset) => utf16Offset(text, offset)) : offsets
}

/** Where the code point with this number begins, in UTF-16 units; beyond the text each counts as one. */
export function utf16Offset(text: string, codePoints: number): number {
  let units = 0
  let left = codePoints
  for (const character of text) {
    if (left <= 0) return units
    units += character.length
    left -= 1
  }
  return units + Math.max(0, left)
}

/** How many code points begin before this UTF-16 offset; beyond the text each unit counts as one. */
export function codePointOffset(text: string, units: number): number {
  let codePoints = 0
  let seen = 0
  for (const character of text) {
    if (seen >= units) return codePoints
    seen += character.length
    codePoints += 1
  }
  return codePoints + Math.max(0, units - seen)
}

/** Does this text, read as `asked` units, prove that the app counts UTF-16 units? */
export function countsUtf16(text: string, asked: number): boolean {
  return text.length === asked && codePointOffset(text, text.length) !== asked
}
