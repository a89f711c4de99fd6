import { PortError } from '../../port.ts'
import { findPersonKeyboards } from './person-keyboards.ts'
import { isSameRow } from './spare-row.ts'
import type { Xkb } from './xkb.ts'
import type { KeyMapReply, KeyRange, KeyRow } from './xkb-wire.ts'

const GRAB_SERVER = 36
const UNGRAB_SERVER = 37
const NOTHING = Buffer.alloc(0)

/**
 * Decides for one key, by its rows at this moment on the person's keyboard and on the devices below it; undefined leaves it.
 */
export type Replacement = (code: number, rows: readonly KeyRow[]) => KeyRow | undefined

/**
 * Replaces the symbols of some keys on the person's keyboard and all devices below it, and of nothing else. A request
 * changes keys that follow one another, and each costs every client of the server a new look at the map; so keys between
 * are written back as they are. That no one changes them meanwhile is seen to by holding the server for one round trip
 * (0.3 ms).
 * @param announce Told of the ranges that one request each will change, just before.
 * @returns rows as they were, of the keys that were replaced.
 */
export async function rewriteRows(
  xkb: Xkb,
  bounds: KeyMapReply['codes'],
  codes: readonly number[],
  replacement: Replacement,
  announce: (ranges: readonly KeyRange[]) => void = () => {},
): Promise<ReadonlyMap<number, KeyRow>> {
  const { connection } = xkb
  const [first, last] = [Math.min(...codes), Math.max(...codes)]
  if (codes.length === 0) return new Map()
  const { slaves } = await findPersonKeyboards(connection)
  const span = { first, count: last - first + 1 }
  const settled: Promise<unknown>[] = [connection.rawVoid({ major: GRAB_SERVER, minor: 0 }, NOTHING)]
  try {
    const [rows, ...below] = await Promise.all([
      xkb.readRows(span),
      // One that has just been unplugged, or has no keys after all, has nothing that could be overwritten.
      ...slaves.map((slave) => xkb.readRows(span, slave).catch(() => undefined)),
    ])
    if (rows.length !== span.count) {
      throw new PortError('failed', `asked for ${span.count} rows of the key map, the X server sent ${rows.length}`)
    }
    const next = new Map<number, KeyRow>()
    for (const code of codes) {
      const all = [rows, ...below].flatMap((some) => some?.[code - first] ?? [])
      const wanted = replacement(code, all)
      if (wanted !== undefined) next.set(code, wanted)
    }
    const agree = (code: number) => {
      const row = rows[code - first]
      return below.every((others) => others === undefined || isSameRowOf(row, others[code - first]))
    }
    const ranges = joinRanges([...next.keys()], agree)
    announce(ranges)
    for (const range of ranges) {
      const changed = Array.from({ length: range.count }, (_, index) => range.first + index)
      const written = changed.map((code) => next.get(code) ?? rows[code - first]) as readonly KeyRow[]
      settled.push(xkb.writeRows(bounds, range.first, written))
    }
    return new Map([...next.keys()].map((code) => [code, rows[code - first] as KeyRow]))
  } finally {
    settled.push(connection.rawVoid({ major: UNGRAB_SERVER, minor: 0 }, NOTHING))
    await Promise.all(settled)
  }
}

/**
 * The fewest ranges that hold all codes. A range may span a key that stays as it is only where all keyboards agree on that
 * key: the request gives all of them the same.
 */
export function joinRanges(codes: readonly number[], agree: (code: number) => boolean): readonly KeyRange[] {
  const ranges: { first: number; count: number }[] = []
  for (const code of codes.toSorted((a, b) => a - b)) {
    const range = ranges.at(-1)
    const end = range === undefined ? code : range.first + range.count
    const between = Array.from({ length: code - end }, (_, index) => end + index)
    if (range !== undefined && between.every(agree)) range.count = code - range.first + 1
    else ranges.push({ first: code, count: 1 })
  }
  return ranges
}

function isSameRowOf(one: KeyRow | undefined, other: KeyRow | undefined): boolean {
  return one === undefined ? other === undefined : other !== undefined && isSameRow(one, other)
}
