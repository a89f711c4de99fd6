/** What a row says, as far as its fingerprint goes. Pure. */
import { type SnapshotNode, walkNodes } from './model.ts'
import { isDoubtful, nameOf } from './names.ts'

/** Texts, levels and characters of each text that count. */
const MOST_TEXTS = 8
export const ROW_DEPTH = 4
export const ROW_TEXT = 200

/**
 * Its name, else its text, else the texts inside it that show (all of them where the row itself does not show). The
 * same at any limits of the capture; undefined where a part of the row was not read, so that it proves nothing.
 */
export function rowText(row: SnapshotNode): string | undefined {
  const own = textOf(row)
  if (own !== undefined && !isDoubtful(row.record)) return own
  for (const node of walkNodes(row)) if (node.cuts.some((cut) => INCOMPLETE.has(cut.reason))) return undefined
  const shows = row.record.states.has('showing')
  const found: string[] = []
  const visit = (node: SnapshotNode, depth: number) => {
    if (node.secret || depth > ROW_DEPTH || (shows && !node.record.states.has('showing'))) return
    const text = textOf(node)
    if (text !== undefined) found.push(text)
    else for (const child of node.children) visit(child, depth + 1)
  }
  for (const child of row.children) visit(child, 1)
  return found.length > 0 ? found.slice(0, MOST_TEXTS).join('\n') : (own ?? '')
}

const INCOMPLETE: ReadonlySet<string> = new Set(['elements', 'depth', 'deadline', 'failed'])

function textOf(node: SnapshotNode): string | undefined {
  const text = nameOf(node.record) ?? node.details.text?.content
  return text === undefined || text.trim() === '' ? undefined : [...text].slice(0, ROW_TEXT).join('')
}
