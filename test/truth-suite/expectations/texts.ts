import { done, nothing, only, type Row } from '../rows.ts'

const greeting = 'Grüße, 東京 😀'
const lines = 'one\ntwo\n\tthree'

/** Fields that take a text as it is, and fields that make something else of it. */
export const texts: readonly Row[] = [
  {
    tool: 'set_value',
    on: 'text-entry',
    args: { value: greeting },
    truth: 'success',
    ...done(['text-entry', 'text', { text: greeting }]),
  },
  {
    tool: 'set_value',
    on: 'text-entry',
    args: { value: greeting },
    truth: 'success',
    because: 'it holds this text',
    ...nothing,
  },
  { tool: 'set_value', on: 'text-entry', args: { value: '' }, truth: 'CONFIRMATION_REQUIRED', ...nothing },
  {
    tool: 'set_value',
    on: 'text-entry',
    args: { value: '', confirm: true },
    truth: 'success',
    ...done(['text-entry', 'text', { text: '' }]),
  },
  {
    tool: 'type_text',
    on: 'text-entry',
    args: { text: 'a😀' },
    truth: 'success',
    ...done(['text-entry', 'text', { text: 'a😀' }]),
  },
  {
    tool: 'type_text',
    on: 'text-entry',
    args: { text: 'a😀' },
    truth: 'success',
    because: 'it stood there before: now it stands there twice',
    ...done(['text-entry', 'text', { text: 'a😀a😀' }]),
  },
  {
    tool: 'perform_secondary_action',
    on: 'text-entry',
    args: { action: 'activate' },
    truth: 'effect_not_verified',
    ...nothing,
  },
  {
    tool: 'set_value',
    on: 'limited-entry',
    args: { value: 'abcde' },
    truth: 'success',
    ...done(['limited-entry', 'text', { text: 'abcde' }]),
  },
  {
    tool: 'set_value',
    on: 'limited-entry',
    args: { value: 'too long' },
    truth: 'effect_not_verified',
    ...only(['limited-entry', 'text', { text: 'too l' }]),
  },
  {
    tool: 'type_text',
    on: 'limited-entry',
    args: { text: 'more' },
    truth: 'effect_not_verified',
    because: 'it is full',
    ...nothing,
  },
  {
    tool: 'set_value',
    on: 'upper-entry',
    args: { value: 'loud' },
    truth: 'effect_not_verified',
    ...only(['upper-entry', 'text', { text: 'loud' }], ['upper-entry', 'text', { text: 'LOUD' }]),
  },
  {
    tool: 'type_text',
    on: 'upper-entry',
    args: { text: 'er' },
    truth: 'effect_not_verified',
    because: 'the app left the caret at the beginning, and makes capitals of it',
    ...only(['upper-entry', 'text', { text: 'erLOUD' }], ['upper-entry', 'text', { text: 'ERLOUD' }]),
  },
  {
    tool: 'set_value',
    on: 'rejecting-entry',
    args: { value: 'other' },
    truth: 'effect_not_verified',
    ...only(['rejecting-entry', 'text', { text: 'other' }], ['rejecting-entry', 'text', { text: 'fixed' }]),
  },
  {
    tool: 'type_text',
    on: 'rejecting-entry',
    args: { text: '!' },
    truth: 'effect_not_verified',
    ...only(['rejecting-entry', 'text', { text: '!fixed' }], ['rejecting-entry', 'text', { text: 'fixed' }]),
  },
  {
    tool: 'set_value',
    on: 'text-view',
    args: { value: lines },
    truth: 'success',
    because: 'GTK empties a text view before it fills it',
    ...done(['text-view', 'text', { text: '' }], ['text-view', 'text', { text: lines }]),
  },
  {
    tool: 'type_text',
    on: 'text-view',
    args: { text: '\nfour' },
    truth: 'success',
    ...done(['text-view', 'text', { text: `${lines}\nfour` }]),
  },
]
