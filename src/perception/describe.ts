/** What one accessible is said to be: the parts of its line, before ids and pixels. Pure. */
import type { AccessibleAction, Rect, ValueContent } from '../desktop/port.ts'
import type { SnapshotNode } from './model.ts'
import { nameOf } from './names.ts'
import {
  GENERIC,
  hasValue,
  isDisabled,
  isInteractive,
  isPassword,
  isTextEntry,
  PLAIN_TEXT,
  PRESSABLE,
  READ_ONLY_VALUE,
  TOGGLE,
} from './roles.ts'
import { cutText, label, roleWord, sanitize } from './text.ts'

export type TextField = 'label' | 'value' | 'placeholder' | 'description' | 'help' | 'url'

/** Strings are sanitised, bounded, and not yet quoted. */
export interface LineParts {
  readonly role: string
  /** In the order in which they are shown. */
  readonly states: readonly string[]
  readonly label?: string
  readonly value?: string
  /** The value is a number. */
  readonly numeric: boolean
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
  /** Of fields that were cut: how many characters (code points) they have in all. */
  readonly characters?: Readonly<Partial<Record<TextField, number>>>
  readonly secret: boolean
}

export function describe(node: SnapshotNode, textLimit: number): LineParts {
  const { record, details, secret } = node
  const entry = isTextEntry(record)
  const text = secret ? undefined : textOf(node, textLimit)
  const number = !secret && hasValue(record) ? details.value : undefined
  const named = field(secret && !isPassword(record.role) ? undefined : nameOf(record), textLimit)
  const prose = PLAIN_TEXT.has(record.role) && !entry
  const fields: Partial<Record<TextField, Field>> = {}
  const add = (name: TextField, found: Field | undefined, ...others: TextField[]) => {
    // What only repeats another field says nothing.
    if (found && !others.some((other) => fields[other]?.line === found.line)) fields[name] = found
  }
  add('label', named ?? (prose ? text : undefined))
  if (number) add('value', { line: numberText(number.current) })
  else if (entry) add('value', text)
  else if (!prose) add('value', text?.line.trim() === '' ? undefined : text, 'label')
  if (!secret) {
    add('placeholder', field(details.attributes?.['placeholder-text'], textLimit), 'label', 'value')
    add('description', field(record.description, textLimit), 'label')
    add('help', field(details.help, textLimit), 'label', 'description')
    add('url', field(details.uri ?? details.document?.url, textLimit))
  }
  const identifier = shownIdentifier(details.identifier)
  const lines = Object.entries(fields).map(([name, { line }]) => [name, line])
  const cut = Object.entries(fields).filter(([, { characters }]) => characters !== undefined)
  return {
    role: roleWord(record.role),
    states: statesOf(node),
    numeric: number !== undefined,
    ...(Object.fromEntries(lines) as Partial<Record<TextField, string>>),
    ...(number && isBounded(number) && { range: rangeOf(number) }),
    ...(identifier !== undefined && { identifier }),
    ...(details.box && isUsable(details.box) && { box: details.box }),
    actions: shownActions(record.role, entry, details.actions ?? []),
    ...(cut.length > 0 && { characters: Object.fromEntries(cut.map(([name, { characters }]) => [name, characters])) }),
    secret: isPassword(record.role),
  }
}

interface Field {
  readonly line: string
  /** In all, where it was cut. */
  readonly characters?: number
}

/** One visible line without outer spaces; undefined where nothing is left of it. */
function field(text: string | undefined, limit: number): Field | undefined {
  if (text === undefined || text === '') return undefined
  const shown = cutText(text, limit)
  const line = label(shown.text)
  if (line === undefined) return undefined
  return shown.cut ? { line, characters: [...text].length } : { line }
}

/** The content of a text: its outer spaces are part of it, and that it is empty is worth knowing. */
function textOf(node: SnapshotNode, limit: number): Field | undefined {
  const text = node.details.text
  if (text?.content === undefined) return undefined
  // U+FFFC stands for a child, which has its own line.
  const shown = cutText(text.content.replaceAll('\uFFFC', ''), limit)
  const unread = !shown.cut && text.characterCount > [...text.content].length
  const line = sanitize(unread ? `${shown.text}…` : shown.text)
  if (line === '' && PLAIN_TEXT.has(node.record.role) && !isTextEntry(node.record)) return undefined
  return shown.cut || unread ? { line, characters: text.characterCount } : { line }
}

function isBounded({ minimum, maximum }: ValueContent): boolean {
  return Number.isFinite(minimum) && Number.isFinite(maximum) && minimum < maximum
}

function rangeOf({ minimum, maximum, increment }: ValueContent): NonNullable<LineParts['range']> {
  return { minimum, maximum, ...(increment ? { step: increment } : {}) }
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

function statesOf(node: SnapshotNode): string[] {
  const { states, role } = node.record
  const shown: string[] = []
  if (states.has('selected')) shown.push('selected')
  if (states.has('expandable') || states.has('expanded')) shown.push(states.has('expanded') ? 'expanded' : 'collapsed')
  if (states.has('indeterminate') && TOGGLE.has(role)) shown.push('mixed')
  else if (TOGGLE.has(role) || states.has('checkable') || states.has('checked')) {
    shown.push(states.has('checked') || states.has('pressed') ? 'checked' : 'unchecked')
  }
  if (states.has('pressed') && !TOGGLE.has(role)) shown.push('pressed')
  if (isDisabled(node.record) && isInteractive(node.record)) shown.push('disabled')
  if (states.has('focused')) shown.push('focused')
  if (states.has('busy')) shown.push('busy')
  if (states.has('required')) shown.push('required')
  if (states.has('invalid-entry')) shown.push('invalid')
  if (!node.inView) shown.push('hidden')
  const type = settableType(node)
  if (type) shown.push('settable', type)
  else if (isTextEntry(node.record) && !isDisabled(node.record))
    shown.push(states.has('editable') ? 'editable' : 'read-only')
  return shown
}

/** At most six digits after the point, and none that are not there. */
export function numberText(number: number): string {
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

// biome-ignore format: a table
const PRIMARY = new Set([
  'click', 'press', 'activate', 'default.activate', 'jump', 'open', 'toggle', 'check', 'uncheck', 'select', 'push',
  'invoke', 'pick',
])
/** What comes with every widget of a toolkit, and so tells nothing about this one. */
const NOISE =
  /^(?:release|default\.activate|doDefault|showContextMenu|scrollToVisible|scroll(?:Up|Down|Left|Right|Forward|Backward)|SetFocus|setFocus|clickAncestor)$|^$/
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

function isUsable({ x, y, width, height }: Rect): boolean {
  return [x, y, width, height].every(Number.isFinite) && width > 0 && height > 0
}
