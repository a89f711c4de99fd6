import type {
  AccessibleAction,
  AccessibleDetails,
  AccessibleHandle,
  AccessibleRecord,
  AppInfo,
  DetailField,
} from '../desktop/port.ts'
import { Refusal } from '../errors.ts'
import { type IdentityEntry, proveIdentity, quoted } from '../perception/index.ts'
import { answersTo, findApp } from './apps.ts'
import type { ActionTarget, ToolContext } from './define.ts'

/**
 * The captured element behind an id.
 * @throws {Refusal} ELEMENT_NOT_FOUND, POLICY_DENIED
 */
export function findElement(context: ToolContext, id: string): { readonly entry: IdentityEntry } {
  const found = context.identities.lookup(context.caller, id)
  if (typeof found !== 'string') {
    // An id may be older than the policy.
    const { process } = found.entry
    if (process !== undefined) context.guard.requireReadableProcess(process)
    return { entry: found.entry }
  }
  const why = {
    malformed: `${quoted(id)} is not an element id; ids look like "e12@s3"`,
    unknown: `${quoted(id)} is not known`,
    'other-caller': `${quoted(id)} was given to another caller`,
  }[found]
  throw new Refusal('ELEMENT_NOT_FOUND', `${why}.`)
}

/** An element that was found again, not yet proved. */
export interface FoundElement {
  readonly app: AppInfo
  readonly entry: IdentityEntry
  readonly record: AccessibleRecord
  readonly details: AccessibleDetails
  readonly target: ActionTarget
}

/**
 * Finds the element of an id and reads it. Reads only; the proof comes right before delivery.
 * @throws {Refusal} ELEMENT_NOT_FOUND, INVALID_ARGUMENTS, STALE_ELEMENT, APP_NOT_FOUND, AMBIGUOUS_TARGET
 */
export async function resolveElement(
  context: ToolContext,
  query: string,
  id: string,
  fields: readonly DetailField[],
): Promise<FoundElement> {
  const { entry } = findElement(context, id)
  if (entry.merged)
    throw new Refusal(
      'INVALID_ARGUMENTS',
      `${quoted(id)} stands for several texts that were joined for reading. What is in it has ids of its own in a look with scope_element_id.`,
    )
  const known = entry.app === undefined ? undefined : context.knownApp(entry.app)
  const app = known !== undefined && answersTo(known, query) ? known : await findApp(context, query)
  if (app.root !== entry.app)
    throw app.process?.pid === entry.process?.pid
      ? stale(id, 'its process has been replaced')
      : new Refusal('ELEMENT_NOT_FOUND', `${quoted(id)} belongs to another app than ${quoted(query)}.`)
  const { record, details } = await readElement(context, entry.handle, fields, id)
  return { app, entry, record, details, target: targetOf(context, entry, record, id) }
}

/** @throws {Refusal} STALE_ELEMENT */
export async function readElement(
  context: ToolContext,
  handle: AccessibleHandle,
  fields: readonly DetailField[],
  id?: string,
): Promise<{ readonly record: AccessibleRecord; readonly details: AccessibleDetails }> {
  const { accessibility } = context.desktop
  const record = (await accessibility.readRecords([handle], context.budget)).get(handle)
  if (record === undefined) throw stale(id, 'it no longer exists')
  const read = await accessibility.describe({ records: [record], fields: () => fields, textLimit: 0 }, context.budget)
  return { record, details: read.details.get(handle) ?? {} }
}

/** Ties an id to the proof that it still is what it was. */
export function targetOf(
  context: ToolContext,
  entry: IdentityEntry,
  found: AccessibleRecord,
  id: string,
): ActionTarget {
  return {
    handle: entry.handle,
    found,
    prove: async () => {
      const proof = await proveIdentity(entry, context.desktop, context.budget)
      if (!proof.ok) throw stale(id, proof.reason)
      return proof.record
    },
  }
}

const stale = (id: string | undefined, reason: string): Refusal =>
  new Refusal(
    'STALE_ELEMENT',
    `${id === undefined ? 'The element' : quoted(id)} is not what was captured any more: ${reason}. Nothing was sent.`,
  )

export const actionNames = (actions: readonly AccessibleAction[] | undefined): string =>
  actions === undefined || actions.length === 0 ? 'none' : actions.map(({ name }) => quoted(name)).join(', ')
