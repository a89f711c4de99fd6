import { isTypable, keysymOfCharacter } from './keysyms.ts'

/** One thing to type. */
export interface Unit {
  readonly character: string
  /** Code points of the text that it stands for. */
  readonly length: number
}

/** One press of a key: all of a unit, or a part of entering it by its number. */
export interface Step {
  readonly character: string
  /** `number`: Control+Shift and the key; `digit`: a modifier, down or up, would end the entry. */
  readonly as: 'character' | 'number' | 'digit'
  /** Code points of the text that are done with it. */
  readonly length: number
  /** Before it typing may stop. */
  readonly isFirst: boolean
}

/** Line breaks of any kind are one press of Return each. `impossible`: characters that no key makes, each once. */
export function splitText(text: string): { readonly units: readonly Unit[]; readonly impossible: readonly string[] } {
  const units = Array.from(text.matchAll(/\r\n|./gsu), ([part]): Unit => {
    const isBreak = part === '\r\n' || part === '\r'
    return { character: isBreak ? '\n' : part, length: part.length === 2 && isBreak ? 2 : 1 }
  })
  const isPossible = ({ character }: Unit) => character === '\n' || character === '\t' || isTypable(character)
  const impossible = units.filter((unit) => !isPossible(unit)).map(({ character }) => character)
  return { units, impossible: [...new Set(impossible)] }
}

/** @param byNumber Characters that are entered as toolkits offer it: Control+Shift+U, hexadecimal digits, space. */
export function stepsOf(units: readonly Unit[], byNumber: (character: string) => boolean): readonly Step[] {
  return units.flatMap(({ character, length }): readonly Step[] => {
    if (!byNumber(character)) return [{ character, as: 'character', length, isFirst: true }]
    const number = character.codePointAt(0)?.toString(16) ?? ''
    const digits = [...number].map((digit) => ({ character: digit, as: 'digit', length: 0, isFirst: false }) as const)
    return [
      { character: 'u', as: 'number', length: 0, isFirst: true },
      ...digits,
      { character: ' ', as: 'digit', length, isFirst: false },
    ]
  })
}

const DEAD_KEYS = { first: 0xfe50, last: 0xfe93 }
const MULTI_KEY = 0xff20
const GREEK_DIALYTIKA_TONOS = 0x07ae

/**
 * GTK 3 looks for compose sequences with the lower 16 bits of a symbol, and so takes these characters for keys that begin one:
 * they vanish, with what follows them. Found by typing all of the Basic Multilingual Plane: these and no others.
 */
export function looksDead(character: string): boolean {
  const keysym = keysymOfCharacter(character)
  const lower = keysym & 0xffff
  const begins = lower === GREEK_DIALYTIKA_TONOS || lower === MULTI_KEY
  return keysym > 0xffff && (begins || (lower >= DEAD_KEYS.first && lower <= DEAD_KEYS.last))
}
