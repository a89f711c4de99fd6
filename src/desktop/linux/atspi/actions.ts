import type { AccessibleAction, AccessibleHandle, Budget } from '../../port.ts'
import { addressOf } from './handles.ts'
import type { Link } from './link.ts'

/** All actions in the app's order: their place is the number they are performed by. */
export async function readActions(
  link: Link,
  handle: AccessibleHandle,
  budget: Budget,
): Promise<readonly AccessibleAction[]> {
  const call = { ...addressOf(handle), iface: 'org.a11y.atspi.Action', member: 'GetActions' }
  return decodeActions((await link.call(call, budget)).body[0])
}

export async function readActionNames(
  link: Link,
  handle: AccessibleHandle,
  budget: Budget,
): Promise<readonly string[]> {
  return (await readActions(link, handle, budget)).map((action) => action.name)
}

/** D-Bus `a(sss)`: name, description, key binding. */
export function decodeActions(reply: unknown): readonly AccessibleAction[] {
  if (!Array.isArray(reply)) return []
  return (reply as unknown[]).map((raw) => {
    const [name, description] = Array.isArray(raw) ? (raw as unknown[]) : []
    return {
      name: typeof name === 'string' ? name : '',
      description: typeof description === 'string' ? description : '',
    }
  })
}
