/** Proves that an id still means the very accessible it was given for, just before it is acted on. */
import {
  type AccessibleRecord,
  type Budget,
  type Desktop,
  type DetailField,
  PortError,
  type TreeNode,
} from '../desktop/port.ts'
import { fieldsFor } from './fields.ts'
import { difference, type Fingerprint, fingerprintOf } from './fingerprint.ts'
import type { IdentityEntry } from './identity-files.ts'
import type { SnapshotNode } from './model.ts'
import { isPassword, ROW } from './roles.ts'
import { ROW_DEPTH, ROW_TEXT } from './row-text.ts'

export type Proof =
  | { readonly ok: true; readonly record: AccessibleRecord; readonly ancestors: readonly AccessibleRecord[] }
  /** `reason` is a clause: "its label has changed". */
  | { readonly ok: false; readonly reason: string }

/**
 * Alive, same process, same role, same fingerprint, still inside the accessible that bounded it. Nothing is searched
 * for: what does not hold is stale. An app that does not answer rejects as the port does.
 */
export async function proveIdentity(
  entry: IdentityEntry,
  desktop: Pick<Desktop, 'apps' | 'accessibility'>,
  budget: Budget,
): Promise<Proof> {
  const port = desktop.accessibility
  if (entry.process && !desktop.apps.isAlive(entry.process)) {
    return { ok: false, reason: `its process (${entry.process.pid}) has ended` }
  }
  try {
    const [records, ancestors] = await Promise.all([
      port.readRecords([entry.handle], budget),
      port.ancestors(entry.handle, budget),
    ])
    const record = records.get(entry.handle)
    if (!record || record.states.has('defunct')) return GONE
    const inside = entry.handle === entry.boundary || ancestors.some((above) => above.handle === entry.boundary)
    if (!inside) return { ok: false, reason: 'it is no longer inside the window in which it was seen' }
    if (record.role !== entry.fingerprint.role) {
      return { ok: false, reason: `it was a ${entry.fingerprint.role} and is now a ${record.role}` }
    }
    const now = await freshFingerprint(record, entry, desktop, budget)
    const changed = difference(entry.fingerprint, now)
    return changed === undefined ? { ok: true, record, ancestors } : { ok: false, reason: changed }
  } catch (error) {
    if (error instanceof PortError && error.code === 'gone') return GONE
    throw error
  }
}

const GONE: Proof = { ok: false, reason: 'it no longer exists' }

/** Reads again exactly what the fingerprint was made of. */
async function freshFingerprint(
  record: AccessibleRecord,
  entry: IdentityEntry,
  desktop: Pick<Desktop, 'accessibility'>,
  budget: Budget,
): Promise<Fingerprint> {
  const node = { record, details: {}, children: [], secret: isPassword(record.role), inView: true, cuts: [] }
  if (ROW.has(record.role)) return freshRow(record, desktop, budget)
  if (entry.fingerprint.identifier === undefined) return fingerprintOf(node)
  const { details, failed } = await desktop.accessibility.describe(
    { records: [record], fields: () => ['identifier'], textLimit: 0 },
    budget,
  )
  if (failed.has(record.handle)) throw new PortError('failed', 'the accessible id could not be read again')
  const { identifier } = details.get(record.handle) ?? {}
  // It had one: having none now is a change, not something unknown.
  return fingerprintOf({ ...node, details: { identifier: identifier ?? NONE } })
}

const NONE = '\0'

/** A row's content is in the accessibles below it. */
async function freshRow(
  record: AccessibleRecord,
  desktop: Pick<Desktop, 'accessibility'>,
  budget: Budget,
): Promise<Fingerprint> {
  const tree = await desktop.accessibility.readTree(
    { root: record.handle, maxNodes: ROW_NODES, maxDepth: ROW_DEPTH + 1 },
    budget,
  )
  const bare = bareNodes(tree.root, false)
  const secret = new Set(bare.filter((node) => node.secret).map((node) => node.record.handle))
  const { details } = await desktop.accessibility.describe(
    {
      records: bare.map((node) => node.record),
      fields: (one) =>
        fieldsFor(one, { secret: secret.has(one.handle), inert: false, mayBeTarget: false }).filter((field) =>
          OF_A_ROW.has(field),
        ),
      textLimit: ROW_TEXT,
    },
    budget,
  )
  const filled = (node: TreeNode): SnapshotNode => ({
    // The walk's own record may be older than the one that was just read.
    record: node.record.handle === record.handle ? record : node.record,
    details: details.get(node.record.handle) ?? {},
    children: node.children.map(filled),
    secret: secret.has(node.record.handle),
    inView: true,
    cuts: [],
  })
  return fingerprintOf(filled(tree.root))
}

const ROW_NODES = 500
const OF_A_ROW: ReadonlySet<DetailField> = new Set<DetailField>(['identifier', 'row', 'text'])

function bareNodes(node: TreeNode, inSecret: boolean): { record: AccessibleRecord; secret: boolean }[] {
  const secret = inSecret || isPassword(node.record.role)
  return [{ record: node.record, secret }, ...node.children.flatMap((child) => bareNodes(child, secret))]
}
