import type { AccessibleHandle, AccessibleInterface, AccessibleRecord, Budget, Role } from '../../port.ts'
import { PortError } from '../../port.ts'
import { addressOf, handleFromReference } from './handles.ts'
import type { Call, Link } from './link.ts'
import { roleName } from './roles.ts'
import { statesFromReply } from './states.ts'

export const ACCESSIBLE = 'org.a11y.atspi.Accessible'
const PREFIX = 'org.a11y.atspi.'

export function accessibleCall(handle: AccessibleHandle, member: string): Call {
  return { ...addressOf(handle), iface: ACCESSIBLE, member }
}

/** One property. GetAll would be fewer calls, but Qt 5's bridge crashes on it. */
export function propertyCall(handle: AccessibleHandle, iface: string, property: string): Call {
  return {
    ...addressOf(handle),
    iface: 'org.freedesktop.DBus.Properties',
    member: 'Get',
    signature: 'ss',
    body: [iface, property],
  }
}

const interned = new Map<string, ReadonlySet<AccessibleInterface>>()

/** Apps use a few dozen combinations for thousands of accessibles; equal ones share one set. */
export function interfaceSet(names: unknown): ReadonlySet<AccessibleInterface> {
  const list = Array.isArray(names) ? (names as unknown[]) : []
  const key = list.join(' ')
  const known = interned.get(key)
  if (known !== undefined) return known
  const set = new Set<string>()
  for (const name of list) {
    if (typeof name === 'string') set.add(name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name)
  }
  // The combinations come from the peer: bounded, so that a hostile app cannot grow it.
  if (interned.size < 1_000) interned.set(key, set)
  return set
}

/** What a walk already knows of a child from the parent's list. */
export interface Place {
  readonly parent: AccessibleHandle
  readonly indexInParent: number
}

/**
 * Reads one accessible afresh, in one pipelined burst.
 * @returns undefined when it is gone: no such object or app, or the state `defunct`.
 * @throws PortError for other failures of its role or states; a name or description that fails reads as empty.
 */
export async function readRecord(
  link: Link,
  handle: AccessibleHandle,
  budget: Budget,
  place?: Place,
): Promise<AccessibleRecord | undefined> {
  const first = async (call: Call) => (await link.call(call, budget)).body[0]
  const optional = async (call: Call) => first(call).catch(unlessFatal)
  try {
    const [role, states, interfaces, name, description, childCount, parent, index] = await Promise.all([
      first(accessibleCall(handle, 'GetRole')),
      first(accessibleCall(handle, 'GetState')),
      first(accessibleCall(handle, 'GetInterfaces')),
      optional(propertyCall(handle, ACCESSIBLE, 'Name')),
      optional(propertyCall(handle, ACCESSIBLE, 'Description')),
      optional(propertyCall(handle, ACCESSIBLE, 'ChildCount')),
      place === undefined ? optional(propertyCall(handle, ACCESSIBLE, 'Parent')) : undefined,
      place === undefined ? optional(accessibleCall(handle, 'GetIndexInParent')) : place.indexInParent,
    ])
    const bits = statesFromReply(states)
    if (bits.has('defunct')) return undefined
    const up = place?.parent ?? handleFromReference(parent)
    return {
      handle,
      ...(up === undefined ? {} : { parent: up }),
      role: roleFromReply(role),
      name: textFromReply(name),
      description: textFromReply(description),
      states: bits,
      interfaces: interfaceSet(interfaces),
      childCount: typeof childCount === 'number' ? childCount : -1,
      indexInParent: typeof index === 'number' ? index : -1,
    }
  } catch (error) {
    if (isGone(error)) return undefined
    throw error
  }
}

export type BriefRecord = Pick<AccessibleRecord, 'handle' | 'role' | 'name' | 'states'>

/** As `readRecord`, without what a window is not asked for: three calls instead of eight. */
export async function readBrief(
  link: Link,
  handle: AccessibleHandle,
  budget: Budget,
): Promise<BriefRecord | undefined> {
  try {
    const [role, states, name] = await Promise.all([
      link.call(accessibleCall(handle, 'GetRole'), budget),
      link.call(accessibleCall(handle, 'GetState'), budget),
      link.call(propertyCall(handle, ACCESSIBLE, 'Name'), budget).catch(unlessFatal),
    ])
    const bits = statesFromReply(states.body[0])
    if (bits.has('defunct')) return undefined
    return { handle, role: roleFromReply(role.body[0]), name: textFromReply(name?.body[0]), states: bits }
  } catch (error) {
    if (isGone(error)) return undefined
    throw error
  }
}

function roleFromReply(role: unknown): Role {
  return roleName(typeof role === 'number' ? role : -1)
}

function textFromReply(text: unknown): string {
  return typeof text === 'string' ? text : ''
}

export function isGone(error: unknown): boolean {
  return error instanceof PortError && error.code === 'gone'
}

/** Errors after which no further call can succeed; everything else concerns one object only. */
export function isFatal(error: unknown): boolean {
  return error instanceof PortError && (error.code === 'unavailable' || error.code === 'aborted')
}

/** For a failure that concerns one object only and leaves its field unknown. */
export function unlessFatal(error: unknown): undefined {
  if (isFatal(error)) throw error
  return undefined
}
