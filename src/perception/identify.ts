/** Gives the lines of a snapshot their ids. */
import type { AccessibleHandle, Rect } from '../desktop/port.ts'
import { type ArrangedNode, arrange, skeletonOf } from './arrange.ts'
import { fingerprintOf } from './fingerprint.ts'
import type { IdentityEntry } from './identity-files.ts'
import type { IdentityTable } from './identity-table.ts'
import type { Geometry, Snapshot, SnapshotPart } from './model.ts'

/** A line of the outline. */
export interface IdentifiedNode extends Omit<ArrangedNode, 'children'> {
  readonly id: string
  readonly children: readonly IdentifiedNode[]
}

export interface IdentifiedSnapshot {
  readonly snapshot: Snapshot
  /** `s3` of the newest ids; ids of earlier generations in it are as good. */
  readonly generation: number
  readonly main?: IdentifiedNode
  readonly popups: readonly IdentifiedNode[]
  /** Ids by accessible; only what has a line has one. */
  readonly ids: ReadonlyMap<AccessibleHandle, string>
  /** In the order of the outline. */
  readonly nodes: ReadonlyMap<string, IdentifiedNode>
  /** The space in which boxes are shown and coordinates are taken. */
  readonly geometry?: Geometry
}

/** A snapshot with its lines, before they have ids. */
export interface ArrangedSnapshot {
  readonly snapshot: Snapshot
  /** Popups first, as they are given ids; the window last. */
  readonly parts: readonly { readonly part: SnapshotPart; readonly line: ArrangedNode }[]
  /** All of them. */
  readonly lines: readonly ArrangedNode[]
}

export function arrangeSnapshot(snapshot: Snapshot): ArrangedSnapshot {
  const lines: ArrangedNode[] = []
  const note = (node: ArrangedNode) => {
    lines.push(node)
    node.children.forEach(note)
  }
  const parts = [...snapshot.popups, ...(snapshot.main ? [snapshot.main] : [])].map((part) => {
    const whole = arrange(part.root, snapshot.textLimit)
    const line = snapshot.skeleton ? skeletonOf(whole) : whole
    note(line)
    return { part, line }
  })
  return { snapshot, parts, lines }
}

/**
 * Only what has a line takes an id. What is not in this snapshot keeps the id it had: whether that still holds is
 * proved when it is used. A snapshot without a picture leaves coordinates as the last picture of the window set them.
 */
export function identify(snapshot: Snapshot, table: IdentityTable, caller: string): IdentifiedSnapshot {
  const [seen] = identifyTogether([arrangeSnapshot(snapshot)], table, caller)
  if (seen === undefined) throw new Error('a snapshot was given ids and is lost')
  return seen
}

/** Snapshots of one look: what is new in any of them gets an id of the same generation. */
export function identifyTogether(
  looks: readonly ArrangedSnapshot[],
  table: IdentityTable,
  caller: string,
): readonly IdentifiedSnapshot[] {
  const entries: IdentityEntry[] = []
  const collect = (node: ArrangedNode, part: SnapshotPart, snapshot: Snapshot) => {
    entries.push(entryOf(node, part, snapshot))
    for (const child of node.children) collect(child, part, snapshot)
  }
  for (const { snapshot, parts } of looks) for (const { part, line } of parts) collect(line, part, snapshot)
  const { ids, generation } = table.assign(caller, entries)
  const given = ids[Symbol.iterator]()
  return looks.map((look) => withIds(look, given, generation, agreeOnGeometry(look.snapshot, table, caller)))
}

function withIds(
  { snapshot, parts }: ArrangedSnapshot,
  given: Iterator<string>,
  generation: number,
  geometry: Geometry | undefined,
): IdentifiedSnapshot {
  const identified = (node: ArrangedNode): IdentifiedNode => {
    const { value: id, done } = given.next()
    if (done) throw new Error('the table gave fewer ids than there are lines')
    return { ...node, id, children: node.children.map(identified) }
  }
  const roots = parts.map(({ line }) => identified(line))
  const main = snapshot.main ? roots.at(-1) : undefined
  const popups = main ? roots.slice(0, -1) : roots
  const ids = new Map<AccessibleHandle, string>()
  const nodes = new Map<string, IdentifiedNode>()
  const register = (line: IdentifiedNode) => {
    ids.set(line.source.record.handle, line.id)
    nodes.set(line.id, line)
    line.children.forEach(register)
  }
  for (const root of [...(main ? [main] : []), ...popups]) register(root)
  return { snapshot, generation, ...(main && { main }), popups, ids, nodes, ...(geometry && { geometry }) }
}

function entryOf(node: ArrangedNode, part: SnapshotPart, snapshot: Snapshot): IdentityEntry {
  const { app, window } = snapshot
  const process = window.process ?? app.process
  return {
    handle: node.source.record.handle,
    fingerprint: fingerprintOf(node.source),
    boundary: part.boundary,
    window: part.window.handle,
    seenIn: window.handle,
    ...(app.root !== undefined && { app: app.root }),
    ...(process && { process }),
    merged: node.merged,
  }
}

const isSameSize = (a: Rect, b: Rect): boolean => a.width === b.width && a.height === b.height

/** The last picture's scale holds on until there is another, as long as the window has the size that it had then. */
function agreeOnGeometry(snapshot: Snapshot, table: IdentityTable, caller: string): Geometry | undefined {
  const { geometry, window, app, overlays } = snapshot
  if (!geometry) return undefined
  const last = snapshot.picture ? undefined : table.lastPicture(caller, app)
  const before = last?.window === window.handle ? last.geometry : undefined
  const { frame, view, windowScale } = geometry
  const isAlike = before !== undefined && isSameSize(before.frame, frame) && isSameSize(before.view, view)
  const agreed = isAlike ? { ...before, frame, view, windowScale } : geometry
  const popups = overlays.flatMap((popup) => (popup.frame ? [{ window: popup.handle, frame: popup.frame }] : []))
  table.setPicture(caller, app, { window: window.handle, geometry: agreed, popups })
  return agreed
}
