import type { AccessibleHandle, AccessibleRecord, Budget, RecordRead } from '../../port.ts'
import { readWholeLineage } from './foreign-pane.ts'
import type { ParentMemory } from './lineage.ts'
import type { Link } from './link.ts'
import { pool } from './pool.ts'
import { readRecord } from './record.ts'

/** Accessibles read at a time; each is a burst of eight calls. */
const WIDTH = 4

/** The accessibles of a lineage. One that has gone meanwhile ends it. */
export async function readAncestors(
  link: Link,
  memory: ParentMemory,
  handle: AccessibleHandle,
  budget: Budget,
): Promise<readonly AccessibleRecord[]> {
  const lineage = await readWholeLineage(link, memory, handle, budget)
  const records = await readRecords(link, lineage, budget)
  const ancestors = lineage.map((each) => records.get(each))
  const end = ancestors.indexOf(undefined)
  return ancestors.slice(0, end < 0 ? ancestors.length : end).filter((record) => record !== undefined)
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
