import type { AccessibleHandle, AccessibleRecord, Budget } from '../../port.ts'
import type { ChildList } from './graph.ts'
import { handleFromReference } from './handles.ts'
import type { Link } from './link.ts'
import { ACCESSIBLE, accessibleCall, propertyCall } from './record.ts'

/** A container that claims more children than this is never listed as a whole. */
const LIST_LIMIT = 10_000
/** Virtual containers make each child when it is asked for: listing them is what took 100 s on a spreadsheet. */
const VIRTUAL_LIMIT = 500

/**
 * The children of one accessible, from the app itself, in its order. Of a container too big to list the result is
 * empty and counts them all.
 * @param record what is known of it; undefined: nothing
 */
export async function listChildren(
  link: Link,
  handle: AccessibleHandle,
  record: AccessibleRecord | undefined,
  budget: Budget,
): Promise<ChildList> {
  const count = record === undefined ? 0 : await childCount(link, record, budget)
  const limit = record?.states.has('manages-descendants') ? VIRTUAL_LIMIT : LIST_LIMIT
  if (count > limit) return { handles: [], more: count, how: 'sampled' }
  const reply = await link.call(accessibleCall(handle, 'GetChildren'), budget)
  const [list] = reply.body
  const references = Array.isArray(list) ? (list as unknown[]) : []
  const handles = references.map(handleFromReference).filter((child) => child !== undefined)
  return { handles: [...new Set(handles)], more: 0, how: 'complete' }
}

async function childCount(link: Link, record: AccessibleRecord, budget: Budget): Promise<number> {
  if (record.childCount >= 0) return record.childCount
  const [count] = (await link.call(propertyCall(record.handle, ACCESSIBLE, 'ChildCount'), budget)).body
  return typeof count === 'number' ? count : 0
}
