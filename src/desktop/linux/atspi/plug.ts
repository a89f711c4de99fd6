import { type AccessibleHandle, type Budget, PortError } from '../../port.ts'
import { handleFromReference, handleOf } from './handles.ts'
import { busCall, type Link } from './link.ts'
import { accessibleCall } from './record.ts'

/**
 * What is plugged into a socket: its first child, which no list of children holds, and which may be named by a bus name
 * that can pass to another process. The handle is of the process that has the name now.
 * @returns undefined where nothing is
 */
export async function readPlug(
  link: Link,
  socket: AccessibleHandle,
  budget: Budget,
): Promise<AccessibleHandle | undefined> {
  const call = { ...accessibleCall(socket, 'GetChildAtIndex'), signature: 'i', body: [0] }
  const [reference] = (await link.call(call, budget)).body
  if (handleFromReference(reference) === undefined) return undefined
  const [bus, path] = reference as [string, string]
  if (bus.startsWith(':')) return handleOf(bus, path)
  const [owner] = (await link.call(busCall('GetNameOwner', 's', bus), budget)).body
  if (typeof owner !== 'string') throw new PortError('gone', 'expected the owner of a bus name, got something else')
  return handleOf(owner, path)
}
