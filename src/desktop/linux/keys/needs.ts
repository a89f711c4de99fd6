import type { KeyMap, Stroke } from './key-map.ts'
import { casesOf, characterOfKeysym, type Keysym, keysymOfCharacter, keysymOfName } from './keysyms.ts'
import { likeAKey, type SpareContent, steady } from './spare-row.ts'
import type { Step } from './steps.ts'

/** What it takes to make something: a key that the layout has, or a spare code and what to put on it. */
export type Need =
  | { readonly stroke: Stroke; readonly keysym: Keysym }
  | { readonly content: SpareContent; readonly shift: boolean }

const RETURN = 0xff0d
const TAB = 0xff09

export function needOfStep({ character, as }: Step, map: KeyMap, steadily: boolean): Need {
  if (as === 'number') return needOfKey(keysymOfCharacter(character), map, steadily)
  const need = needOfCharacter(character, map, steadily)
  const isShifted = 'stroke' in need && need.stroke.shift
  return as === 'digit' && isShifted ? needOfCharacter(character, map, true) : need
}

/**
 * @param steadily Nothing may depend on modifiers: neither Shift of our own nor the person's may matter. Return stays what it
 *   is with any of them.
 */
export function needOfCharacter(character: string, map: KeyMap, steadily: boolean): Need {
  const keysym = character === '\n' ? RETURN : character === '\t' ? TAB : keysymOfCharacter(character)
  const known = map.strokeOf(keysym) ?? map.strokeOfCharacter(character)
  const isSteady = keysym === RETURN || !steadily
  if (known === undefined || !isSteady) return { content: steady(keysym), shift: false }
  return { stroke: known, keysym: map.meaning(known) }
}

/** As part of a chord: a shifted symbol holds Shift, as it would on a keyboard. */
export function needOfKey(keysym: Keysym, map: KeyMap, steadily: boolean): Need {
  const character = characterOfKeysym(keysym)
  const known = map.strokeOf(keysym) ?? (character === undefined ? undefined : map.strokeOfCharacter(character))
  if (known !== undefined && !(steadily && character !== undefined)) return { stroke: known, keysym }
  const [lower, upper] = casesOf(keysym)
  const isCapital = lower !== upper && character !== undefined && keysymOfCharacter(character) === upper
  return { content: likeAKey(lower), shift: isCapital }
}

/** Modifiers by either of their two keys. */
export function modifierCode(name: string, map: KeyMap): number | undefined {
  const other = name.endsWith('_L') ? name.replace(/_L$/, '_R') : name.replace(/_R$/, '_L')
  for (const candidate of [name, other]) {
    const keysym = keysymOfName(candidate)
    const code = keysym === undefined ? undefined : map.modifier(keysym)
    if (code !== undefined) return code
  }
  return undefined
}
