import { type AccessibleHandle, type Budget, PortError, type TreeNode } from '../../port.ts'
import { addressOf, busOf, handleFromReference, ROOT_PATH } from './handles.ts'
import type { Link } from './link.ts'
import { readPlug } from './plug.ts'
import { ACCESSIBLE, accessibleCall, isGone, propertyCall, unlessFatal } from './record.ts'
import { statesFromReply } from './states.ts'

const HOPS = 64
/** Parents that are remembered of all apps together. */
const MEMORY_LIMIT = 50_000

/**
 * Parents as they were seen last. A hint, never an answer: it only lets all generations be asked in one burst instead of
 * one after the other.
 */
export type ParentMemory = Map<AccessibleHandle, AccessibleHandle>

/** Remembers who was whose parent in a tree that was read. */
export function rememberParents(memory: ParentMemory, { record, children }: TreeNode): void {
  if (memory.size > MEMORY_LIMIT) memory.clear()
  for (const child of children) {
    memory.set(child.record.handle, record.handle)
    rememberParents(memory, child)
  }
}

/**
 * Parents, nearest first, up to and including the application; the desktop above it belongs to another process. Each is
 * asked now, whatever was remembered.
 * @throws PortError `gone` when the accessible itself is gone; an ancestor that is gone ends the line
 */
export async function readLineage(
  link: Link,
  memory: ParentMemory,
  handle: AccessibleHandle,
  budget: Budget,
): Promise<readonly AccessibleHandle[]> {
  const asked = new Map<AccessibleHandle, Promise<Generation | undefined>>()
  for (const guess of [handle, ...remembered(memory, handle)]) {
    const generation = readGeneration(link, guess, budget)
    // A guess that proves wrong is not looked at, however it ends.
    generation.catch(() => undefined)
    asked.set(guess, generation)
  }
  const lineage: AccessibleHandle[] = []
  const seen = new Set<AccessibleHandle>()
  for (let current = handle; ; ) {
    seen.add(current)
    const generation = await (asked.get(current) ?? readGeneration(link, current, budget))
    if (generation === undefined && current === handle) {
      throw new PortError('gone', 'the accessible whose parents were asked for is gone')
    }
    if (generation === undefined) return lineage
    if (current !== handle) lineage.push(current)
    const { parent } = generation
    if (parent === undefined || seen.has(parent) || lineage.length >= HOPS) return lineage
    if (busOf(parent) !== busOf(current) && !(await isPluggedIn(link, current, parent, budget))) return lineage
    memory.set(current, parent)
    current = parent
  }
}

function remembered(memory: ParentMemory, handle: AccessibleHandle): readonly AccessibleHandle[] {
  const guesses = new Set<AccessibleHandle>()
  for (let parent = memory.get(handle); parent !== undefined && guesses.size < HOPS; parent = memory.get(parent)) {
    if (parent === handle || guesses.has(parent)) break
    guesses.add(parent)
  }
  return [...guesses]
}

interface Generation {
  readonly parent: AccessibleHandle | undefined
}

/** The desktop above an application is another process too. A page that was left may go on naming its socket: that is asked. */
async function isPluggedIn(
  link: Link,
  plug: AccessibleHandle,
  socket: AccessibleHandle,
  budget: Budget,
): Promise<boolean> {
  if (addressOf(plug).path === ROOT_PATH || addressOf(socket).path === ROOT_PATH) return false
  return (await readPlug(link, socket, budget).catch(unlessFatal)) === plug
}

/** @returns undefined for an accessible that is gone, or says so itself */
async function readGeneration(link: Link, handle: AccessibleHandle, budget: Budget): Promise<Generation | undefined> {
  try {
    const [states, parent] = await Promise.all([
      link.call(accessibleCall(handle, 'GetState'), budget),
      link.call(propertyCall(handle, ACCESSIBLE, 'Parent'), budget),
    ])
    if (statesFromReply(states.body[0]).has('defunct')) return undefined
    return { parent: handleFromReference(parent.body[0]) }
  } catch (error) {
    if (isGone(error)) return undefined
    throw error
  }
}
