import { describe, expect, it } from 'vitest'
import { type ConfirmationInput, confirmationNeeded, isDestructiveLabel } from './confirmation.ts'

describe('labels that announce a loss', () => {
  it.each([
    'Delete',
    'DELETE',
    '_Delete',
    'Delete…',
    'Delete 3 files',
    'Move to Trash',
    'Erase',
    'Discard changes',
    "Don't Save",
    'Don’t Save',
    'Reset',
    'Format',
    'Uninstall',
    'Destroy',
    'Wipe',
    'Shut Down',
    'Log Out',
    'Löschen',
    'Nicht speichern',
    'Supprimer',
    'Eliminar',
    'Cancella',
    'Excluir',
    'Remove (all)',
  ])('%s', (label) => expect(isDestructiveLabel(label)).toBe(true))

  it.each([
    'Information',
    'Preset',
    'Presets',
    'Formatting',
    'Undeleted',
    'Save',
    'Cancel',
    'OK',
    '',
    'Removed items view',
  ])('not %s', (label) => expect(isDestructiveLabel(label)).toBe(false))

  it("knows the operator's own words, as words", () => {
    expect(isDestructiveLabel('Place order', ['order'])).toBe(true)
    expect(isDestructiveLabel('Border', ['order'])).toBe(false)
  })
})

describe('confirmation', () => {
  const harmless: ConfirmationInput = {
    confirmed: false,
    pressedLabel: 'Save',
    writesSecret: false,
    clearsValue: false,
    appNeedsConfirmation: false,
    operatorWords: [],
  }
  it.each<[string, Partial<ConfirmationInput>, boolean]>([
    ['nothing special', {}, false],
    ['a destructive label', { pressedLabel: 'Delete' }, true],
    ['a secret', { writesSecret: true }, true],
    ['clearing', { clearsValue: true }, true],
    ["the operator's app", { appNeedsConfirmation: true }, true],
    ['no label at all', { pressedLabel: undefined as never }, false],
  ])('%s', (_name, change, needed) => {
    expect(confirmationNeeded({ ...harmless, ...change }) !== undefined).toBe(needed)
    expect(confirmationNeeded({ ...harmless, ...change, confirmed: true })).toBeUndefined()
  })
})
