import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type AuditRecord, isRecord, type Link, origin, readLine, sha256 } from './chain.ts'
import type { Torn } from './check.ts'
import { readHead } from './head.ts'
import { currentFile, filesOf, headFile, parseName } from './names.ts'

/** Where a chain goes on, and what was found there. */
export interface Tail {
  readonly link: Link
  /** Bytes of the current file. */
  readonly size: number
  /** Number of the full file that was finished last; 0 before the first. */
  readonly ordinal: number
  /** The current file does not end with a line feed. */
  readonly needsLineFeed: boolean
  readonly torn?: Torn
  /** In words, when the log is shorter than it was. */
  readonly missing?: string
}

/** Reads where the chain of a folder ends, whatever ended the process that wrote it last. */
export async function readTail(folder: string, chain: number): Promise<Tail> {
  const names = filesOf(chain, await readdir(folder))
  const head = await readHead(join(folder, headFile(chain)))
  const full = names.filter((name) => name !== currentFile(chain))
  const current = await readEnd(join(folder, currentFile(chain)))
  let last = current.last
  for (const name of full.toReversed()) last ??= (await readEnd(join(folder, name))).last
  const found: Link = last ?? origin
  const isShorter = head !== undefined && head.seq > found.seq
  const { rest, size } = current
  const endsWhole = rest.length === 0 || rest.at(-1) === LINE_FEED
  return {
    link: isShorter ? head : found,
    size,
    ordinal: Math.max(0, ...full.map((name) => parseName(name)?.ordinal ?? 0)),
    needsLineFeed: !endsWhole,
    // A line that was whole once is not torn but changed, and stays for `audit verify` to find.
    ...(!endsWhole && { torn: { offset: size - rest.length, bytes: rest.length, sha256: sha256(rest) } }),
    ...(isShorter && {
      missing: `it ended with record ${found.seq}, though record ${head.seq} had been on disk`,
    }),
  }
}

/** The number of the oldest record that is still there. */
export async function oldestKept(folder: string, names: readonly string[]): Promise<number | undefined> {
  for (const name of names) {
    const file = await open(join(folder, name), 'r')
    try {
      for await (const line of file.readLines()) {
        const read = readLine(Buffer.from(line))
        if (isRecord(read)) return read.seq
      }
    } finally {
      await file.close()
    }
  }
  return undefined
}

const LINE_FEED = 0x0a
const CHUNK = 65_536

interface End {
  readonly size: number
  readonly last?: AuditRecord
  /** What stands behind the last record. */
  readonly rest: Buffer
}

async function readEnd(path: string): Promise<End> {
  let file: Awaited<ReturnType<typeof open>>
  try {
    file = await open(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { size: 0, rest: Buffer.alloc(0) }
    throw error
  }
  try {
    const { size } = await file.stat()
    for (let length = CHUNK; ; length *= 4) {
      const from = Math.max(0, size - length)
      const bytes = Buffer.alloc(size - from)
      await file.read(bytes, 0, bytes.length, from)
      const end = lastRecord(bytes, from === 0)
      if (end.last !== undefined || from === 0) return { size, ...end }
    }
  } finally {
    await file.close()
  }
}

/** @param whole the bytes begin where the file does, so that their first line is a line */
function lastRecord(bytes: Buffer, whole: boolean): Pick<End, 'last' | 'rest'> {
  let end = bytes.lastIndexOf(LINE_FEED)
  while (end >= 0) {
    const before = end === 0 ? -1 : bytes.lastIndexOf(LINE_FEED, end - 1)
    if (before < 0 && !whole) break
    const last = readLine(bytes.subarray(before + 1, end))
    if (isRecord(last)) return { last, rest: bytes.subarray(end + 1) }
    end = before
  }
  return { rest: bytes }
}
