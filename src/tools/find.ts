import { z } from 'zod'
import type { AccessibleHandle, TreeNode, WindowInfo } from '../desktop/port.ts'
import { displayText, type IdentifiedNode, type IdentifiedSnapshot, LIMITS, lineOf, ROW } from '../perception/index.ts'
import { findAppAndWindow } from './apps.ts'
import { app as appArgument } from './arguments.ts'
import { defineReadTool, type ToolContext } from './define.ts'

const MOST = 100
/** Accessibles of a window that are searched by their names, shown or not. */
const MOST_SEARCHED = 20_000
const { most: maxElements } = LIMITS.elements
const { most: maxDepth } = LIMITS.depth

export const find = defineReadTool({
  name: 'find',
  title: 'Find elements',
  description:
    'Searches one window for elements whose label, value, description or accessible id contains a text, also beyond the limits of get_app_state. ' +
    'The ids it returns work with every other tool. Use it in big windows instead of reading all of them.',
  input: z.strictObject({
    app: appArgument,
    query: z.string().min(1).describe('Text to look for; upper and lower case do not matter.'),
    role: z.string().min(1).optional().describe('Only elements of this role, such as "push button".'),
    window_title: z.string().min(1).optional().describe('Title of the window, whole or part.'),
    max_results: z.int().min(1).max(MOST).default(20),
  }),
  output: z.looseObject({ matches: z.array(z.looseObject({ id: z.string(), role: z.string() })) }),
  facts: { mutating: false, appScoped: true, idempotent: true, destructive: false, openWorld: true },
  async run(args, context) {
    const { app, window, windows } = await findAppAndWindow(context, args.app, args.window_title)
    const look = (scope?: AccessibleHandle) =>
      context.look(app, window, { maxElements, maxDepth, includeScreenshot: false, windows, scope })
    const seen = await look()
    const wanted = args.query.toLowerCase()
    const inView = [...seen.nodes.values()].filter((node) => matches(node, wanted, args.role))
    const hidden = await outOfView(context, window, seen, wanted, args.role)
    const total = inView.length + hidden.length
    const scoped = await lookAtEach(hidden.slice(0, Math.max(0, args.max_results - inView.length)), look)
    const shown = [...inView, ...scoped].slice(0, args.max_results)
    const lines = shown.map((node) => lineOf(node, seen.geometry))
    const more =
      total > shown.length ? `${total - shown.length} more: raise max_results or narrow the query.` : undefined
    const partial =
      seen.snapshot.coverage === 'complete' ? undefined : `The window was not read whole (${seen.snapshot.coverage}).`
    return {
      text: [
        lines.length === 0 ? `Nothing in "${displayText(window.title)}" matches.` : lines.join('\n'),
        more,
        partial,
      ]
        .filter((line) => line !== undefined)
        .join('\n'),
      data: {
        matches: shown.map(({ id, parts }) => ({
          id,
          role: parts.role,
          ...(parts.label !== undefined && { label: parts.label }),
          ...(!parts.secret && parts.value !== undefined && { value: parts.value }),
        })),
        total,
        coverage: seen.snapshot.coverage,
      },
    }
  },
})

/** Elements that are scrolled away or in a closed menu: a look leaves them out, so they are found by name in the bare tree. */
async function outOfView(
  { desktop, budget }: ToolContext,
  window: WindowInfo,
  seen: IdentifiedSnapshot,
  wanted: string,
  role: string | undefined,
): Promise<AccessibleHandle[]> {
  if (window.accessible === undefined) return []
  const { accessibility } = desktop
  const found: AccessibleHandle[] = []
  const virtual: AccessibleHandle[] = []
  const visit = ({ record, children, cut, unread }: TreeNode): void => {
    const fits = role === undefined || record.role === role
    const matched = fits && !seen.ids.has(record.handle) && record.name.toLowerCase().includes(wanted)
    if (matched) found.push(record.handle)
    // What is in a row repeats the row.
    if (matched && ROW.has(record.role)) return
    if (cut === 'nodes' && unread > 0) virtual.push(record.handle)
    else for (const child of children) visit(child)
  }
  const read = async (root: AccessibleHandle): Promise<void> =>
    visit((await accessibility.readTree({ root, maxNodes: MOST_SEARCHED, maxDepth }, budget)).root)
  await read(window.accessible)
  // A walk over the window reads only the rows in view of a long list; asked for alone, a list is read from its beginning.
  for (const list of virtual.splice(0)) await read(list)
  return found
}

/** Looking at an element alone gives it an id, wherever it is. */
async function lookAtEach(
  handles: readonly AccessibleHandle[],
  look: (scope: AccessibleHandle) => Promise<IdentifiedSnapshot>,
): Promise<IdentifiedNode[]> {
  const nodes: IdentifiedNode[] = []
  for (const handle of handles) {
    const { main } = await look(handle)
    if (main !== undefined) nodes.push(main)
  }
  return nodes
}

function matches({ parts }: IdentifiedNode, wanted: string, role: string | undefined): boolean {
  if (role !== undefined && parts.role !== role) return false
  const texts = [
    parts.label,
    parts.secret ? undefined : parts.value,
    parts.description,
    parts.identifier,
    parts.placeholder,
  ]
  return texts.some((text) => text?.toLowerCase().includes(wanted))
}
