import { expect, test } from 'vitest'
import { readKeyMap } from './key-map.ts'
import { modifierCode, needOfCharacter, needOfKey } from './needs.ts'
import type { KeyMapReply, KeyRow, KeyType } from './xkb-wire.ts'

const [SHIFT, LOCK, CONTROL] = [1, 2, 4]
const oneLevel: KeyType = { mask: 0, entries: [] }
const twoLevel: KeyType = { mask: SHIFT, entries: [{ mask: SHIFT, level: 1 }] }
const alphabetic: KeyType = {
  mask: SHIFT | LOCK,
  entries: [
    { mask: SHIFT, level: 1 },
    { mask: LOCK, level: 1 },
  ],
}
const console_: KeyType = { mask: CONTROL, entries: [{ mask: CONTROL, level: 1 }] }

const empty: KeyRow = { types: [0, 0, 0, 0], groups: 0, width: 0, symbols: [] }
const row = (type: number, ...symbols: number[]): KeyRow => ({
  types: [type, 0, 0, 0],
  groups: 1,
  width: symbols.length,
  symbols,
})

function map(keys: Record<number, KeyRow>, modifiers: Record<number, number> = {}): KeyMapReply {
  return {
    codes: { lowest: 8, highest: 20 },
    types: [oneLevel, twoLevel, alphabetic, console_],
    first: 8,
    rows: Array.from({ length: 13 }, (_, index) => keys[8 + index] ?? empty),
    modifiers: new Map(Object.entries(modifiers).map(([code, bits]) => [Number(code), bits])),
  }
}

const [SHIFT_L, CONTROL_L, CAPS, RETURN] = [0xffe1, 0xffe3, 0xffe5, 0xff0d]
const person = map(
  { 9: row(2, 0x61, 0x41), 10: row(1, 0x31, 0x21), 11: row(0, SHIFT_L), 12: row(0, CONTROL_L), 13: row(0, RETURN) },
  { 11: SHIFT, 12: CONTROL },
)
const agent = map({ 11: row(0, SHIFT_L), 12: row(0, CONTROL_L) }, { 11: SHIFT, 12: CONTROL })
const none: ReadonlySet<number> = new Set()
const ordinary = readKeyMap({ person, agent, devices: [], borrowed: none })

test('a symbol is found where it is, with Shift where it takes it', () => {
  expect(ordinary.strokeOfCharacter('a')).toEqual({ code: 9, shift: false })
  expect(ordinary.strokeOfCharacter('A')).toEqual({ code: 9, shift: true })
  expect(ordinary.strokeOfCharacter('!')).toEqual({ code: 10, shift: true })
  expect(ordinary.strokeOf(RETURN)).toEqual({ code: 13, shift: false })
  expect(ordinary.strokeOfCharacter('é')).toBeUndefined()
})

test('spare is what is empty on all keyboards, but for the lowest code', () => {
  expect(ordinary.spare).toEqual([20, 19, 18, 17, 16, 15, 14])
  const other = map({ 20: row(0, 0x62) })
  expect(readKeyMap({ person, agent, devices: [other], borrowed: none }).spare).toEqual([19, 18, 17, 16, 15, 14])
})

test('the numbers of old layouts are read as the characters they are', () => {
  const russian = map({ 9: row(2, 0x6c1, 0x6e1) })
  expect(readKeyMap({ person: russian, agent, devices: [], borrowed: none }).strokeOfCharacter('А')).toEqual({
    code: 9,
    shift: true,
  })
})

test('a key that would lock or shift on the agent keyboard is not pressed for a character', () => {
  const capsAsA = map({ 9: row(0, 0x61), 10: row(0, 0x61) })
  const withCaps = map({ 9: row(0, CAPS) }, { 9: LOCK })
  expect(
    readKeyMap({ person: capsAsA, agent: withCaps, devices: [], borrowed: none }).strokeOfCharacter('a')?.code,
  ).toBe(10)
})

test('what has been put on spare codes, by us or by another agent, is no part of the layout', () => {
  const keys = map({ 9: row(2, 0x61, 0x41), 18: row(2, 0x62, 0x42), 19: row(2, 0x63, 0x63) })
  const reading = readKeyMap({ person: keys, agent, devices: [], borrowed: new Set([18]) })
  expect(['a', 'b', 'c'].map((character) => reading.strokeOfCharacter(character)?.code)).toEqual([
    9,
    undefined,
    undefined,
  ])
})

test('a modifier is a key that is one to the app and sets the same on the agent keyboard', () => {
  expect(modifierCode('Control_L', ordinary)).toBe(12)
  // Swapped for the person; the right one still is what it says.
  const swapped = map({ 12: row(0, CAPS), 14: row(0, 0xffe4) }, { 12: LOCK, 14: CONTROL })
  const plain = map({ 12: row(0, CONTROL_L), 14: row(0, 0xffe4) }, { 12: CONTROL, 14: CONTROL })
  expect(modifierCode('Control_L', readKeyMap({ person: swapped, agent: plain, devices: [], borrowed: none }))).toBe(14)
})

test('what the server would do itself is known beforehand', () => {
  const consoles = map({ 15: row(3, 0xffbe, 0x1008fe01) })
  const reading = readKeyMap({ person, agent: consoles, devices: [], borrowed: none })
  expect(reading.serverActs(15, CONTROL)).toBe(true)
  expect(reading.serverActs(15, 0)).toBe(false)
})

test('what nothing may depend on goes by spare codes, but for Return', () => {
  expect(needOfCharacter('a', ordinary, false)).toEqual({ stroke: { code: 9, shift: false }, keysym: 0x61 })
  expect(needOfCharacter('a', ordinary, true)).toEqual({ content: [0x61, 0x61], shift: false })
  expect(needOfCharacter('\n', ordinary, true)).toEqual({ stroke: { code: 13, shift: false }, keysym: RETURN })
  expect(needOfCharacter('é', ordinary, false)).toEqual({ content: [0xe9, 0xe9], shift: false })
})

test('in a chord a spare code is like a key of a keyboard: Shift shifts it', () => {
  const [ya, Ya] = [0x100044f, 0x100042f]
  expect(needOfKey(ya, ordinary, false)).toEqual({ content: [ya, Ya], shift: false })
  expect(needOfKey(Ya, ordinary, false)).toEqual({ content: [ya, Ya], shift: true })
  const oldYa = 0x6d1
  expect(needOfKey(oldYa, ordinary, false)).toEqual({ content: [ya, Ya], shift: false })
  expect(needOfKey(0x61, ordinary, true)).toEqual({ content: [0x61, 0x41], shift: false })
  expect(needOfKey(RETURN, ordinary, true)).toEqual({ stroke: { code: 13, shift: false }, keysym: RETURN })
})
