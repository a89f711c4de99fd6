/** Words on a control that mean something is lost. Matched as whole words, in the languages listed. */
const destructiveWords = [
  // English
  'delete',
  'remove',
  'erase',
  'trash',
  'discard',
  "don't save",
  'do not save',
  'reset',
  'format',
  'uninstall',
  'destroy',
  'wipe',
  'shut down',
  'log out',
  'overwrite',
  'empty trash',
  // German
  'löschen',
  'entfernen',
  'verwerfen',
  'nicht speichern',
  'zurücksetzen',
  'formatieren',
  'deinstallieren',
  'überschreiben',
  'herunterfahren',
  'abmelden',
  // French
  'supprimer',
  'effacer',
  'enlever',
  'ne pas enregistrer',
  'réinitialiser',
  'désinstaller',
  'éteindre',
  'se déconnecter',
  // Spanish
  'eliminar',
  'borrar',
  'quitar',
  'descartar',
  'no guardar',
  'restablecer',
  'formatear',
  'desinstalar',
  'apagar',
  'cerrar sesión',
  // Italian
  'elimina',
  'cancella',
  'rimuovi',
  'scarta',
  'non salvare',
  'formatta',
  'disinstalla',
  'spegni',
  // Portuguese
  'excluir',
  'apagar',
  'remover',
  'não salvar',
  'redefinir',
  'desinstalar',
  'desligar',
] as const

const fold = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[‘’ʼ`´]/gu, "'")
    // GTK mnemonics and trailing ellipses are decoration.
    .replace(/[_&…]/gu, '')

const literal = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const compile = (words: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.map((word) => literal(fold(word))).join('|')})(?![\\p{L}\\p{N}])`, 'u')

const builtin = compile(destructiveWords)

/** Does this label announce that something will be lost? `Information` does not contain `format` here. */
export function isDestructiveLabel(label: string, operatorWords: readonly string[] = []): boolean {
  const folded = fold(label)
  return builtin.test(folded) || (operatorWords.length > 0 && compile(operatorWords).test(folded))
}

/** What an action would do, as far as confirmation cares. */
export interface ConfirmationInput {
  readonly confirmed: boolean
  /** Label of what would be pressed, if anything is. */
  readonly pressedLabel?: string
  /** The action must be confirmed whatever else holds; says why, as a sentence. */
  readonly always?: string
  /** The field written to holds a secret. */
  readonly writesSecret: boolean
  /** A field that holds something would be emptied. */
  readonly clearsValue: boolean
  /** The operator wants to be asked for this app. */
  readonly appNeedsConfirmation: boolean
  readonly operatorWords: readonly string[]
}

/** Why the person must be asked first, in words for the model; undefined when nobody must. */
export function confirmationNeeded(input: ConfirmationInput): string | undefined {
  if (input.confirmed) return undefined
  if (input.appNeedsConfirmation) return 'The operator wants every action in this app confirmed.'
  if (input.always !== undefined) return input.always
  if (input.writesSecret) return 'The field holds a secret.'
  if (input.clearsValue) return 'This would clear a field that holds something.'
  if (input.pressedLabel !== undefined && isDestructiveLabel(input.pressedLabel, input.operatorWords))
    return 'The label of the control says that something would be lost.'
  return undefined
}
