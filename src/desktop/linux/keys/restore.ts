import type { Connection } from '../x11/connection.ts'
import { rewriteRows } from './rewrite-rows.ts'
import { holds, type SpareContent } from './spare-row.ts'
import { openXkb } from './xkb.ts'
import type { KeyMapReply, KeyRow } from './xkb-wire.ts'

/** One key code that we put something on. */
export interface Debt {
  readonly code: number
  /** Its row before. */
  readonly was: KeyRow
  /** What may be on it now: of a change that may not have been made yet, both what was and what will be. */
  readonly ours: readonly SpareContent[]
}

/** All that a `Restorer` remembers. */
export interface KeyMapDebts {
  readonly codes: KeyMapReply['codes']
  readonly debts: readonly Debt[]
}

export function packDebts(debts: KeyMapDebts): Uint8Array {
  return Buffer.from(JSON.stringify(debts))
}

/**
 * Gives back the key codes that the data names. A code that holds something else by now, because the layout was changed
 * since, belongs to whoever changed it and is left.
 * @param connection One whose client pointer is the person's.
 * @returns the codes that were given back.
 */
export async function restoreKeyMap(connection: Connection, data: Uint8Array): Promise<readonly number[]> {
  const { codes, debts } = JSON.parse(Buffer.from(data).toString('utf8')) as KeyMapDebts
  const byCode = new Map(debts.map((debt) => [debt.code, debt]))
  const xkb = await openXkb(connection)
  const { replaced } = await rewriteRows(xkb, { codes }, [...byCode.keys()], (code, row) => {
    const debt = byCode.get(code)
    return debt?.ours.some((content) => holds(row, content)) ? debt.was : undefined
  })
  return [...replaced.keys()]
}
