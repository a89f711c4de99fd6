import {
  type AccessibleDetails,
  type AccessibleHandle,
  type AccessibleRecord,
  type Budget,
  type DescribeRequest,
  type DescribeResult,
  type DetailField,
  PortError,
  type WindowInfo,
} from '../../port.ts'
import { type ActionMemory, readActions } from './actions.ts'
import { Boxes, type CoordinateMemory } from './boxes.ts'
import {
  type AttributesOf,
  readAttributes,
  readDocument,
  readHelp,
  readIdentifier,
  readRow,
  readUri,
  readValue,
} from './fields.ts'
import type { PaneMemory } from './foreign-pane.ts'
import { busOf } from './handles.ts'
import type { Link } from './link.ts'
import type { Mirrors } from './mirror/mirrors.ts'
import { Recollection, type Wanted } from './mirror/recollection.ts'
import { pool } from './pool.ts'
import { isFatal } from './record.ts'
import { readText } from './text.ts'

/** Records being described at a time; most take one or two calls. */
const WIDTH = 24

const ROW_ROLES = new Set(['table cell', 'table row', 'list item', 'tree item', 'table row header'])

/** What earlier reads taught, to save calls. */
export interface Memory {
  readonly coordinates: CoordinateMemory
  readonly panes: PaneMemory
  /** Apps, by bus name, whose toolkit has no HelpText (before AT-SPI 2.52). */
  readonly withoutHelpText: Set<string>
  /** ToolkitName of an app, by bus name, as far as it is known. */
  readonly toolkitOf: (bus: string) => string | undefined
  readonly actions: ActionMemory
}

type Read = (record: AccessibleRecord) => Promise<Partial<AccessibleDetails>>

const NO_HANDLE = '' as AccessibleHandle

/** Reads the asked fields, pipelined, of the interfaces that a record has; the rest costs nothing. */
export async function describe(
  link: Link,
  memory: Memory,
  mirrors: Mirrors,
  request: DescribeRequest,
  budget: Budget,
): Promise<DescribeResult> {
  const details = new Map<AccessibleHandle, AccessibleDetails>()
  const failed = new Set<AccessibleHandle>()
  const wanted = request.records.map((record) => ({ record, fields: request.fields(record) }))
  const mirror = mirrors.of(busOf(request.records[0]?.handle ?? NO_HANDLE))
  const memoryOf = new Recollection(mirror, request, wanted)
  const boxes = request.window && boxesOf(link, memory, request.window, memoryOf.areOnScreen, budget)
  const secrets = secretsAmong(request.records)
  const readers = readersFor(link, memory, memoryOf, boxes, secrets, request.textLimit, budget)

  // An app that does not answer one question answers none: asking on would only wait again.
  let stalled = false
  const one = async ({ record, fields }: Wanted) => {
    if (stalled) return void failed.add(record.handle)
    const parts = await Promise.all(
      fields.map(async (field) => {
        if (!offers(record, field) || (field === 'value' && secrets.has(record.handle))) return {}
        try {
          return await memoryOf.recall(record, field, readers[field])
        } catch (error) {
          if (isFatal(error)) throw error
          const code = error instanceof PortError ? error.code : 'failed'
          if (code === 'timeout') stalled = true
          if (code !== 'interface-missing') failed.add(record.handle)
          return {}
        }
      }),
    )
    details.set(record.handle, Object.assign({}, ...parts) as AccessibleDetails)
  }
  await pool(wanted, WIDTH, one)
  const placed = boxes === undefined ? [] : await boxes.settle(request.records)
  for (const [handle, box] of placed ?? []) details.set(handle, { ...details.get(handle), box })
  memoryOf.place(placed ?? [], boxes?.areOnScreen === true)
  return {
    details,
    failed,
    ...(placed === undefined && { unplaced: true }),
    ...(memoryOf.isOutdated && { outdated: true }),
  }
}

/** Only GTK 3 apps hold panes of another toolkit. */
function boxesOf(link: Link, memory: Memory, window: WindowInfo, onScreen: boolean, budget: Budget): Boxes {
  const toolkit = window.accessible && memory.toolkitOf(busOf(window.accessible))
  return new Boxes(link, memory.coordinates, toolkit === 'gtk' ? memory.panes : undefined, window, onScreen, budget)
}

/** Password fields, and what toolkits put inside them. */
function secretsAmong(records: readonly AccessibleRecord[]): ReadonlySet<AccessibleHandle> {
  const fields = new Set(records.filter((record) => record.role === 'password text').map((record) => record.handle))
  const inside = records.filter((record) => record.parent !== undefined && fields.has(record.parent))
  return new Set([...fields, ...inside.map((record) => record.handle)])
}

function offers(record: AccessibleRecord, field: DetailField): boolean {
  switch (field) {
    case 'box':
      return record.interfaces.has('Component')
    case 'actions':
      return record.interfaces.has('Action')
    case 'text':
      return record.interfaces.has('Text')
    case 'value':
      return record.interfaces.has('Value')
    case 'document':
      return record.interfaces.has('Document')
    case 'uri':
      return record.interfaces.has('Hyperlink') || record.interfaces.has('Hypertext')
    case 'row':
      return record.interfaces.has('TableCell') || ROW_ROLES.has(record.role)
    case 'attributes':
    case 'identifier':
    case 'help':
      return true
  }
}

function readersFor(
  link: Link,
  memory: Memory,
  memoryOf: Recollection,
  boxes: Boxes | undefined,
  secrets: ReadonlySet<AccessibleHandle>,
  textLimit: number,
  budget: Budget,
): Record<DetailField, Read> {
  const field =
    <K extends keyof AccessibleDetails>(
      name: K,
      read: (record: AccessibleRecord) => Promise<AccessibleDetails[K] | undefined>,
    ): Read =>
    async (record) => {
      const value = await read(record)
      return value === undefined ? {} : ({ [name]: value } as Partial<AccessibleDetails>)
    }
  const toolkitOf = ({ handle }: AccessibleRecord) => memory.toolkitOf(busOf(handle))
  const pending = new Map<AccessibleHandle, ReturnType<AttributesOf>>()
  const attributesOf: AttributesOf = (record) => {
    const asked = pending.get(record.handle) ?? readAttributes(link, record, budget)
    pending.set(record.handle, asked)
    return asked
  }
  return {
    box: async (record) => {
      await boxes?.read(record.handle)
      return {}
    },
    actions: field('actions', (record) => readActions(link, memory.actions, record, budget)),
    text: field('text', (record) =>
      readText(link, record, secrets.has(record.handle), textLimit, budget, memoryOf.leastText(record)),
    ),
    value: field('value', (record) => readValue(link, record, budget)),
    attributes: field('attributes', attributesOf),
    identifier: field('identifier', (record) => readIdentifier(link, toolkitOf(record), record, attributesOf, budget)),
    help: field('help', (record) =>
      readHelp(link, toolkitOf(record), memory.withoutHelpText, record, attributesOf, budget),
    ),
    uri: field('uri', (record) => readUri(link, record, budget)),
    document: field('document', (record) => readDocument(link, record, budget)),
    row: field('row', (record) => readRow(link, record, budget)),
  }
}
