import type { AccessibleRecord, AppInfo, Budget, WindowHandle } from '../desktop/port.ts'
import type { Facts } from '../outcome/facts.ts'
import { capture, walkNodes } from '../perception/index.ts'
import type { ToolContext } from './define.ts'

interface EchoPlace {
  readonly app: AppInfo
  readonly window: WindowHandle
  readonly element?: {
    readonly record: Pick<AccessibleRecord, 'handle' | 'interfaces' | 'states'>
  }
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
    let echo = 0
    for (const { record, details, secret } of walkNodes(main.root)) {
      if (secret || record.handle === element.record.handle) continue
      if (record.name.includes(text) || details.text?.content?.includes(text) === true) echo++
    }
    return { echo }
  }
}
