import x11 from 'x11'

/**
 * Numbers that X gives to what is on keys. A character of Latin-1 is its own number, any other is its code point plus
 * 0x01000000; beside these, old layouts use about 900 numbers from before Unicode, and keys that make no character have
 * names only.
 */
export type Keysym = number

export const NO_SYMBOL = 0

const UNICODE = 0x01_00_00_00
const HIGHEST = 0x10_ff_ff

interface Tables {
  readonly byName: ReadonlyMap<string, Keysym>
  readonly byLowerName: ReadonlyMap<string, Keysym>
  readonly names: ReadonlyMap<Keysym, string>
  /** Old numbers of characters. */
  readonly characters: ReadonlyMap<Keysym, string>
}

let tables: Tables | undefined

/** Made from keysymdef.h as npm `x11` carries it, at the first use. */
function load(): Tables {
  if (tables !== undefined) return tables
  const byName = new Map<string, Keysym>()
  const byLowerName = new Map<string, Keysym>()
  const names = new Map<Keysym, string>()
  const characters = new Map<Keysym, string>()
  for (const [prefixed, { code, description }] of Object.entries(x11.keySyms)) {
    const name = prefixed.replace(/^XK_/, '')
    byName.set(name, code)
    if (!names.has(code)) names.set(code, name)
    // Where names differ in case only (`a`, `A`), the lower one was meant by who writes it so.
    if (!byLowerName.has(name.toLowerCase()) || name === name.toLowerCase()) byLowerName.set(name.toLowerCase(), code)
    // Doubled parentheses mark numbers that stand for a character only roughly.
    const character = /^\((.)\) /su.exec(description ?? '')?.[1]
    if (character !== undefined && !characters.has(code)) characters.set(code, character)
  }
  tables = { byName, byLowerName, names, characters }
  return tables
}

/** @param character One code point that can be typed; see `isTypable`. */
export function keysymOfCharacter(character: string): Keysym {
  const point = character.codePointAt(0) ?? 0
  return point <= 0xff ? point : UNICODE + point
}

/** The character that a key with this symbol types; undefined for one that types none, the keypad included. */
export function characterOfKeysym(keysym: Keysym): string | undefined {
  if (keysym >= UNICODE && keysym <= UNICODE + HIGHEST) return printable(keysym - UNICODE)
  if (keysym <= 0xff) return printable(keysym)
  return load().characters.get(keysym)
}

function printable(point: number): string | undefined {
  const character = String.fromCodePoint(point)
  return isTypable(character) ? character : undefined
}

/** Control characters, halves of surrogate pairs and noncharacters have no key; every other code point can have one. */
export function isTypable(character: string): boolean {
  return !/[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u.test(character)
}

/** @param name As X writes it: `Return`, `Control_L`, `a`, `U1F600`; or the one character itself. */
export function keysymOfName(name: string): Keysym | undefined {
  const known = load().byName.get(name)
  if (known !== undefined) return known
  const point = /^U\+?([0-9A-Fa-f]{4,6})$/.exec(name)?.[1]
  const character = point === undefined ? name : codePoint(Number.parseInt(point, 16))
  return isOneCharacter(character) && isTypable(character) ? keysymOfCharacter(character) : undefined
}

/** As `keysymOfName`, whatever the case of the name. */
export function keysymOfLowerName(name: string): Keysym | undefined {
  return load().byLowerName.get(name.toLowerCase())
}

/** The name that X gives first, or `U` and the code point. Undefined symbols, of vendors for one, are given as numbers. */
export function nameOfKeysym(keysym: Keysym): string {
  const name = load().names.get(keysym)
  if (name !== undefined) return name
  if (keysym > UNICODE && keysym <= UNICODE + HIGHEST) {
    return `U${(keysym - UNICODE).toString(16).toUpperCase().padStart(4, '0')}`
  }
  return `0x${keysym.toString(16)}`
}

export function isOneCharacter(text: string): boolean {
  return text !== '' && text.length === String.fromCodePoint(text.codePointAt(0) ?? 0).length
}

function codePoint(point: number): string {
  return point <= HIGHEST ? String.fromCodePoint(point) : ''
}

/** Both cases of a letter; twice the same for what has none. As Shift and Caps Lock would choose between them. */
export function casesOf(keysym: Keysym): readonly [Keysym, Keysym] {
  const character = characterOfKeysym(keysym)
  if (character === undefined) return [keysym, keysym]
  const [lower, upper] = [character.toLowerCase(), character.toUpperCase()]
  if (!isOneCharacter(lower) || !isOneCharacter(upper)) return [keysym, keysym]
  return [keysymOfCharacter(lower), keysymOfCharacter(upper)]
}
