import { createHash } from 'node:crypto'
import { z } from 'zod'

/** The place of a record in its chain: its number, counted from 1, and its hash as 64 hexadecimal digits. */
export interface Link {
  readonly seq: number
  readonly hash: string
}

/** What the first record of a chain follows. */
export const origin: Link = { seq: 0, hash: '0'.repeat(64) }

/** Content of a record. The chain adds `seq`, `time`, `prev` and `hash`. */
export interface Entry {
  readonly type: EntryType
  readonly [field: string]: unknown
}

/**
 * `opened`: a process begins to write. `intent`: an action is about to be delivered. `outcome`: what became of a call.
 * `continued`: the first record of a file that follows a full one. `recovered`: what was found wrong, and went on after.
 */
const entryTypes = ['opened', 'intent', 'outcome', 'continued', 'recovered'] as const
export type EntryType = (typeof entryTypes)[number]

const recordSchema = z.looseObject({
  seq: z.int().min(1),
  time: z.string(),
  type: z.enum(entryTypes),
  prev: z.string(),
  hash: z.string(),
})

export type AuditRecord = z.output<typeof recordSchema>

/**
 * The next line of a chain. Its hash is the SHA-256 of the line up to `,"hash":`, which holds the hash of the record
 * before, so that any tool can check a line as it stands, without agreeing on how JSON is written.
 */
export function seal(entry: Entry, after: Link, time: Date): { readonly line: string; readonly link: Link } {
  const seq = after.seq + 1
  const { type, ...fields } = entry
  const body = JSON.stringify({ seq, time: time.toISOString(), type, ...fields, prev: after.hash }).slice(0, -1)
  const hash = sha256(body)
  return { line: `${body},"hash":"${hash}"}\n`, link: { seq, hash } }
}

/** Why a line is no record: its content does not fit its hash, or it is something else altogether. */
export interface NoRecord {
  readonly problem: 'changed' | 'unreadable'
  /** The number that it claims. */
  readonly seq?: number
}

const ending = /^,"hash":"([0-9a-f]{64})"\}$/
const ENDING_BYTES = 75

/** @param line its bytes, without the line feed */
export function readLine(line: Buffer): AuditRecord | NoRecord {
  const at = Math.max(0, line.length - ENDING_BYTES)
  const hash = ending.exec(line.toString('latin1', at))
  const record = parse(line.toString('utf8'))
  if (hash === null || record === undefined) return { problem: 'unreadable' }
  if (sha256(line.subarray(0, at)) !== hash[1]) return { problem: 'changed', seq: record.seq }
  return record
}

export const isRecord = (read: AuditRecord | NoRecord): read is AuditRecord => !('problem' in read)

function parse(line: string): AuditRecord | undefined {
  try {
    return recordSchema.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}

export const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')
