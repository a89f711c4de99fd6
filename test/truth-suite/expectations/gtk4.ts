import { done, type Line, nothing, only, type Row } from '../rows.ts'
import { desktop } from './desktop.ts'
import { pressed } from './input.ts'
import { keys, keys4 } from './keys.ts'
import { numbers } from './numbers.ts'
import { pointer } from './pointer.ts'
import { scrolls4 } from './scrolls.ts'
import { password } from './secrets.ts'
import { selections } from './selections.ts'
import { windows } from './windows.ts'

const counted = (id: string): readonly [Line, Line] => [
  [id, 'activate'],
  [id, 'effect'],
]

/**
 * What GTK 4 does otherwise: it answers a press at once and acts 250 ms later, and it empties a field before it fills it.
 * Check boxes and menu items offer no action there.
 */
export const gtk4: readonly Row[] = [
  {
    tool: 'click',
    on: 'liar-button',
    by: 'element',
    truth: 'effect_not_verified',
    ...only(['liar-button', 'activate']),
  },
  { tool: 'click', on: 'disabled-button', truth: 'unsupported', ...nothing },
  { tool: 'click', on: 'relabel-button', truth: 'success', ...done(...counted('relabel-button')) },
  {
    tool: 'click',
    on: 'self-disabling-button',
    by: 'element',
    truth: 'success',
    afterwards: ['enable self-disabling-button'],
    ...done(['self-disabling-button', 'activate'], ['self-disabling-button', 'effect', { sensitive: false }]),
  },
  {
    tool: 'click',
    on: 'rebuilder',
    by: 'element',
    meanwhile: ['rebuild'],
    truth: 'STALE_ELEMENT',
    because: 'the look-alike is another object',
    ...nothing,
  },
  {
    tool: 'set_value',
    on: 'text-entry',
    args: { value: 'Grüße, 東京 😀' },
    truth: 'success',
    ...done(['text-entry', 'text', { text: '' }], ['text-entry', 'text', { text: 'Grüße, 東京 😀' }]),
  },
  {
    tool: 'type_text',
    on: 'text-entry',
    args: { text: '!' },
    truth: 'success',
    because: 'GTK leaves the caret at the beginning of what was set',
    ...done(['text-entry', 'text', { text: '!Grüße, 東京 😀' }]),
  },
  {
    tool: 'set_value',
    on: 'limited-entry',
    args: { value: 'too long' },
    truth: 'effect_not_verified',
    ...only(['limited-entry', 'text', { text: 'too l' }]),
  },
  {
    tool: 'set_value',
    on: 'text-view',
    args: { value: 'one\ntwo' },
    truth: 'success',
    ...done(['text-view', 'text', { text: '' }], ['text-view', 'text', { text: 'one\ntwo' }]),
  },
  { tool: 'set_value', on: 'keystroke-input', args: { value: 'x' }, truth: 'unsupported', ...nothing },
  ...numbers.filter(({ tool, appSpecific }) => tool === 'set_value' && !appSpecific),
  {
    tool: 'set_value',
    on: 'snap-slider',
    args: { value: '57' },
    truth: 'effect_not_verified',
    because: 'GTK 4 tells no step, so 60 is not what was asked for',
    ...only(['snap-slider', 'value', { value: 57, settled: 60 }], ['snap-slider', 'value', { value: 60, settled: 60 }]),
  },
  {
    tool: 'click',
    on: 'honest-button',
    needsHistory: true,
    truth: 'success',
    ...done(...counted('honest-button')),
  },
  { tool: 'click', on: 'tiny-button', needsHistory: true, truth: 'success', ...done(...counted('tiny-button')) },
  { tool: 'click', on: 'rebuilder', needsHistory: true, truth: 'success', ...done(...counted('rebuilder')) },
  { tool: 'click', on: 'quick-button', needsHistory: true, truth: 'success', ...done(...counted('quick-button')) },
  {
    tool: 'click',
    on: 'slow-button',
    by: 'element',
    needsHistory: true,
    truth: 'verifier_ambiguous',
    because: 'nothing encloses an effect that comes 550 ms after the answer',
    ...done(...counted('slow-button')),
  },
  {
    tool: 'click',
    on: 'late-button',
    by: 'element',
    truth: 'effect_not_verified',
    because: '250 ms and 800 ms are more than the second that an effect may take',
    ...done(...counted('late-button')),
  },
  { tool: 'set_value', on: 'Password', args: { value: password }, truth: 'CONFIRMATION_REQUIRED', ...nothing },
  {
    tool: 'set_value',
    on: 'Password',
    args: { value: password, confirm: true },
    truth: 'verifier_ambiguous',
    because: 'a secret is never read back',
    ...done(['password-entry', 'text', { text: password }]),
  },
  {
    tool: 'perform_secondary_action',
    on: 'honest-button',
    args: { action: 'click' },
    needsHistory: true,
    truth: 'success',
    ...done(...counted('honest-button')),
  },
  {
    tool: 'perform_secondary_action',
    on: 'honest-button',
    args: { action: 'levitate' },
    truth: 'ACTION_NOT_FOUND',
    ...nothing,
  },
  {
    tool: 'perform_secondary_action',
    on: 'menu-bar',
    args: { action: 'fixture.menu-archive' },
    needsHistory: true,
    truth: 'success',
    ...done(['menu-archive', 'menu', { label: 'Archive' }]),
  },
  {
    tool: 'perform_secondary_action',
    on: 'context-target',
    truth: 'unsupported',
    because: 'an open menu would grab the keyboard of the person, who did not agree',
    ...nothing,
  },
  {
    tool: 'click',
    on: 'context-target',
    args: { mouse_button: 'right' },
    truth: 'unsupported',
    because: "whoever opens it, its menu grabs the person's keyboard",
    ...nothing,
  },
  {
    tool: 'click',
    on: 'dialog-button',
    by: 'element',
    focus: 'returned',
    truth: 'success',
    because: 'a GTK 4 app says of each new window that the person has just used it',
    ...done(['dialog-button', 'activate'], ['dialog', 'open']),
  },
  {
    tool: 'click',
    on: 'dialog-ok',
    by: 'element',
    truth: 'success',
    ...done(['dialog', 'close', { answer: 'dialog-ok' }]),
  },
  ...pointer,
  {
    tool: 'drag',
    on: { from: { of: 'Parcel' }, to: { of: 'inert-area' } },
    needsHistory: true,
    truth: 'effect_not_verified',
    because: 'it takes no drops',
    ...only(pressed('drag-source'), ['drag-source', 'drag-begin'], ['drag-source', 'drag-end']),
  },
  ...keys,
  ...keys4,
  ...scrolls4,
  ...selections,
  ...windows,
  ...desktop,
  {
    tool: 'open_app',
    args: { app: 'Calculator', confirm: true },
    witness: 'windows',
    focus: 'returned',
    truth: 'success',
    because: 'a GTK 4 app says of each new window that the person has just used it',
    ...done(['gnome-calculator', 'shown']),
  },
]
