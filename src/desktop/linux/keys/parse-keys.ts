import { suggest } from '../../../suggest.ts'
import type { Key } from '../../port.ts'
import { FN, MODIFIERS, NAMED, WITH_FN } from './key-names.ts'
import {
  isOneCharacter,
  isTypable,
  keysymOfCharacter,
  keysymOfLowerName,
  keysymOfName,
  nameOfKeysym,
} from './keysyms.ts'

/** Characters that would be lost as the white space around a name. */
const WHITE: Readonly<Record<string, string>> = { ' ': 'space', '\t': 'tab', '\n': 'return', '\r\n': 'return' }

export type ParsedKeys = { readonly keys: readonly Key[] } | { readonly problem: string }

/**
 * Reads keys as xdotool writes them: `ctrl+shift+a`, `Return`, `page_up`, `+`, `ctrl++`, `é`. Modifiers come first, in any
 * case; the last part is a named key, a name of X (`KP_Enter`, `U20AC`), or one character, and a modifier may stand alone.
 * @returns X keysym names, modifiers first; or what is wrong, with what may have been meant.
 */
export function parseKeys(text: string): ParsedKeys {
  const parts = WHITE[text] === undefined ? split(text.trim()) : [WHITE[text]]
  const last = parts.at(-1) ?? ''
  if (parts.includes('')) {
    return { problem: `${quote(text)} lacks a key beside a "+"; write for example "ctrl+a", or "plus" for the key +` }
  }
  const modifiers: string[] = []
  let fn = false
  for (const part of parts.slice(0, -1)) {
    const modifier = modifierNamed(part)
    if (modifier === undefined && !isFn(part)) return { problem: unknownModifier(part, text) }
    if (modifier === undefined) fn = true
    else if (!modifiers.includes(modifier)) modifiers.push(modifier)
  }
  const key = keyNamed(last) ?? modifierNamed(last)
  if (key === undefined) return { problem: unknownKey(last, text) }
  const made = fn ? withFn(key) : key
  if (made === undefined) {
    return { problem: `fn makes no other key of ${quote(last)}; it goes with arrows, delete, return and f1 to f24` }
  }
  return { keys: [...modifiers, made].map((keysym) => ({ keysym })) }
}

/** A `+` at the end is the key itself. */
function split(text: string): readonly string[] {
  if (text === '+') return ['plus']
  const withPlus = text.endsWith('++') ? `${text.slice(0, -1)}plus` : text
  return withPlus.split('+').map((part) => part.trim())
}

function modifierNamed(part: string): string | undefined {
  const known: Readonly<Record<string, string>> = MODIFIERS
  const lower = part.toLowerCase()
  if (Object.hasOwn(known, lower)) return known[lower]
  return /^(Shift|Control|Alt|Meta|Super|Hyper)_[LR]$/.exec(part)?.[0]
}

function isFn(part: string): boolean {
  return (FN as readonly string[]).includes(part.toLowerCase())
}

function keyNamed(part: string): string | undefined {
  const lower = part.toLowerCase()
  if (isOneCharacter(part)) return isTypable(part) ? nameOfKeysym(keysymOfCharacter(part)) : undefined
  // X's own names are told by their case from the others': Delete is not delete.
  const keysym = part === lower ? undefined : keysymOfName(part)
  if (keysym !== undefined) return nameOfKeysym(keysym)
  if (Object.hasOwn(NAMED, lower)) return NAMED[lower]
  const named = keysymOfName(part) ?? keysymOfLowerName(part)
  return named === undefined ? undefined : nameOfKeysym(named)
}

function withFn(key: string): string | undefined {
  if (/^F\d+$/.test(key)) return key
  return Object.hasOwn(WITH_FN, key) ? WITH_FN[key] : undefined
}

function unknownModifier(part: string, text: string): string {
  const known = [...Object.keys(MODIFIERS), ...FN]
  const isKey = keyNamed(part) !== undefined
  const hint = isKey ? '; only modifiers may stand before the last "+", press other keys one after the other' : ''
  return `${quote(part)} in ${quote(text)} is not a modifier${hint || didYouMean(part, known) || `; known are ${known.join(', ')}`}`
}

function unknownKey(part: string, text: string): string {
  const joined = part.replaceAll('-', '+')
  const dashed = joined === part ? undefined : parseKeys(joined)
  if (dashed !== undefined && 'keys' in dashed) return `${quote(text)} is not a key; write ${quote(joined)}`
  const near = didYouMean(part, [...Object.keys(NAMED), ...Object.keys(MODIFIERS)])
  if (near !== '') return `${quote(part)} is not a key${near}`
  // Not repeated here: what was meant to be typed may be a secret.
  return `these ${part.length} characters are not a key; a key is one character, a name such as return, tab, escape, left, f5 or kp_enter, or an X keysym name. To type text use type_text`
}

function didYouMean(word: string, known: readonly string[]): string {
  const near = suggest(word, known)
  return near === undefined ? '' : `; did you mean ${quote(near)}?`
}

function quote(text: string): string {
  return JSON.stringify(text)
}
