import type { AccessibleAction, AccessibleHandle, AccessibleRecord, Budget } from '../../port.ts'
import { addressOf, busOf } from './handles.ts'
import type { Link } from './link.ts'
import { propertyCall } from './record.ts'

/** One action as GetActions tells it, in words for a person: GTK 3 and 4 translate them, and say `Click` for `click`. */
export interface LocalAction {
  readonly label: string
  readonly description: string
}

/** Names by which actions are performed, per app and per list of labels; asking for them is one call an action. */
export type ActionMemory = Map<string, readonly string[]>

const ACTION = 'org.a11y.atspi.Action'
/** What claims more actions without telling them claims nonsense. */
const MOST_COUNTED = 32
/** Lists that are remembered of all apps together. */
const MEMORY_LIMIT = 2_000

/**
 * The actions of an accessible, for reading. Names are taken from memory where the same app offered the same list of
 * labels on the same role before.
 */
export async function readActions(
  link: Link,
  memory: ActionMemory,
  record: AccessibleRecord,
  budget: Budget,
): Promise<readonly AccessibleAction[]> {
  const local = await readLocalActions(link, record.handle, budget)
  if (local.length === 0) return []
  // Without labels nothing tells two lists of the same length apart.
  if (local.every(({ label }) => label === '')) {
    const names = await Promise.all(local.map((_, index) => readName(link, record.handle, index, budget)))
    return names.map((name) => ({ name, description: '' }))
  }
  const key = JSON.stringify([busOf(record.handle), record.role, local])
  let names = memory.get(key)
  if (names === undefined) {
    names = await Promise.all(local.map((_, index) => readName(link, record.handle, index, budget)))
    if (memory.size < MEMORY_LIMIT) memory.set(key, names)
  }
  return local.map(({ description }, index) => ({ name: names[index] ?? '', description }))
}

/** The names in the app's order, asked for afresh: their place is the number they are performed by. */
export async function readActionNames(
  link: Link,
  handle: AccessibleHandle,
  budget: Budget,
): Promise<readonly string[]> {
  // Most controls have one action, so its name is asked for along with the question how many there are.
  const early = readName(link, handle, 0, budget).catch(() => undefined)
  const local = await readLocalActions(link, handle, budget)
  const first = await early
  return Promise.all(
    local.map((_, index) => (index === 0 && first !== undefined ? first : readName(link, handle, index, budget))),
  )
}

async function readLocalActions(link: Link, handle: AccessibleHandle, budget: Budget): Promise<readonly LocalAction[]> {
  const bus = busOf(handle)
  const known = answering.get(link) ?? new Map<string, boolean>()
  answering.set(link, known)
  if (known.get(bus) === false) return countActions(link, handle, budget)
  const call = { ...addressOf(handle), iface: ACTION, member: 'GetActions' }
  const list = link.call(call, budget).then(({ body }) => decodeActions(body[0]))
  if (known.get(bus) === true) return list
  let isAnswered = false
  const told = list.then((actions) => {
    isAnswered = true
    return actions
  })
  const counted = countActions(link, handle, budget).catch(() => told)
  const actions = await Promise.race([told, counted])
  known.set(bus, isAnswered)
  return actions
}

/**
 * Which apps answer GetActions. WebKitGTK 2.50 never does. An app answers in order, so one that has answered the question
 * after it answers it no more; whoever does so all the same loses no more than the descriptions.
 */
const answering = new WeakMap<Link, Map<string, boolean>>()

async function countActions(link: Link, handle: AccessibleHandle, budget: Budget): Promise<readonly LocalAction[]> {
  const [count] = (await link.call(propertyCall(handle, ACTION, 'NActions'), budget)).body
  const length = typeof count === 'number' ? Math.min(Math.max(0, count), MOST_COUNTED) : 0
  return Array.from({ length }, () => ({ label: '', description: '' }))
}

async function readName(link: Link, handle: AccessibleHandle, index: number, budget: Budget): Promise<string> {
  const call = { ...addressOf(handle), iface: ACTION, member: 'GetName', signature: 'i', body: [index] }
  const [name] = (await link.call(call, budget)).body
  return typeof name === 'string' ? name : ''
}

/** D-Bus `a(sss)`: label, description, key binding. */
export function decodeActions(reply: unknown): readonly LocalAction[] {
  if (!Array.isArray(reply)) return []
  return (reply as unknown[]).map((raw) => {
    const [label, description] = Array.isArray(raw) ? (raw as unknown[]) : []
    return {
      label: typeof label === 'string' ? label : '',
      description: typeof description === 'string' ? description : '',
    }
  })
}
