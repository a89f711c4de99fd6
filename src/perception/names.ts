/** Names that are none. Pure. */
import type { AccessibleRecord } from '../desktop/port.ts'
import { GENERIC, ROW } from './roles.ts'

/** GTK 4 names a widget that has no label after its class. */
const TOOLKIT_CLASS = /^(?:Gtk|Adw|Hdy)[A-Z][A-Za-z0-9]*$/
/** An app's own class, where nothing but a class is likely: on a container, or on a row that holds its texts inside. */
const ANY_CLASS = /^[A-Z][a-z0-9]+(?:[A-Z][A-Za-z0-9]*)+$/

/** The accessible's name, or undefined where it is blank or only the name of a class. */
export function nameOf({ role, name }: Pick<AccessibleRecord, 'role' | 'name'>): string | undefined {
  if (name.trim() === '' || TOOLKIT_CLASS.test(name)) return undefined
  return GENERIC.has(role) && ANY_CLASS.test(name) ? undefined : name
}

/** A row's name that may be its class: to be used only where the row holds no text. */
export function isDoubtful({ role, name }: Pick<AccessibleRecord, 'role' | 'name'>): boolean {
  return ROW.has(role) && ANY_CLASS.test(name)
}
