import type {
  AccessibleDetails,
  AccessibleHandle,
  AccessibleRecord,
  AppInfo,
  Budget,
  WindowHandle,
} from '../desktop/port.ts'
import type { Facts } from '../outcome/facts.ts'
import { occurrences } from '../outcome/reduce-text.ts'
import { capture, walkNodes } from '../perception/index.ts'
import type { ToolContext } from './define.ts'

interface EchoPlace {
  readonly app: AppInfo
  readonly window: WindowHandle
  readonly element?: {
    readonly record: Pick<AccessibleRecord, 'handle' | 'interfaces' | 'states'>
  }
}

/** A label says the same as its name and as its text. */
export function echoIn(
  nodes: Iterable<Shown>,
  field: AccessibleHandle,
  text: string,
): Record<AccessibleHandle, number> {
  const echo: Record<AccessibleHandle, number> = {}
  for (const { record, details, secret } of nodes) {
    if (secret || record.handle === field) continue
    const count = Math.max(occurrences(record.name, text), occurrences(details.text?.content ?? '', text))
    if (count > 0) echo[record.handle] = count
  }
  return echo
}

interface Shown {
  readonly record: Pick<AccessibleRecord, 'handle' | 'name'>
  readonly details: Pick<AccessibleDetails, 'text'>
  readonly secret: boolean
}

/**
 * Reads how often a typed text is shown in the window outside of its field: an app may hear keys that its field does not
 * hold. A field that holds its own text needs no echo, and none is looked for.
 */
export function echoOf(
  { desktop }: ToolContext,
  { app, window, element }: EchoPlace,
  text: string,
): ((budget: Budget) => Promise<Facts>) | undefined {
  // GTK 3 offers EditableText of read-only fields as well.
  const holdsItsText = ({ interfaces, states }: Pick<AccessibleRecord, 'interfaces' | 'states'>) =>
    interfaces.has('EditableText') && states.has('editable')
  if (element === undefined || holdsItsText(element.record)) return undefined
  return async (budget) => {
    const found = (await desktop.windows.list(app, budget)).find(({ handle }) => handle === window)
    if (found === undefined) return {}
    const { main } = await capture(desktop, app, found, { includeScreenshot: false, textLimit: 'max' }, budget)
    if (main === undefined) return {}
    return { echo: echoIn(walkNodes(main.root), element.record.handle, text) }
  }
}
