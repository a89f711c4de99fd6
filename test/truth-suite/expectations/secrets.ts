import { done, nothing, type Row } from '../rows.ts'

/** Typed by the suite and looked for afterwards wherever the server writes. */
export const password = 'correct horse battery'

/** A password, and a button whose label says that something would be lost. */
export const secrets: readonly Row[] = [
  { tool: 'set_value', on: 'password-entry', args: { value: password }, truth: 'CONFIRMATION_REQUIRED', ...nothing },
  { tool: 'type_text', on: 'password-entry', args: { text: password }, truth: 'CONFIRMATION_REQUIRED', ...nothing },
  {
    tool: 'set_value',
    on: 'password-entry',
    args: { value: password, confirm: true },
    truth: 'verifier_ambiguous',
    because: 'a secret is never read back',
    ...done(['password-entry', 'text', { text: password }]),
  },
  {
    tool: 'type_text',
    on: 'password-entry',
    args: { text: password, confirm: true },
    truth: 'verifier_ambiguous',
    because: 'a secret is never read back',
    ...done(['password-entry', 'text', { text: `${password}${password}` }]),
  },
  {
    tool: 'click',
    on: 'self-removing-button',
    truth: 'CONFIRMATION_REQUIRED',
    because: 'its label says Remove',
    ...nothing,
  },
  {
    tool: 'click',
    on: 'self-removing-button',
    args: { confirm: true },
    by: 'element',
    truth: 'success',
    ...done(['self-removing-button', 'activate'], ['self-removing-button', 'effect', { removed: true }]),
  },
]
