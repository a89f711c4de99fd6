import type { Property } from 'x11'

/** Pure readers of window properties as they come over the wire. `undefined`: absent or of another shape. */

/** XIDs, atoms or cardinals of 32 bits. */
export function readWords(property: Property | undefined): readonly number[] | undefined {
  if (property === undefined || property.type === 0 || property.format !== 32) return undefined
  const words: number[] = []
  for (let offset = 0; offset + 4 <= property.data.length; offset += 4) words.push(property.data.readUInt32LE(offset))
  return words
}

export function readWord(property: Property | undefined): number | undefined {
  return readWords(property)?.[0]
}

/** Text of the types UTF8_STRING and STRING (Latin-1); other encodings (COMPOUND_TEXT) are not read. */
export function readText(property: Property | undefined, utf8: number, latin1: number): string | undefined {
  if (property === undefined || property.format !== 8) return undefined
  if (property.type !== utf8 && property.type !== latin1) return undefined
  const text = property.data.toString(property.type === utf8 ? 'utf8' : 'latin1')
  // Some clients count the terminating zero as text.
  return text.replace(/\0+$/, '')
}

/** WM_CLASS holds instance and class, each ended by a zero. */
export function readClass(
  property: Property | undefined,
): { readonly instance: string; readonly class: string } | undefined {
  if (property === undefined || property.type === 0 || property.format !== 8) return undefined
  const [instance = '', name = ''] = property.data.toString('latin1').split('\0')
  return name === '' && instance === '' ? undefined : { instance, class: name || instance }
}

export interface Extents {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** `_GTK_FRAME_EXTENTS`: the part of the window around its visible frame that holds only shadow. */
export function readExtents(property: Property | undefined): Extents | undefined {
  const [left, right, top, bottom] = readWords(property) ?? []
  if (left === undefined || right === undefined || top === undefined || bottom === undefined) return undefined
  return { left, right, top, bottom }
}
