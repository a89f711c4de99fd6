import { type AccessibleHandle, type AccessibleRecord, type Budget, PortError, type RecordRead } from '../../port.ts'
import { busOf } from './handles.ts'
import type { Link } from './link.ts'
import { pool } from './pool.ts'
import { readRecord } from './record.ts'

const HOPS = 64
/** Accessibles read at a time; each is a burst of eight calls. */
const WIDTH = 4

/** Parents, nearest first, up to and including the application; the desktop above it belongs to another process. */
export async function readAncestors(
  link: Link,
  handle: AccessibleHandle,
  budget: Budget,
): Promise<readonly AccessibleRecord[]> {
  const start = await readRecord(link, handle, budget)
  if (start === undefined) throw new PortError('gone', 'the accessible whose parents were asked for is gone')
  const seen = new Set([handle])
  const ancestors: AccessibleRecord[] = []
  let parent = start.parent
  while (parent !== undefined && !seen.has(parent) && ancestors.length < HOPS) {
    if (busOf(parent) !== busOf(handle)) break
    seen.add(parent)
    const record = await readRecord(link, parent, budget)
    if (record === undefined) break
    ancestors.push(record)
    parent = record.parent
  }
  return ancestors
}

export async function readRecords(
  link: Link,
  handles: readonly AccessibleHandle[],
  budget: Budget,
): Promise<RecordRead> {
  const unique = [...new Set(handles)]
  const records = await pool(unique, WIDTH, (handle) => readRecord(link, handle, budget))
  return new Map(unique.map((handle, index) => [handle, records[index]]))
}
