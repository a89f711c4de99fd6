/** Families of AT-SPI roles, and what states say, in one place: every rule about roles reads these tables. */
import type { AccessibleRecord, Role } from '../desktop/port.ts'

const roles = (...names: Role[]): ReadonlySet<Role> => new Set(names)

/** Containers that carry layout and no meaning of their own. */
// biome-ignore format: a table
export const GENERIC = roles(
  'filler', 'panel', 'section', 'grouping', 'redundant object', 'unknown', 'invalid', 'layered pane', 'split pane',
  'root pane', 'glass pane', 'viewport', 'scroll pane', 'extended', 'header', 'footer', 'block quote', 'group',
)
/** Text that is only there to be read. */
export const PLAIN_TEXT = roles('label', 'static', 'paragraph', 'caption', 'text', 'accelerator label', 'mark')
/** Pictures that are only there to be seen. */
export const IMAGE = roles('image', 'icon', 'canvas', 'drawing area', 'animation')
/** Lines and spacers: nothing to read, nothing to do. */
export const ORNAMENT = roles('separator', 'ruler', 'tear off menu item', 'status bar spacer')
/** Fields that a person types into. */
export const TEXT_ENTRY = roles(
  'entry',
  'text',
  'password text',
  'editbar',
  'terminal',
  'document text',
  'autocomplete',
)
/** Controls whose primary action is the press that a click means, so the outline need not list it. */
// biome-ignore format: a table
export const PRESSABLE = roles(
  'push button', 'button', 'toggle button', 'check box', 'radio button', 'menu', 'menu item', 'check menu item',
  'radio menu item', 'link', 'page tab', 'switch', 'combo box', 'push button menu', 'split button', 'toggle switch',
  'table column header', 'column header', 'expander', 'icon', 'desktop icon', 'list item', 'tree item', 'table row',
  'table cell',
)
/** Controls whose texts inside are their label. */
// biome-ignore format: a table
export const ABSORBS_TEXT = roles(
  'push button', 'button', 'toggle button', 'check box', 'radio button', 'menu item', 'check menu item', 'radio menu item',
  'link', 'page tab', 'switch', 'push button menu', 'split button', 'table column header', 'column header', 'heading',
  'tool tip', 'list item', 'tree item', 'table row', 'table cell', 'row header', 'table row header', 'label',
  'paragraph', 'caption',
)
/** Two-state controls. */
// biome-ignore format: a table
export const TOGGLE = roles(
  'check box', 'radio button', 'toggle button', 'check menu item', 'radio menu item', 'switch', 'toggle switch',
)
/** Roles whose name is their label and not their content: it may be part of their fingerprint. */
// biome-ignore format: a table
export const LABELLED = roles(
  'push button', 'button', 'toggle button', 'check box', 'radio button', 'menu', 'menu item', 'check menu item',
  'radio menu item', 'link', 'page tab', 'slider', 'switch', 'toggle switch', 'push button menu', 'split button',
  'table column header', 'column header', 'expander', 'icon', 'desktop icon',
)
/** Roles whose Value is what they are for; a split pane's or a frame's is not. */
// biome-ignore format: a table
export const VALUED = roles(
  'slider', 'spin button', 'progress bar', 'level bar', 'scroll bar', 'dial', 'table cell', 'rating', 'meter',
)
/** Of these, what shows a number and takes none. */
export const READ_ONLY_VALUE = roles('progress bar', 'level bar', 'meter', 'table cell')
/** Parts of a collection; toolkits recycle their widgets for other rows. */
export const ROW = roles('table row', 'table cell', 'list item', 'tree item', 'row header', 'table row header')
/** Commands in a menu. */
export const MENU_ITEM = roles('menu item', 'check menu item', 'radio menu item')
/** Containers of rows. */
export const COLLECTION = roles(
  'list',
  'list box',
  'tree',
  'tree table',
  'table',
  'grid',
  'icon pane',
  'directory pane',
)
/** What holds its children back until it is opened. */
export const OPENS = roles('menu', 'combo box', 'push button menu')
/** What moves its content and so keeps part of it out of view. */
export const CLIPS: ReadonlySet<Role> = new Set(['scroll pane', 'viewport', ...COLLECTION])
const DOCUMENT = /^document /

export const isDocument = (role: Role): boolean => DOCUMENT.test(role)
export const isPassword = (role: Role): boolean => role === 'password text'

/**
 * A text field by its role, states and interfaces. `text` that is not editable and has no EditableText is read-only prose;
 * Chromium's fields are editable without it.
 */
export function isTextEntry(record: AccessibleRecord): boolean {
  if (isPassword(record.role)) return true
  if (record.states.has('editable') && record.interfaces.has('EditableText')) return !TOGGLE.has(record.role)
  if (record.states.has('editable') && record.interfaces.has('Text') && TEXT_ENTRY.has(record.role)) return true
  return TEXT_ENTRY.has(record.role) && record.interfaces.has('EditableText')
}

/** Text that may be the label of what it is in. A field, and a page of text with a caret, are something by themselves. */
export function isLabelText(record: AccessibleRecord): boolean {
  if (!PLAIN_TEXT.has(record.role) || isTextEntry(record)) return false
  return record.role !== 'text' || !record.states.has('focusable')
}

/**
 * Sensitive decides: toolkits take it away together with enabled or alone, and GTK 4 never says enabled at all. Of a
 * notebook's tabs GTK 3 says enabled alone, whether they are sensitive or not; LibreOffice says of the cells of a sheet that
 * they are enabled and editable, and of nothing in it that it is sensitive.
 */
export function isDisabled({ role, states }: AccessibleRecord): boolean {
  if (states.has('sensitive')) return false
  const isEnabled = role === 'page tab' || (role === 'table cell' && states.has('editable'))
  return !(isEnabled && states.has('enabled'))
}

export function hasValue(record: AccessibleRecord): boolean {
  return record.interfaces.has('Value') && VALUED.has(record.role) && !isSheetCell(record)
}

/** A cell of a spreadsheet is named after its place. What it shows is its text; as a number a text is 0, and so is nothing. */
export function isSheetCell({ role, states, interfaces }: AccessibleRecord): boolean {
  return role === 'table cell' && states.has('editable') && interfaces.has('Text') && interfaces.has('Value')
}

/** Whether "disabled" means anything for this accessible: whether a person could use it at all. */
export function isInteractive(record: AccessibleRecord): boolean {
  return (
    PRESSABLE.has(record.role) ||
    LABELLED.has(record.role) ||
    TEXT_ENTRY.has(record.role) ||
    record.role === 'spin button' ||
    record.role === 'list box'
  )
}
