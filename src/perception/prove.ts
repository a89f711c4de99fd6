/** Proves that an id still means the very accessible it was given for, just before it is acted on. */
import {
  type AccessibleDetails,
  type AccessibleHandle,
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
  | { readonly ok: true; readonly record: AccessibleRecord }
  /** `reason` is a clause: "its label has changed". */
  | { readonly ok: false; readonly reason: string }

/**
 * Alive, same process, same role, same fingerprint, still inside the accessible that bounded it. Nothing is searched
 * for: what does not hold is stale. An app that does not answer rejects as the port does.
 *
 * All of it is asked at once: the answers belong to one moment, and a proof right before an action must be quick.
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
    const [records, lineage, fingerprintNow] = await Promise.all([
      port.readRecords([entry.handle], budget),
      port.lineage(entry.handle, budget),
      readAgain(entry, desktop, budget),
    ])
    const record = records.get(entry.handle)
    if (!record || record.states.has('defunct')) return GONE
    const inside = entry.handle === entry.boundary || lineage.includes(entry.boundary)
    if (!inside) return { ok: false, reason: 'it is no longer inside the window in which it was seen' }
    if (record.role !== entry.fingerprint.role) {
      return { ok: false, reason: `it was a ${entry.fingerprint.role} and is now a ${record.role}` }
    }
    const changed = difference(entry.fingerprint, fingerprintNow(record))
    return changed === undefined ? { ok: true, record } : { ok: false, reason: changed }
  } catch (error) {
    if (error instanceof PortError && error.code === 'gone') return GONE
    throw error
  }
}

const GONE: Proof = { ok: false, reason: 'it no longer exists' }

/** The fingerprint as it is now, given the record as it is now. */
type FingerprintNow = (record: AccessibleRecord) => Fingerprint

/** Reads again what, beside its record, the fingerprint was made of. */
async function readAgain(
  entry: IdentityEntry,
  desktop: Pick<Desktop, 'accessibility'>,
  budget: Budget,
): Promise<FingerprintNow> {
  if (ROW.has(entry.fingerprint.role)) return readRowAgain(entry.handle, desktop, budget)
  const nodeOf = (record: AccessibleRecord, details: AccessibleDetails): SnapshotNode => {
    return { record, details, children: [], secret: isPassword(record.role), inView: true, cuts: [] }
  }
  if (entry.fingerprint.identifier === undefined) return (record) => fingerprintOf(nodeOf(record, {}))
  const { details, failed } = await desktop.accessibility.describe(
    { records: [asCaptured(entry)], fields: () => ['identifier'], textLimit: 0 },
    budget,
  )
  return (record) => {
    if (failed.has(entry.handle)) throw new PortError('failed', 'the accessible id could not be read again')
    // It had one: having none now is a change, not something unknown.
    return fingerprintOf(nodeOf(record, { identifier: details.get(entry.handle)?.identifier ?? NONE }))
  }
}

const NONE = '\0'

/** As much of its record as is known without asking; enough to ask for the accessible id. */
function asCaptured({ handle, fingerprint }: IdentityEntry): AccessibleRecord {
  const states = { has: () => false, list: () => [] }
  const interfaces = new Set<string>()
  return {
    handle,
    role: fingerprint.role,
    name: '',
    description: '',
    states,
    interfaces,
    childCount: -1,
    indexInParent: -1,
  }
}

/** A row's content is in the accessibles below it. */
async function readRowAgain(
  handle: AccessibleHandle,
  desktop: Pick<Desktop, 'accessibility'>,
  budget: Budget,
): Promise<FingerprintNow> {
  const tree = await desktop.accessibility.readTree(
    { root: handle, maxNodes: ROW_NODES, maxDepth: ROW_DEPTH + 1 },
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
  const filled = (node: TreeNode, record: AccessibleRecord): SnapshotNode => ({
    record,
    details: details.get(record.handle) ?? {},
    children: node.children.map((child) => filled(child, child.record)),
    secret: secret.has(record.handle),
    inView: true,
    cuts: [],
  })
  // The walk's own record of the row may be older than the one that was just read.
  return (record) => fingerprintOf(filled(tree.root, record))
}

const ROW_NODES = 500
const OF_A_ROW: ReadonlySet<DetailField> = new Set<DetailField>(['identifier', 'row', 'text'])

function bareNodes(node: TreeNode, inSecret: boolean): { record: AccessibleRecord; secret: boolean }[] {
  const secret = inSecret || isPassword(node.record.role)
  return [{ record: node.record, secret }, ...node.children.flatMap((child) => bareNodes(child, secret))]
}
