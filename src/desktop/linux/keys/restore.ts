import type { Connection } from '../x11/connection.ts'
import { rewriteRows } from './rewrite-rows.ts'
import { isOurs, type SpareContent } from './spare-row.ts'
import { openXkb, type Xkb } from './xkb.ts'
import type { KeyMapReply, KeyRange, KeyRow } from './xkb-wire.ts'

/** One key code that we put something on. */
export interface Debt {
  readonly code: number
  /** Its row before. */
  readonly was: KeyRow
  /** What may be on it: around a change both what was and what will be. */
  readonly ours: readonly SpareContent[]
}

/** All that a `Restorer` remembers. */
export interface KeyMapDebts {
  readonly bounds: KeyMapReply['codes']
  readonly debts: readonly Debt[]
}

export function packDebts(debts: KeyMapDebts): Uint8Array {
  return Buffer.from(JSON.stringify(debts))
}

/**
 * Gives back the key codes that the data of a `Restorer` names, on the person's keyboard and the devices below it.
 * @param connection One whose client pointer is the person's.
 * @returns the codes that were given back.
 */
export async function restoreKeyMap(connection: Connection, data: Uint8Array): Promise<readonly number[]> {
  const debts = JSON.parse(Buffer.from(data).toString('utf8')) as KeyMapDebts
  return payDebts(await openXkb(connection), debts)
}

/**
 * A code that holds something else by now, because the layout was changed since, belongs to whoever changed it and is left.
 */
export async function payDebts(
  xkb: Xkb,
  { bounds, debts }: KeyMapDebts,
  announce?: (ranges: readonly KeyRange[]) => void,
): Promise<readonly number[]> {
  const byCode = new Map(debts.map((debt) => [debt.code, debt]))
  const giveBack = (code: number, rows: readonly KeyRow[]) => {
    const debt = byCode.get(code)
    return debt !== undefined && isOurs(rows, debt.ours) ? debt.was : undefined
  }
  const replaced = await rewriteRows(xkb, bounds, [...byCode.keys()], giveBack, announce)
  return [...replaced.keys()]
}
