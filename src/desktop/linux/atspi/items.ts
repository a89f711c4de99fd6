import type { AccessibleHandle, AccessibleRecord, Budget } from '../../port.ts'
import { PortError } from '../../port.ts'
import { busOf, handleFromReference } from './handles.ts'
import type { Call, Link } from './link.ts'
import { interfaceSet } from './record.ts'
import { roleName } from './roles.ts'
import { statesFromReply } from './states.ts'

/** One accessible of a bulk read, with what the item said of its children. */
export interface Item {
  readonly record: AccessibleRecord
  /** Only the old format lists them. */
  readonly children?: readonly AccessibleHandle[]
}

/**
 * Decodes the reply of `org.a11y.atspi.Cache.GetItems`, in either format:
 * `((so)(so)(so)iiassusau)`: object, app, parent, index in parent, child count, interfaces, name, role, description, states;
 * `((so)(so)(so)a(so)assusau)`: the older one, a list of children in the place of the two numbers.
 * Items of a foreign shape are skipped.
 */
export function decodeItems(reply: unknown): readonly Item[] {
  if (!Array.isArray(reply)) return []
  const items: Item[] = []
  for (const raw of reply as unknown[]) {
    const item = Array.isArray(raw) ? decodeItem(raw as unknown[]) : undefined
    if (item !== undefined) items.push(item)
  }
  return items
}

function decodeItem(raw: readonly unknown[]): Item | undefined {
  const handle = handleFromReference(raw[0])
  if (handle === undefined) return undefined
  const parent = handleFromReference(raw[2])
  const listed = Array.isArray(raw[3])
    ? (raw[3] as unknown[]).map(handleFromReference).filter((child) => child !== undefined)
    : undefined
  const [interfaces, name, role, description, states] = raw.slice(listed === undefined ? 5 : 4)
  if (typeof role !== 'number') return undefined
  const record: AccessibleRecord = {
    handle,
    ...(parent === undefined ? {} : { parent }),
    role: roleName(role),
    name: typeof name === 'string' ? name : '',
    description: typeof description === 'string' ? description : '',
    states: statesFromReply(states),
    interfaces: interfaceSet(interfaces),
    childCount: listed?.length ?? (typeof raw[4] === 'number' ? raw[4] : -1),
    indexInParent: listed === undefined && typeof raw[3] === 'number' ? raw[3] : -1,
  }
  return listed === undefined ? { record } : { record, children: listed }
}

export const REGISTRY = 'org.a11y.atspi.Registry'

/** Says that somebody listens to a class of events. The short signature is the one that every registry takes. */
export function registration(event: string): Call {
  return {
    bus: REGISTRY,
    path: '/org/a11y/atspi/registry',
    iface: REGISTRY,
    member: 'RegisterEvent',
    signature: 's',
    body: [event],
  }
}

/**
 * GTK 3 builds its cache when the first listener for any event registers, and offers GetItems only then. A rare event
 * is enough for that.
 */
export async function wakeCaches(link: Link, budget: Budget): Promise<void> {
  await link.call(registration('window:create'), budget)
}

/** What is plugged into another app names that as its own; its items (WebKitGTK 2.50) are those that somebody asked for. */
function isOfAnotherApp(reply: unknown, bus: string): boolean {
  const [first] = Array.isArray(reply) ? (reply as unknown[]) : []
  const app = Array.isArray(first) ? handleFromReference(first[1]) : undefined
  return app !== undefined && busOf(app) !== bus
}

/**
 * All accessibles of one app in one call.
 * @returns undefined where the app has no usable bulk read (Firefox, LibreOffice: none; Qt 5: an empty one).
 */
export async function readItems(link: Link, bus: string, budget: Budget): Promise<readonly Item[] | undefined> {
  const call = { bus, path: '/org/a11y/atspi/cache', iface: 'org.a11y.atspi.Cache', member: 'GetItems' }
  try {
    const reply = await link.call(call, budget, BULK_LIMIT)
    const [raw] = reply.body
    if (isOfAnotherApp(raw, bus)) return undefined
    const items = decodeItems(raw)
    return items.length > 0 ? items : undefined
  } catch (error) {
    if (error instanceof PortError && (error.code === 'interface-missing' || error.code === 'rejected'))
      return undefined
    throw error
  }
}

/** One call for thousands of accessibles may take longer than a single one. */
const BULK_LIMIT = 2_000
