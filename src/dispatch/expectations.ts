import {
  type AccessibleHandle,
  type AppInfo,
  type Budget,
  type Desktop,
  type DetailField,
  PortError,
  type WindowInfo,
} from '../desktop/port.ts'
import { Refusal } from '../errors.ts'
import type { ExpectReading } from '../outcome/intent.ts'
import { capture, isPassword, type SnapshotNode, walkNodes } from '../perception/index.ts'
import type { Expectation } from '../tools/arguments.ts'
import type { Action, ToolContext } from '../tools/define.ts'
import { currentWindow } from './state-after.ts'

/** Longer texts are compared as far as this, in characters. */
const TEXT_LIMIT = 200_000

/** What an expectation may be about. */
type ExpectNode = Pick<SnapshotNode, 'record' | 'details' | 'secret'>

/** Where an expectation is looked for. */
interface ExpectScope {
  readonly desktop: Desktop
  readonly app: AppInfo
  readonly window: WindowInfo
  /** Of `expect.element_id`, where one was given. */
  readonly element?: AccessibleHandle | undefined
}

/** An expectation with what was true of it before anything was sent. */
export interface PreparedExpectation {
  readonly before: ExpectReading
  readonly read: (budget: Budget) => Promise<ExpectReading>
}

/** @throws {Refusal} WINDOW_NOT_FOUND, ELEMENT_NOT_FOUND, INVALID_ARGUMENTS */
export async function prepareExpectation(
  action: Action,
  context: ToolContext,
): Promise<PreparedExpectation | undefined> {
  const { expect } = action
  if (expect === undefined) return undefined
  if (action.arrives !== undefined) return expectationOfArrival(expect, action, context)
  if (action.app === undefined)
    throw new Refusal('INVALID_ARGUMENTS', '`expect` needs an app to look at; this call names none.')
  const current = await currentWindow(action, context)
  if (current === undefined)
    throw new Refusal('WINDOW_NOT_FOUND', 'The window is gone, so `expect` cannot be read. Nothing was sent.')
  const read = expectationReader(expect, { ...context, ...current })
  return { before: await read(context.budget), read }
}

/** Of a window that need not be there yet; as long as it is not, nothing is shown in it. */
async function expectationOfArrival(
  expect: Expectation,
  action: Action,
  context: ToolContext,
): Promise<PreparedExpectation> {
  const read = async (budget: Budget): Promise<ExpectReading> => {
    const arrived = await currentWindow(action, context).catch(() => undefined)
    return arrived === undefined ? judge(expect, []) : expectationReader(expect, { ...context, ...arrived })(budget)
  }
  return { before: await read(context.budget), read }
}

/**
 * Reads an expectation again and again in the same place.
 * @throws {Refusal} ELEMENT_NOT_FOUND
 */
export function expectationReader(
  expect: Expectation,
  { desktop, identities, caller, guard, app, window }: ExpectPlace,
): (budget: Budget) => Promise<ExpectReading> {
  const { element_id: id } = expect
  const found = id === undefined ? undefined : identities.lookup(caller, id)
  if (typeof found === 'string')
    throw new Refusal('ELEMENT_NOT_FOUND', `"${id}", of which something is expected, is not a known element id.`)
  if (found?.entry.process !== undefined) guard.requireReadableProcess(found.entry.process)
  const scope = { desktop, app, window, element: found?.entry.handle }
  return (budget) => readExpectation(expect, scope, budget)
}

export interface ExpectPlace extends Pick<ToolContext, 'desktop' | 'identities' | 'caller' | 'guard'> {
  readonly app: AppInfo
  readonly window: WindowInfo
}

/** Is it true now? Never rejects: what cannot be read is `unknown`. */
async function readExpectation(expect: Expectation, scope: ExpectScope, budget: Budget): Promise<ExpectReading> {
  try {
    const { element } = scope
    if (element !== undefined && expect.text === undefined && expect.url === undefined)
      return judge(expect, await readElement(element, scope.desktop, budget), element)
    const snapshot = await capture(
      scope.desktop,
      scope.app,
      scope.window,
      { includeScreenshot: false, textLimit: 'max' },
      budget,
    )
    const roots = [
      ...(snapshot.main === undefined ? [] : [snapshot.main.root]),
      ...snapshot.popups.map(({ root }) => root),
    ]
    if (roots.length === 0) return 'unknown'
    const nodes = roots.flatMap((root) => [...walkNodes(root)])
    const holds = judge(expect, nodes, element)
    // What was not read may hold what was not found.
    const wantsAbsence = expect.present === false
    return snapshot.coverage !== 'complete' && holds === wantsAbsence ? 'unknown' : holds
  } catch {
    return 'unknown'
  }
}

/** The one accessible, whatever else the window holds; none when it is gone. Rejects as the port does. */
async function readElement(
  handle: AccessibleHandle,
  { accessibility }: Desktop,
  budget: Budget,
): Promise<readonly ExpectNode[]> {
  const record = (await accessibility.readRecords([handle], budget)).get(handle)
  if (record === undefined || record.states.has('defunct')) return []
  const secret = isPassword(record.role)
  const fields: readonly DetailField[] = secret ? [] : ['text', 'value']
  const { details, failed } = await accessibility.describe(
    { records: [record], fields: () => fields, textLimit: TEXT_LIMIT },
    budget,
  )
  if (failed.has(handle)) throw new PortError('failed', 'the element could not be read')
  return [{ record, secret, details: details.get(handle) ?? {} }]
}

/** Pure. Every given part must hold; parts about an element must hold of one and the same. */
export function judge(expect: Expectation, nodes: readonly ExpectNode[], element?: AccessibleHandle): boolean {
  const { url, text } = expect
  if (url !== undefined && !nodes.some(({ details }) => details.document?.url === url)) return false
  if (text !== undefined && !nodes.some((node) => shownText(node).some((shown) => shown.includes(text)))) return false
  const aboutElement = [expect.element_id, expect.role, expect.name, expect.value, expect.state, expect.present]
  if (aboutElement.every((part) => part === undefined)) return true
  const found = nodes.some((node) => matches(expect, node, element))
  return found === (expect.present ?? true)
}

function matches(expect: Expectation, node: ExpectNode, element: AccessibleHandle | undefined): boolean {
  const { record } = node
  if (expect.element_id !== undefined && record.handle !== element) return false
  if (expect.role !== undefined && record.role !== expect.role) return false
  if (expect.name !== undefined && !isNamed(record.name, expect.name)) return false
  if (expect.value !== undefined && !valueEquals(node, expect.value)) return false
  if (expect.state === undefined) return true
  const [, absent, state] = /^(not )?(.+)$/.exec(expect.state) ?? []
  return state !== undefined && record.states.has(state) === (absent === undefined)
}

/** GTK 4 says the label of a button twice; the outline, from which callers take names, shows it once. */
const isNamed = (said: string, name: string): boolean => said === name || said === `${name} ${name}`

function valueEquals({ details, record, secret }: ExpectNode, value: string): boolean {
  if (secret) return false
  if (details.text?.content !== undefined) return details.text.content === value
  if (details.value !== undefined)
    return String(details.value.current) === value || details.value.current === Number(value)
  return record.name === value
}

const shownText = ({ record, details, secret }: ExpectNode): string[] =>
  secret ? [] : [record.name, record.description, details.text?.content ?? '', details.value?.text ?? '']
