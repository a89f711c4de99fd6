import { z } from 'zod'
import type { AccessibleHandle, TreeNode, TreeRequest, WindowInfo } from '../desktop/port.ts'
import { ABSORBS_TEXT, APP_TEXTS, type ArrangedNode, LIMITS, lineOf, quoted } from '../perception/index.ts'
import { findAppAndWindow } from './apps.ts'
import { app as appArgument } from './arguments.ts'
import { defineReadTool, type ToolContext } from './define.ts'

const MOST = 100
/** Accessibles of a window that are searched by their names, shown or not. */
const MOST_SEARCHED = 20_000
/** And of one long list, which are read for nothing but their names. */
const MOST_LISTED = 50_000
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
    max_results: z.int().min(1).max(MOST).default(20).describe('Most elements to return.'),
  }),
  output: z.looseObject({ matches: z.array(z.looseObject({ id: z.string(), role: z.string() })) }),
  facts: { mutating: false, appScoped: true, idempotent: true, destructive: false, openWorld: true },
  async run(args, context) {
    const { app, window, windows } = await findAppAndWindow(context, args.app, args.window_title)
    const wanted = args.query.toLowerCase()
    const options = { maxElements, maxDepth, includeScreenshot: false, windows }
    let hidden: readonly AccessibleHandle[] = []
    let unsearched = 0
    const { seen, inside } = await context.lookInto(app, window, options, async ({ lines }) => {
      ;({ found: hidden, unsearched } = await outOfView(context, window, lines, wanted, args.role))
      const inView = lines.filter((node) => matches(node, wanted, args.role)).length
      return hidden.slice(0, Math.max(0, args.max_results - inView))
    })
    const inView = [...seen.nodes.values()].filter((node) => matches(node, wanted, args.role))
    const total = inView.length + hidden.length
    const scoped = inside.map(({ main }) => main).filter((main) => main !== undefined)
    const shown = [...inView, ...scoped].slice(0, args.max_results)
    const lines = shown.map((node) => lineOf(node, seen.geometry))
    const more =
      total > shown.length ? `${total - shown.length} more: raise max_results or narrow the query.` : undefined
    const partial =
      seen.snapshot.coverage === 'complete' ? undefined : `The window was not read whole (${seen.snapshot.coverage}).`
    const beyond =
      unsearched === 0 ? undefined : `Not searched: ${unsearched} rows or cells of long lists. Scroll there and look.`
    return {
      text: [
        ...(lines.length === 0 ? [`Nothing in ${quoted(window.title)} matches.`] : lines),
        APP_TEXTS,
        more,
        partial,
        beyond,
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
        ...(unsearched > 0 && { unsearched }),
        coverage: seen.snapshot.coverage,
      },
    }
  },
})

interface OutOfView {
  readonly found: readonly AccessibleHandle[]
  /** Children of long lists that were not reached within the limits. */
  readonly unsearched: number
}

/** Elements that are scrolled away or in a closed menu: a look leaves them out, so they are found by name in the bare tree. */
async function outOfView(
  { desktop, budget }: ToolContext,
  window: WindowInfo,
  lines: readonly ArrangedNode[],
  wanted: string,
  role: string | undefined,
): Promise<OutOfView> {
  if (window.accessible === undefined) return { found: [], unsearched: 0 }
  const { accessibility } = desktop
  const seen = new Set(lines.map(({ source }) => source.record.handle))
  const found: AccessibleHandle[] = []
  const virtual: AccessibleHandle[] = []
  const listed = new Set<AccessibleHandle>()
  let unsearched = 0
  const visit = ({ record, children, cut, unread }: TreeNode): void => {
    const says = record.name.toLowerCase().includes(wanted)
    if (says && !seen.has(record.handle) && (role === undefined || record.role === role)) found.push(record.handle)
    // What is in a row or on a button repeats it.
    if (says && ABSORBS_TEXT.has(record.role) && record.role !== 'page tab') return
    if (cut === 'nodes' && unread > 0 && !listed.has(record.handle)) return void virtual.push(record.handle)
    if (listed.has(record.handle)) unsearched += unread
    for (const child of children) visit(child)
  }
  const read = async (request: Pick<TreeRequest, 'root' | 'maxNodes' | 'brief'>): Promise<void> =>
    visit((await accessibility.readTree({ maxDepth, ...request }, budget)).root)
  await read({ root: window.accessible, maxNodes: MOST_SEARCHED })
  // A walk over the window reads only the rows in view of a long list; asked for alone, a list is read from its beginning.
  for (const list of virtual.splice(0)) {
    listed.add(list)
    await read({ root: list, maxNodes: MOST_LISTED, brief: true })
  }
  return { found, unsearched }
}

function matches({ parts }: Pick<ArrangedNode, 'parts'>, wanted: string, role: string | undefined): boolean {
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
