/** What one accessible is said to be: the parts of its line, before ids and pixels. Pure. */
import type { AccessibleAction, Rect } from '../desktop/port.ts'
import { hasValue } from './fields.ts'
import type { SnapshotNode } from './model.ts'
import { nameOf } from './names.ts'
import { GENERIC, isDisabled, isInteractive, isPassword, isTextEntry, PLAIN_TEXT, PRESSABLE, TOGGLE } from './roles.ts'
import { cutText, label, value } from './text.ts'

/** Strings are sanitised, bounded, and not yet quoted. */
export interface LineParts {
  readonly role: string
  /** In the order in which they are shown. */
  readonly states: readonly string[]
  readonly label?: string
  readonly value?: string
  /** Of a slider or the like. */
  readonly range?: { readonly minimum: number; readonly maximum: number; readonly step?: number }
  readonly placeholder?: string
  readonly description?: string
  readonly help?: string
  readonly url?: string
  readonly identifier?: string
  /** Relative to the window's frame, in screen pixels. */
  readonly box?: Rect
  /** Names of actions other than the press that the role implies. */
  readonly actions: readonly string[]
  /** Code points of the value in all, where it was cut. */
  readonly characters?: number
  readonly secret: boolean
}

export function describe(node: SnapshotNode, textLimit: number): LineParts {
  const { record, details, secret } = node
  const named = bounded(label, secret && !isPassword(record.role) ? undefined : nameOf(record), textLimit)
  const text = secret ? undefined : textOf(node, textLimit)
  const prose = PLAIN_TEXT.has(record.role) && !isTextEntry(record)
  const shownLabel = named ?? (prose ? text?.line : undefined)
  const numeric = !secret && hasValue(record) && details.value ? details.value : undefined
  const shownValue = prose || isTextEntry(record) === false ? undefined : text?.line
  const fallback = text !== undefined && text.line !== shownLabel && !prose ? text.line : undefined
  const valueText = numeric ? numberText(numeric.current) : (shownValue ?? fallback)
  const description = bounded(label, secret ? undefined : record.description, textLimit)
  const help = bounded(label, details.help, textLimit)
  const placeholder = bounded(label, details.attributes?.['placeholder-text'], textLimit)
  const url = bounded(label, details.uri ?? details.document?.url, textLimit)
  const identifier = shownIdentifier(details.identifier)
  const step = numeric?.increment
  return {
    role: record.role,
    states: statesOf(node),
    ...(shownLabel !== undefined && { label: shownLabel }),
    ...(valueText !== undefined && { value: valueText }),
    ...(numeric &&
      numeric.minimum < numeric.maximum && {
        range: { minimum: numeric.minimum, maximum: numeric.maximum, ...(step ? { step } : {}) },
      }),
    ...(placeholder !== undefined && placeholder !== shownLabel && placeholder !== valueText && { placeholder }),
    ...(description !== undefined && description !== shownLabel && { description }),
    ...(help !== undefined && help !== shownLabel && help !== description && { help }),
    ...(url !== undefined && { url }),
    ...(identifier !== undefined && { identifier }),
    ...(details.box && isFinite(details.box) && { box: details.box }),
    actions: shownActions(record.role, isTextEntry(record), details.actions ?? []),
    ...(text?.characters !== undefined && valueText === text.line && { characters: text.characters }),
    secret: isPassword(record.role),
  }
}

function bounded(
  clean: (text: string | undefined) => string | undefined,
  text: string | undefined,
  limit: number,
): string | undefined {
  return text === undefined ? undefined : clean(cutText(text, limit).text)
}

function textOf(node: SnapshotNode, limit: number): { line: string; characters?: number } | undefined {
  const text = node.details.text
  if (text?.content === undefined) return undefined
  const shown = cutText(text.content, limit)
  const missing = !shown.cut && text.characterCount > [...text.content].length
  const line = value(missing ? `${shown.text}…` : shown.text)
  if (line === undefined) return undefined
  return shown.cut || missing ? { line, characters: text.characterCount } : { line }
}

/** Settable with the type of what it takes. */
export function settableType(node: SnapshotNode): 'string' | 'boolean' | 'float' | undefined {
  const { record, details } = node
  if (isDisabled(record)) return undefined
  if (TOGGLE.has(record.role)) return 'boolean'
  if (record.interfaces.has('Value') && hasValue(record) && !READ_ONLY_VALUE.has(record.role)) {
    const range = details.value
    if (!record.states.has('read-only') && (!range || range.minimum < range.maximum)) return 'float'
  }
  if (record.states.has('editable') && record.interfaces.has('EditableText')) return 'string'
  return undefined
}

const READ_ONLY_VALUE = new Set(['progress bar', 'level bar', 'meter', 'table cell'])

function statesOf(node: SnapshotNode): string[] {
  const { states, role } = node.record
  const shown: string[] = []
  if (states.has('selected')) shown.push('selected')
  if (states.has('expandable') || states.has('expanded')) shown.push(states.has('expanded') ? 'expanded' : 'collapsed')
  if (states.has('indeterminate') && TOGGLE.has(role)) shown.push('mixed')
  else if (TOGGLE.has(role) || states.has('checkable') || states.has('checked')) {
    shown.push(states.has('checked') || states.has('pressed') ? 'checked' : 'unchecked')
  }
  if (isDisabled(node.record) && isInteractive(node.record)) shown.push('disabled')
  if (states.has('focused')) shown.push('focused')
  if (states.has('busy')) shown.push('busy')
  if (states.has('required')) shown.push('required')
  if (states.has('invalid-entry')) shown.push('invalid')
  if (!node.inView) shown.push('hidden')
  const type = settableType(node)
  if (type) shown.push('settable', type)
  else if (isTextEntry(node.record) && !isDisabled(node.record)) shown.push('read-only')
  return shown
}

/** At most six digits after the point, and none that are not there. */
function numberText(number: number): string {
  return Number.isFinite(number) ? String(Number(number.toFixed(6))) : 'unknown'
}

/** Identifiers that a person gave; not those that are mostly digits, or a path that the toolkit made up. */
function shownIdentifier(identifier: string | undefined): string | undefined {
  const id = label(identifier)
  if (id === undefined || GENERATED.test(id)) return undefined
  const counted = id.replace(/[^0-9-]/g, '').length
  return counted * 2 > id.length ? undefined : cutText(id, 40).text
}

const GENERATED = /^(?:_NS:|Gtk[A-Z]\w*$|:\w+:$|(?:\w+-)?[0-9a-f]{8}-[0-9a-f]{4}-)|^\/org\/|0x[0-9a-f]{6,}/

const PRIMARY = new Set([
  'click', 'press', 'activate', 'default.activate', 'jump', 'open', 'toggle', 'check', 'uncheck', 'select', 'doDefault',
  'dodefault', 'push', 'invoke', 'pick',
]) // biome-ignore format: a table
/** What comes with every widget of a toolkit, and so tells nothing about this one. */
const NOISE = /^(?:release|default\.activate|showContextMenu|scrollToVisible|scroll(?:Up|Down|Left|Right|Forward|Backward)|SetFocus|setFocus|clickAncestor)$|^$/
/** Clipboard and link actions that GTK 4 gives to every label. */
const TEXT_ONLY = /^(?:clipboard|selection|link|text|misc)\.|^menu\.popup$/
/** `win.copy`: actions of an app's own that GTK 4 lists on every container below which they hold. */
const OF_A_GROUP = /^[a-z][\w-]*\.[\w.-]+$/

/** Primary presses by the names that toolkits use, whether the outline lists them or not. */
export function isPrimaryAction(name: string): boolean {
  return PRIMARY.has(name)
}

function shownActions(role: string, entry: boolean, actions: readonly AccessibleAction[]): string[] {
  const names = actions
    .map((action) => label(action.name))
    .filter((name) => name !== undefined)
    .filter((name) => !NOISE.test(name) && !(PRESSABLE.has(role) && PRIMARY.has(name)))
    .filter((name) => entry || !TEXT_ONLY.test(name))
    .filter((name) => !(GENERIC.has(role) && OF_A_GROUP.test(name)))
  return [...new Set(names)]
}

export function hasPrimaryAction(node: SnapshotNode): boolean {
  return (node.details.actions ?? []).some((action) => PRIMARY.has(action.name))
}

function isFinite(box: Rect): boolean {
  return [box.x, box.y, box.width, box.height].every(Number.isFinite)
}
