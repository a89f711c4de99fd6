/**
 * Requests and replies of the XKEYBOARD extension that surehand uses, as they go over the wire (XKBproto.h). Pure;
 * replies are given from their ninth byte on, events whole.
 */

/** One key's symbols as the server keeps them. Written back exactly as read, a row changes nothing. */
export interface KeyRow {
  /** Index of the key type of each group; four always. */
  readonly types: readonly number[]
  /** Number of groups in the low four bits, what to do with a group beyond them in the high ones. */
  readonly groups: number
  /** Levels of the widest group. */
  readonly width: number
  /** `width` symbols a group. */
  readonly symbols: readonly number[]
}

/** How modifiers choose a level. */
export interface KeyType {
  /** Modifiers that matter to it. */
  readonly mask: number
  readonly entries: readonly { readonly mask: number; readonly level: number }[]
}

export interface KeyMapReply {
  readonly codes: { readonly lowest: number; readonly highest: number }
  readonly types: readonly KeyType[]
  /** Code of `rows[0]`. */
  readonly first: number
  readonly rows: readonly KeyRow[]
  /** Modifiers that each key sets, by code; a key that sets none is absent. */
  readonly modifiers: ReadonlyMap<number, number>
}

export const REQUESTS = { use: 0, selectEvents: 1, getState: 4, latchLockState: 5, getMap: 8, setMap: 9 } as const

/** `UseCoreKbd`: the keyboard of the connection's client pointer, with, for changes, all devices below it. */
export const CLIENT_KEYBOARD = 0x100

const KEY_TYPES = 1
const KEY_SYMBOLS = 2
const MODIFIER_MAP = 4

const NEW_KEYBOARD = 0
const MAP = 1
const MAP_DETAILS = 0xff

/** Version 1.0 is all there is. */
export const useBody: Buffer = Buffer.from([1, 0, 0, 0])

/** Asks for the events that say that a device's map changed or was replaced. */
export function selectMapEventsBody(device: number): Buffer {
  const body = Buffer.alloc(12)
  body.writeUInt16LE(device, 0)
  body.writeUInt16LE((1 << NEW_KEYBOARD) | (1 << MAP), 2)
  body.writeUInt16LE(1 << NEW_KEYBOARD, 6)
  body.writeUInt16LE(MAP_DETAILS, 8)
  body.writeUInt16LE(MAP_DETAILS, 10)
  return body
}

/** Keys that follow one another. */
export interface KeyRange {
  readonly first: number
  readonly count: number
}

export interface MapEvent {
  readonly device: number
  /** Absent: the whole map may have changed. */
  readonly keys?: KeyRange
}

/** @returns undefined for another event of the extension. */
export function parseMapEvent(event: Buffer): MapEvent | undefined {
  const device = event.readUInt8(8)
  if (event.readUInt8(1) === NEW_KEYBOARD) return { device }
  if (event.readUInt8(1) !== MAP) return undefined
  const onlySymbols = event.readUInt16LE(10) === KEY_SYMBOLS
  return onlySymbols ? { device, keys: { first: event.readUInt8(16), count: event.readUInt8(17) } } : { device }
}

/** Types, symbols and modifiers of all keys; of the given keys, only their symbols. */
export function getMapBody(device: number, keys?: KeyRange): Buffer {
  const body = Buffer.alloc(24)
  body.writeUInt16LE(device, 0)
  if (keys === undefined) {
    body.writeUInt16LE(KEY_TYPES | KEY_SYMBOLS | MODIFIER_MAP, 2)
  } else {
    body.writeUInt16LE(KEY_SYMBOLS, 4)
    body.writeUInt8(keys.first, 8)
    body.writeUInt8(keys.count, 9)
  }
  return body
}

export function parseMap(reply: Buffer): KeyMapReply {
  const codes = { lowest: reply.readUInt8(2), highest: reply.readUInt8(3) }
  const present = reply.readUInt16LE(4)
  const counts = { types: reply.readUInt8(7), rows: reply.readUInt8(12), modifiers: reply.readUInt8(25) }
  const first = reply.readUInt8(9)
  const reader = { reply, offset: 32 }
  const types = present & KEY_TYPES ? repeat(counts.types, () => readType(reader)) : []
  const rows = present & KEY_SYMBOLS ? repeat(counts.rows, () => readRow(reader)) : []
  // What would stand between the symbols and the modifiers is not asked for.
  const pairs = present & MODIFIER_MAP ? repeat(counts.modifiers, () => readPair(reader)) : []
  return { codes, types, first, rows, modifiers: new Map(pairs) }
}

/** Replaces the symbols of keys that follow one another. */
export function setMapBody(
  device: number,
  codes: KeyMapReply['codes'],
  first: number,
  rows: readonly KeyRow[],
): Buffer {
  const head = Buffer.alloc(32)
  head.writeUInt16LE(device, 0)
  head.writeUInt16LE(KEY_SYMBOLS, 2)
  head.writeUInt8(codes.lowest, 6)
  head.writeUInt8(codes.highest, 7)
  head.writeUInt8(first, 10)
  head.writeUInt8(rows.length, 11)
  head.writeUInt16LE(
    rows.reduce((total, row) => total + row.symbols.length, 0),
    12,
  )
  return Buffer.concat([head, ...rows.map(writeRow)])
}

/** Modifiers and group that a keyboard applies at this moment. */
export interface KeyState {
  readonly modifiers: number
  /** Of them, those that stay when all keys are up. */
  readonly locked: number
  readonly group: number
}

export function getStateBody(device: number): Buffer {
  const body = Buffer.alloc(4)
  body.writeUInt16LE(device, 0)
  return body
}

export function parseState(reply: Buffer): KeyState {
  return { modifiers: reply.readUInt8(0), locked: reply.readUInt8(3), group: reply.readUInt8(4) }
}

export function clearLocksBody(): Buffer {
  const body = Buffer.alloc(12)
  body.writeUInt16LE(CLIENT_KEYBOARD, 0)
  const [affected, locked, lockGroup, group] = [0xff, 0, 1, 0]
  body.set([affected, locked, lockGroup, group], 2)
  return body
}

interface Reader {
  readonly reply: Buffer
  offset: number
}

function readType(reader: Reader): KeyType {
  const { reply, offset } = reader
  const [mask, entryCount, hasPreserve] = [
    reply.readUInt8(offset),
    reply.readUInt8(offset + 5),
    reply.readUInt8(offset + 6),
  ]
  const entries = repeat(entryCount, (index) => {
    const at = offset + 8 + index * 8
    return { active: reply.readUInt8(at) !== 0, mask: reply.readUInt8(at + 1), level: reply.readUInt8(at + 2) }
  })
  reader.offset = offset + 8 + entryCount * (hasPreserve ? 12 : 8)
  return { mask, entries: entries.filter(({ active }) => active).map(({ mask, level }) => ({ mask, level })) }
}

function readRow(reader: Reader): KeyRow {
  const { reply, offset } = reader
  const count = reply.readUInt16LE(offset + 6)
  reader.offset = offset + 8 + count * 4
  return {
    types: [...reply.subarray(offset, offset + 4)],
    groups: reply.readUInt8(offset + 4),
    width: reply.readUInt8(offset + 5),
    symbols: repeat(count, (index) => reply.readUInt32LE(offset + 8 + index * 4)),
  }
}

function readPair(reader: Reader): readonly [number, number] {
  const { reply, offset } = reader
  reader.offset += 2
  return [reply.readUInt8(offset), reply.readUInt8(offset + 1)]
}

function writeRow(row: KeyRow): Buffer {
  const buffer = Buffer.alloc(8 + row.symbols.length * 4)
  buffer.set(row.types.slice(0, 4), 0)
  buffer.writeUInt8(row.groups, 4)
  buffer.writeUInt8(row.width, 5)
  buffer.writeUInt16LE(row.symbols.length, 6)
  row.symbols.forEach((symbol, index) => {
    buffer.writeUInt32LE(symbol, 8 + index * 4)
  })
  return buffer
}

function repeat<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}
