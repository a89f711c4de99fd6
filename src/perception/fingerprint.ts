/** What must still hold of an accessible for an id to mean it. Pure. */
import { createHash } from 'node:crypto'
import type { AccessibleRecord } from '../desktop/port.ts'
import type { SnapshotNode } from './model.ts'
import { isPassword, LABELLED, ROW } from './roles.ts'
import { rowText } from './row-text.ts'

/**
 * Texts are kept as hashes, so that the table on disk holds none. A field that is absent was not captured and is not
 * compared. Of a password entry there is nothing but its role.
 */
export interface Fingerprint {
  readonly role: string
  readonly identifier?: string
  /** Of roles whose name is a label and not content. */
  readonly label?: string
  /** Of rows, cells, list and tree items, whose widgets are recycled: what they say … */
  readonly text?: string
  /** … and which row they are. */
  readonly row?: number
}

export function fingerprintOf(node: SnapshotNode): Fingerprint {
  const { record, details, secret } = node
  const { role } = record
  if (secret || isPassword(role)) return { role }
  const identifier = details.identifier
  if (ROW.has(role)) {
    const text = rowText(node)
    const row = details.row ?? (record.indexInParent >= 0 ? record.indexInParent : undefined)
    return {
      role,
      ...(identifier && { identifier: digest(record.handle, identifier) }),
      text: text === undefined ? UNREAD : digest(record.handle, text),
      ...(row !== undefined && { row }),
    }
  }
  return {
    role,
    ...(identifier && { identifier: digest(record.handle, identifier) }),
    ...(LABELLED.has(role) && { label: digest(record.handle, record.name) }),
  }
}

/**
 * What a record alone tells of an accessible's identity, to compare two reads of the same handle. Holds its label:
 * keep it in memory only.
 */
export function fingerprint(record: AccessibleRecord): string {
  const { role, name, indexInParent } = record
  if (isPassword(role)) return role
  if (ROW.has(role)) return JSON.stringify([role, name, indexInParent])
  return JSON.stringify(LABELLED.has(role) ? [role, name] : [role])
}

/** The first field that both captured and that differs, in words for the reader; undefined where there is none. */
export function difference(then: Fingerprint, now: Fingerprint): string | undefined {
  if (then.role !== now.role) return `it was a ${then.role} and is now a ${now.role}`
  if (differ(then.identifier, now.identifier)) return 'its accessible id has changed'
  if (differ(then.label, now.label)) return 'its label has changed'
  if (then.text === UNREAD || now.text === UNREAD) return 'not all of the row could be read'
  if (differ(then.text, now.text)) return 'the row now shows other content'
  if (differ(then.row, now.row)) return `it was row ${then.row} and is now row ${now.row}`
  return undefined
}

/** Stands for content that no other equals. */
const UNREAD = 'unread'

function differ<T>(then: T | undefined, now: T | undefined): boolean {
  return then !== undefined && now !== undefined && then !== now
}

/** The handle goes in as well, so that equal labels do not show as equal hashes. */
function digest(handle: string, text: string): string {
  return createHash('sha256').update(handle).update('\0').update(text).digest('base64url').slice(0, 16)
}
