import { casesOf, type Keysym, NO_SYMBOL } from './keysyms.ts'
import type { KeyRow } from './xkb-wire.ts'

/** What a spare key code makes: without and with Shift or Caps Lock. */
export type SpareContent = readonly [plain: Keysym, shifted: Keysym]

/** Index of the type ALPHABETIC, fixed by the protocol. */
const ALPHABETIC = 2

/** The same whatever modifiers anybody holds: apps that look at the person's Shift and Caps Lock see no difference. */
export function steady(keysym: Keysym): SpareContent {
  return [keysym, keysym]
}

/** As a key of a keyboard would be, so that Shift with it is a shifted key to the app. */
export function likeAKey(keysym: Keysym): SpareContent {
  const [lower, upper] = casesOf(keysym)
  return keysym === lower ? [lower, upper] : steady(keysym)
}

export function isSame(one: SpareContent | undefined, other: SpareContent): boolean {
  return one !== undefined && one[0] === other[0] && one[1] === other[1]
}

/**
 * One group: an app that would take the person's group from it finds the same. ALPHABETIC and not ONE_LEVEL, because its
 * type consumes Caps Lock; of a type that does not, libxkbcommon makes the capital itself.
 */
export function spareRow([plain, shifted]: SpareContent): KeyRow {
  return { types: [ALPHABETIC, 0, 0, 0], groups: 1, width: 2, symbols: [plain, shifted] }
}

/** As `spareRow` makes it of `steady`; layouts have no such rows. */
export function isSteadyRow(row: KeyRow): boolean {
  const [plain = NO_SYMBOL] = row.symbols
  return plain !== NO_SYMBOL && holds(row, steady(plain))
}

export function isEmptyRow(row: KeyRow): boolean {
  return row.symbols.every((symbol) => symbol === NO_SYMBOL)
}

/** One of these is on the key, on at least one keyboard, and nothing else on any. */
export function isOurs(rows: readonly KeyRow[], contents: readonly SpareContent[]): boolean {
  const ours = rows.filter((row) => contents.some((content) => holds(row, content)))
  return ours.length > 0 && rows.every((row) => ours.includes(row) || isEmptyRow(row))
}

export function holds(row: KeyRow | undefined, content: SpareContent): boolean {
  return row !== undefined && isSameRow(row, spareRow(content))
}

export function isSameRow(one: KeyRow, other: KeyRow): boolean {
  const flat = ({ types, groups, width, symbols }: KeyRow) => [...types, groups, width, ...symbols].join()
  return flat(one) === flat(other)
}
