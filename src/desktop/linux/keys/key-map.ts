import { characterOfKeysym, type Keysym, NO_SYMBOL } from './keysyms.ts'
import { isEmptyRow, isSteadyRow } from './spare-row.ts'
import type { KeyMapReply, KeyRow } from './xkb-wire.ts'

export const SHIFT = 1

/** A key that makes what is wanted, with or without Shift. */
export interface Stroke {
  readonly code: number
  readonly shift: boolean
}

/** Maps that decide what a press of the agent's keyboard means. */
export interface Maps {
  /** The person's: apps look the codes up in it. */
  readonly person: KeyMapReply
  /** The agent's own: the server takes from it which modifiers are down, and acts on some symbols itself. */
  readonly agent: KeyMapReply
  /** Of the devices below the person's keyboard. */
  readonly devices: readonly KeyMapReply[]
  /** Codes that hold something of our own at this moment: no part of the layout. */
  readonly borrowed: ReadonlySet<number>
}

/** What can be made without any change. Of the person's groups only the first: it is the one that the agent is in. */
export interface KeyMap {
  readonly codes: KeyMapReply['codes']
  /** Codes with nothing on them on any of the person's keyboards, highest first: the low ones are on some real keyboards. */
  readonly spare: readonly number[]
  /** The row of the person's keyboard as it was read. */
  row(code: number): KeyRow
  strokeOf(keysym: Keysym): Stroke | undefined
  strokeOfCharacter(character: string): Stroke | undefined
  /** A key that apps know as this modifier and that sets it on the agent's keyboard. */
  modifier(keysym: Keysym): number | undefined
  /** The bits of the state that a key of the agent's keyboard sets; 0 for one that is no modifier. */
  modifierBits(code: number): number
  /** What the app makes of a code now. */
  meaning(stroke: Stroke): Keysym
  /** What the server itself would do on this key with these modifiers: switch consoles, end itself. */
  serverActs(code: number, modifiers: number): boolean
}

export function readKeyMap({ person, agent, devices, borrowed }: Maps): KeyMap {
  const bySymbol = new Map<Keysym, Stroke>()
  const byCharacter = new Map<string, Stroke>()
  const codes = person.rows.map((_, index) => person.first + index)
  // Also by another agent: such a row may become something else at any moment.
  const isBorrowed = (code: number) => borrowed.has(code) || isSteadyRow(rowOf(person, code))
  for (const shift of [false, true]) {
    for (const code of codes) {
      const keysym = symbolOf(person, code, shift ? SHIFT : 0)
      if (keysym === NO_SYMBOL || !isPlain(agent, code, shift ? SHIFT : 0) || isBorrowed(code)) continue
      const stroke = { code, shift }
      if (!bySymbol.has(keysym)) bySymbol.set(keysym, stroke)
      const character = characterOfKeysym(keysym)
      if (character !== undefined && !byCharacter.has(character)) byCharacter.set(character, stroke)
    }
  }
  const maps = [person, ...devices]
  const isSpare = (code: number) =>
    code > person.codes.lowest && maps.every((map) => map.rows.length === 0 || isEmptyRow(rowOf(map, code)))
  return {
    codes: person.codes,
    spare: codes.filter((code) => isSpare(code) && isPlain(agent, code, 0)).reverse(),
    row: (code) => rowOf(person, code),
    strokeOf: (keysym) => bySymbol.get(keysym),
    strokeOfCharacter: (character) => byCharacter.get(character),
    modifier: (keysym) =>
      codes.find((code) => {
        const bits = agent.modifiers.get(code) ?? 0
        return symbolOf(person, code, 0) === keysym && bits !== 0 && person.modifiers.get(code) === bits
      }),
    modifierBits: (code) => agent.modifiers.get(code) ?? 0,
    meaning: ({ code, shift }) => symbolOf(person, code, shift ? SHIFT : 0),
    serverActs: (code, modifiers) => isServerAction(symbolOf(agent, code, modifiers)),
  }
}

/** Nothing but the code comes of it: the agent's keyboard neither changes its state nor makes the server do something. */
function isPlain(agent: KeyMapReply, code: number, modifiers: number): boolean {
  if (agent.modifiers.has(code)) return false
  const keysym = symbolOf(agent, code, modifiers)
  return !isServerAction(keysym) && !isModifierSymbol(keysym)
}

/** The symbol of the first group at the level that these modifiers choose. */
function symbolOf(map: KeyMapReply, code: number, modifiers: number): Keysym {
  const row = rowOf(map, code)
  if ((row.groups & 0x0f) === 0) return NO_SYMBOL
  const type = map.types[row.types[0] ?? 0]
  const on = modifiers & (type?.mask ?? 0)
  const level = type?.entries.find(({ mask }) => mask === on)?.level ?? 0
  return (level < row.width ? row.symbols[level] : undefined) ?? NO_SYMBOL
}

const EMPTY: KeyRow = { types: [0, 0, 0, 0], groups: 0, width: 0, symbols: [] }

function rowOf(map: KeyMapReply, code: number): KeyRow {
  return map.rows[code - map.first] ?? EMPTY
}

/** Shift, Lock, levels and groups of ISO, Mode_switch, Num_Lock. */
function isModifierSymbol(keysym: Keysym): boolean {
  return (
    (keysym >= 0xff_e1 && keysym <= 0xff_ee) ||
    (keysym >= 0xfe_01 && keysym <= 0xfe_13) ||
    keysym === 0xff_7e ||
    keysym === 0xff_7f
  )
}

/** Other screens, end of the server, keys that move the pointer or set its options; consoles, video modes, grabs. */
function isServerAction(keysym: Keysym): boolean {
  return (
    (keysym >= 0xfe_d0 && keysym <= 0xfe_d5) ||
    (keysym >= 0xfe_70 && keysym <= 0xfe_7a) ||
    (keysym >= 0xfe_e0 && keysym <= 0xfe_fa) ||
    (keysym >= 0x10_08_fe_01 && keysym <= 0x10_08_fe_23)
  )
}
