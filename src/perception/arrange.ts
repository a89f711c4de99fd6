/** From accessibles to lines: wrappers go, plain texts are joined, the rest keeps its place. Pure. */
import type { Rect } from '../desktop/port.ts'
import { describe, hasPrimaryAction, isPrimaryAction, type LineParts } from './describe.ts'
import type { Cut, SnapshotNode } from './model.ts'
import { isDoubtful } from './names.ts'
import {
  ABSORBS_TEXT,
  GENERIC,
  IMAGE,
  isDocument,
  isLabelText,
  MENU_ITEM,
  OPENS,
  ORNAMENT,
  PLAIN_TEXT,
  PRESSABLE,
  ROW,
} from './roles.ts'
import { markdownLink } from './text.ts'

export interface ArrangedNode {
  readonly source: SnapshotNode
  readonly parts: LineParts
  readonly children: readonly ArrangedNode[]
  readonly cuts: readonly Cut[]
  /** Texts of several accessibles on one line: to be read, not to be acted on. */
  readonly merged: boolean
  /** Skeleton only: children that are not shown. */
  readonly childrenCount?: number
}

interface Context {
  readonly textLimit: number
  readonly web: boolean
  readonly parts: Map<SnapshotNode, LineParts>
}

export function arrange(root: SnapshotNode, textLimit: number): ArrangedNode {
  const context: Context = { textLimit, web: isDocument(root.record.role), parts: new Map() }
  const [line] = place(root, context, true)
  if (!line) throw new Error('the root of a snapshot is always a line')
  return line
}

/** Three levels of lines, each of the last with the number of its children. */
export function skeletonOf(node: ArrangedNode, levels = 3): ArrangedNode {
  if (levels > 1) return { ...node, children: node.children.map((child) => skeletonOf(child, levels - 1)) }
  return node.children.length === 0 ? node : { ...node, children: [], childrenCount: node.children.length }
}

function place(node: SnapshotNode, context: Context, isRoot: boolean): ArrangedNode[] {
  const parts = partsOf(node, context)
  const inside = { ...context, web: context.web || isDocument(node.record.role) }
  const keep = (children: readonly ArrangedNode[], over: Partial<ArrangedNode> = {}): ArrangedNode[] => [
    { source: node, parts, children, cuts: node.cuts, merged: false, ...over },
  ]
  const below = () => node.children.flatMap((child) => place(child, inside, false))

  if (!isRoot && isOrnament(node, parts)) return []
  if (ABSORBS_TEXT.has(node.record.role)) {
    const label = absorbedLabel(node, parts, context)
    if (label !== undefined) return keep([], label === parts.label ? {} : { parts: { ...parts, label } })
    const shortcut = shortcutOf(node, parts, context)
    if (shortcut !== undefined) return keep([], { parts: { description: shortcut, ...parts } })
  }
  if (!isRoot && isShell(node, parts)) {
    const { description } = parts
    return below().map((line) =>
      description === undefined ? line : { ...line, parts: { description, ...line.parts } },
    )
  }
  if (!isRoot && isHiddenTab(node, parts)) return below()
  if (isRoot || !GENERIC.has(node.record.role)) return keep(below())

  if (isAnonymousTarget(node, parts)) {
    const actions = parts.actions.filter((action) => !isPrimaryAction(action))
    return keep(below(), { parts: { ...parts, role: 'button', actions } })
  }
  const summary = mergedText(node, context)
  if (summary !== undefined) {
    return keep([], { parts: { ...parts, role: 'text', label: summary }, merged: true })
  }
  // What a wrapper left out must still be said: by the wrapper itself.
  return staysAsWrapper(node, parts, context.web) || node.cuts.length > 0 ? keep(below()) : below()
}

function partsOf(node: SnapshotNode, context: Context): LineParts {
  const known = context.parts.get(node)
  if (known) return known
  const parts = describe(node, context.textLimit)
  context.parts.set(node, parts)
  return parts
}

/** A button that is only the frame of another one, as GTK 4 builds its menu buttons. */
function isShell(node: SnapshotNode, parts: LineParts): boolean {
  const [only, second] = node.children
  if (!only || second || !PRESSABLE.has(node.record.role) || !PRESSABLE.has(only.record.role)) return false
  const { description: _, ...rest } = parts
  return isBare(rest) && parts.actions.length === 0 && !hasPrimaryAction(node) && !node.record.states.has('focused')
}

/** Of a notebook that shows no tabs: there is only its page. */
function isHiddenTab({ record, children }: SnapshotNode, parts: LineParts): boolean {
  return record.role === 'page tab' && children.length > 0 && parts.box === undefined && isBare(parts)
}

/** Nothing to read and nothing to do. */
function isOrnament(node: SnapshotNode, parts: LineParts): boolean {
  if (node.cuts.length > 0 || node.record.states.has('focused')) return false
  if (node.record.role === 'scroll bar') return parts.range === undefined
  if (node.children.length > 0) return false
  if (ORNAMENT.has(node.record.role)) return true
  if (!IMAGE.has(node.record.role) && !PLAIN_TEXT.has(node.record.role)) return false
  return isBare(parts) && parts.actions.length === 0 && !hasPrimaryAction(node)
}

function isBare(parts: LineParts): boolean {
  return (
    parts.label === undefined &&
    parts.value === undefined &&
    parts.description === undefined &&
    parts.help === undefined &&
    parts.identifier === undefined
  )
}

/** Whether a wrapper has a line of its own. */
function staysAsWrapper(node: SnapshotNode, parts: LineParts, web: boolean): boolean {
  const focused = node.record.states.has('focused')
  const said = !isBare(parts) || focused || parts.actions.length > 0
  if (web && node.children.length > 1) return true
  const states = parts.states.filter((state) => state !== 'hidden').join()
  const holdsText = node.children.length === 1 && states === 'settable,string'
  return said || !(states === '' || holdsText)
}

/** An icon without a name that can be pressed: only its place tells it apart. */
function isAnonymousTarget(node: SnapshotNode, parts: LineParts): boolean {
  const box = parts.box
  if (!box || box.width > 240 || box.height > 120) return false
  return hasPrimaryAction(node) && isBare(parts) && textsBelow(node).length === 0
}

// ── joining texts ───────────────────────────────────────────────────────────────────────────────

const MOST_TEXTS = 8
const MOST_LENGTH = 220
const DEEPEST = 3

/** The texts of a wrapper as one line; undefined where they must stay apart. */
function mergedText(node: SnapshotNode, context: Pick<Context, 'textLimit'>): string | undefined {
  const found = plainTexts(node, context.textLimit)
  if (!found || found.length < 2 || found.length > MOST_TEXTS) return undefined
  if (node.cuts.length > 0 || hasPrimaryAction(node)) return undefined
  if (found.some(({ line, own }) => own || COUNT.test(line) || TIME_SPAN.test(line))) return undefined
  if (isGrid(found.map(({ box }) => box))) return undefined
  const summary = join(found.map(({ line }) => line))
  return summary.length > MOST_LENGTH ? undefined : summary
}

/** `3/12`: a position that a reader looks for by itself. */
const COUNT = /^\d+\s*\/\s*\d+$/
/** `9:00 - 10:30`: an appointment, whose parts belong to other lines. */
const TIME_SPAN = /^\d{1,2}:\d{2}\s*[-–—]\s*\d{1,2}:\d{2}$/

interface PlainText {
  readonly line: string
  readonly box?: Rect
  /** It has an accessible id: somebody means to find it again. */
  readonly own: boolean
}

/** The texts below a node, if there is nothing else below it. */
function plainTexts(node: SnapshotNode, textLimit: number): PlainText[] | undefined {
  const found: PlainText[] = []
  const visit = (child: SnapshotNode, depth: number): boolean => {
    const { record } = child
    if (child.cuts.length > 0 || child.secret || record.states.has('focused')) return false
    const parts = describe(child, textLimit)
    const leaf = isLabelText(record) || IMAGE.has(record.role) || record.role === 'link'
    if (leaf) {
      if (parts.actions.length > 0 || hasPrimaryAction(child) || parts.states.length > 0) return false
      const line = parts.label ?? parts.value ?? parts.description
      if (record.role === 'link' && (parts.url === undefined || line === undefined)) return false
      if (line !== undefined) {
        const text = record.role === 'link' && parts.url !== undefined ? markdownLink(line, parts.url) : line
        found.push({ line: text, ...(parts.box && { box: parts.box }), own: parts.identifier !== undefined })
        return true
      }
      return child.children.every((below) => visit(below, depth + 1))
    }
    if (ORNAMENT.has(record.role)) return child.children.length === 0
    if (!GENERIC.has(record.role) || depth >= DEEPEST || !isBare(parts) || parts.actions.length > 0) return false
    if (hasPrimaryAction(child)) return false
    return child.children.every((below) => visit(below, depth + 1))
  }
  return node.children.every((child) => visit(child, 0)) ? found : undefined
}

function textsBelow(node: SnapshotNode): string[] {
  return (plainTexts(node, MOST_LENGTH) ?? []).map(({ line }) => line)
}

/** Two rows and two columns or more: joined, nobody could tell which belongs to which. */
function isGrid(boxes: readonly (Rect | undefined)[]): boolean {
  const known = boxes.filter((box) => box !== undefined)
  const lefts = new Set(known.map((box) => box.x))
  const tops = new Set(known.map((box) => box.y))
  return known.length >= 4 && lefts.size >= 2 && tops.size >= 2 && lefts.size * tops.size <= known.length
}

function join(lines: readonly string[]): string {
  return lines.join(' ')
}

/**
 * For controls and rows, the label once the texts inside have gone into it: its own where they only repeat it, else
 * those texts. Undefined where there is more inside than text, which then keeps its lines.
 */
function absorbedLabel(node: SnapshotNode, parts: LineParts, context: Context): string | undefined {
  if (node.children.length === 0 || node.cuts.length > 0 || OPENS.has(node.record.role)) return undefined
  const found = textsOfControl(node, context)
  if (!found) return undefined
  if (found.length === 0) return parts.label
  const texts = join(found)
  if (parts.label !== undefined && !isDoubtful(node.record)) {
    // GTK 4 says the label of a button twice.
    if (parts.label === `${texts} ${texts}`) return texts
    return found.every((text) => parts.label?.includes(text)) ? parts.label : undefined
  }
  const short = found.length <= MOST_TEXTS && texts.length <= MOST_LENGTH
  return short || !ROW.has(node.record.role) ? texts : undefined
}

/** What a menu item shows beside its label: the keys that do the same. */
function shortcutOf(node: SnapshotNode, parts: LineParts, context: Context): string | undefined {
  if (!MENU_ITEM.has(node.record.role) || node.cuts.length > 0) return undefined
  const beside = textsOfControl(node, context)?.filter((text) => text !== parts.label)
  return beside?.length === 1 ? beside[0] : undefined
}

/** As `plainTexts`, but what its parts can do does not count: a press on them is a press on the control. */
function textsOfControl(node: SnapshotNode, context: Context): string[] | undefined {
  const texts: string[] = []
  const visit = (child: SnapshotNode): boolean => {
    const { record } = child
    if (child.cuts.length > 0 || child.secret || record.states.has('focused')) return false
    const generic = GENERIC.has(record.role)
    if (!generic && !isLabelText(record) && !IMAGE.has(record.role) && !ORNAMENT.has(record.role)) return false
    const { label } = partsOf(child, context)
    if (label !== undefined) {
      texts.push(label)
      return true
    }
    return child.children.every(visit)
  }
  return node.children.every(visit) ? texts : undefined
}
