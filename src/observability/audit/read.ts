import { join } from 'node:path'
import { type AuditRecord, isRecord, readLine } from './chain.ts'
import { linesOf } from './lines.ts'
import { parseName } from './names.ts'
import { namesIn } from './verify.ts'

/** The files of all chains of a folder. */
export async function logFiles(folder: string): Promise<readonly string[]> {
  const names = await namesIn(folder)
  return names.filter((name) => parseName(name) !== undefined).map((name) => join(folder, name))
}

/** The last records that fit, of all files together, in the order in which they were written. What is no record is left out. */
export async function lastRecords(
  files: readonly string[],
  most: number,
  fits: (record: AuditRecord) => boolean,
): Promise<readonly AuditRecord[]> {
  let kept: AuditRecord[] = []
  for (const file of files) {
    for await (const { bytes } of linesOf(file)) {
      const record = readLine(bytes)
      if (!isRecord(record) || !fits(record)) continue
      kept.push(record)
      if (kept.length > 2 * most + 1_000) kept = newest(kept, most)
    }
  }
  return newest(kept, most)
}

/** One chain may have several records of one millisecond. */
const newest = (records: AuditRecord[], most: number): AuditRecord[] =>
  records.sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : a.seq - b.seq)).slice(-most)
