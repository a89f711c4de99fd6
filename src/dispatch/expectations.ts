import type { AccessibleHandle, AppInfo, Budget, Desktop, WindowInfo } from '../desktop/port.ts'
import type { ExpectReading } from '../outcome/intent.ts'
import { capture, type SnapshotNode, walkNodes } from '../perception/index.ts'
import type { Expectation } from '../tools/arguments.ts'

/** Where an expectation is looked for. */
export interface ExpectScope {
  readonly desktop: Desktop
  readonly app: AppInfo
  readonly window: WindowInfo
  /** Of `expect.element_id`, where one was given. */
  readonly element?: AccessibleHandle | undefined
}

/** Is it true now? Never rejects: what cannot be read is `unknown`. */
export async function readExpectation(expect: Expectation, scope: ExpectScope, budget: Budget): Promise<ExpectReading> {
  try {
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
    const holds = judge(expect, nodes, scope.element)
    // What was not read may hold what was not found.
    const wantsAbsence = expect.present === false
    return snapshot.coverage !== 'complete' && holds === wantsAbsence ? 'unknown' : holds
  } catch {
    return 'unknown'
  }
}

/** Pure. Every given part must hold; parts about an element must hold of one and the same. */
export function judge(expect: Expectation, nodes: readonly SnapshotNode[], element?: AccessibleHandle): boolean {
  const { url, text } = expect
  if (url !== undefined && !nodes.some(({ details }) => details.document?.url === url)) return false
  if (text !== undefined && !nodes.some((node) => shownText(node).some((shown) => shown.includes(text)))) return false
  const aboutElement = [expect.element_id, expect.role, expect.name, expect.value, expect.state, expect.present]
  if (aboutElement.every((part) => part === undefined)) return true
  const found = nodes.some((node) => matches(expect, node, element))
  return found === (expect.present ?? true)
}

function matches(expect: Expectation, node: SnapshotNode, element: AccessibleHandle | undefined): boolean {
  const { record } = node
  if (expect.element_id !== undefined && record.handle !== element) return false
  if (expect.role !== undefined && record.role !== expect.role) return false
  if (expect.name !== undefined && record.name !== expect.name) return false
  if (expect.value !== undefined && !valueEquals(node, expect.value)) return false
  if (expect.state === undefined) return true
  const [, absent, state] = /^(not )?(.+)$/.exec(expect.state) ?? []
  return state !== undefined && record.states.has(state) === (absent === undefined)
}

function valueEquals({ details, record, secret }: SnapshotNode, value: string): boolean {
  if (secret) return false
  if (details.text?.content !== undefined) return details.text.content === value
  if (details.value !== undefined)
    return String(details.value.current) === value || details.value.current === Number(value)
  return record.name === value
}

const shownText = ({ record, details, secret }: SnapshotNode): string[] =>
  secret ? [] : [record.name, record.description, details.text?.content ?? '', details.value?.text ?? '']
