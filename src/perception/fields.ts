/** Which details are worth a round trip for an accessible. Pure. */
import type { AccessibleRecord, DetailField } from '../desktop/port.ts'
import {
  GENERIC,
  hasValue,
  isDocument,
  isInteractive,
  isPassword,
  isSheetCell,
  isTextEntry,
  ORNAMENT,
  PLAIN_TEXT,
  ROW,
} from './roles.ts'

/** What the tree around an accessible says about it. */
export interface Surroundings {
  /** A password entry or inside one. */
  readonly secret: boolean
  /** Inside a control that holds nothing but its label: its text is all that counts. */
  readonly inert: boolean
  /** A wrapper so small that it may be an icon that can be pressed. */
  readonly mayBeTarget: boolean
}

/** Never the text or the value of a secret accessible: what is not read cannot leak. */
export function fieldsFor(record: AccessibleRecord, around: Surroundings): readonly DetailField[] {
  const { role, interfaces } = record
  if (ORNAMENT.has(role)) return []
  const secret = around.secret || isPassword(role)
  // Hundreds that are alike: their place and what they hold is all there is to them.
  if (isSheetCell(record)) return secret ? ['box'] : ['box', 'text', 'row']
  if (around.inert) return !secret && wantsText(record) ? ['text'] : []
  const generic = GENERIC.has(role)
  const actions = interfaces.has('Action') && wantsActions(record, around)
  const fields: DetailField[] = []
  if (interfaces.has('Component')) fields.push('box')
  if (actions) fields.push('actions')
  if (!generic || actions) fields.push('identifier')
  if (secret) return fields
  if (wantsText(record)) fields.push('text')
  if (hasValue(record)) fields.push('value')
  if (isTextEntry(record)) fields.push('attributes')
  if (isInteractive(record) && !ROW.has(role) && record.description.trim() === '') fields.push('help')
  if (role === 'link') fields.push('uri')
  if (isDocument(role)) fields.push('document')
  if (ROW.has(role)) fields.push('row')
  return fields
}

/** GTK 4 gives every label and every container a list of actions, each of which costs a round trip. */
function wantsActions({ role, states }: AccessibleRecord, around: Surroundings): boolean {
  if (PLAIN_TEXT.has(role)) return role === 'text' || states.has('focusable')
  return !GENERIC.has(role) || around.mayBeTarget
}

/** Labels repeat their name as text; entries and prose have it only there. */
function wantsText(record: AccessibleRecord): boolean {
  if (!record.interfaces.has('Text') || record.role === 'scroll bar') return false
  if (isTextEntry(record) || record.role === 'spin button' || record.role === 'combo box') return true
  if (isSheetCell(record)) return true
  if (PLAIN_TEXT.has(record.role) || ROW.has(record.role)) return record.name.trim() === ''
  return record.role === 'heading' || record.role === 'link' ? record.name.trim() === '' : !isInteractive(record)
}
