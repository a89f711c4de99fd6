import { done, nothing, only, type Row } from '../rows.ts'

/** What is asked of the desktop and not of an app's controls. `installed.ts` has the apps. */
export const desktop: readonly Row[] = [
  {
    tool: 'write_clipboard',
    args: { text: 'Größe 日本 😀\nline 2' },
    witness: 'clipboard',
    truth: 'CONFIRMATION_REQUIRED',
    ...nothing,
  },
  {
    tool: 'write_clipboard',
    args: { text: 'Größe 日本 😀\nline 2', confirm: true },
    witness: 'clipboard',
    truth: 'success',
    ...done(['clipboard', 'holds', { text: 'Größe 日本 😀\nline 2' }]),
  },
  {
    tool: 'write_clipboard',
    args: { text: 'Größe 日本 😀\nline 2', confirm: true },
    witness: 'clipboard',
    truth: 'success',
    because: 'it is there',
    ...nothing,
  },
  { tool: 'open_app', args: { app: 'Truth notes' }, witness: 'windows', truth: 'CONFIRMATION_REQUIRED', ...nothing },
  { tool: 'open_app', args: { app: 'no such app', confirm: true }, truth: 'APP_NOT_FOUND', ...nothing },
  {
    tool: 'open_app',
    args: { app: 'Truth notes', confirm: true },
    witness: 'windows',
    truth: 'success',
    ...done(['truth-notes', 'shown']),
  },
  {
    tool: 'open_app',
    args: { app: 'Truth notes' },
    witness: 'windows',
    truth: 'success',
    because: 'it runs',
    ...nothing,
  },
  {
    tool: 'open_app',
    args: { app: 'Truth notes', activate: true, confirm: true },
    witness: 'windows',
    truth: 'unsupported',
    because: 'it would take the focus, which the call does not allow',
    ...nothing,
  },
  {
    tool: 'open_app',
    args: { app: 'Truth notes', activate: true, confirm: true, allow_focus_change: true },
    witness: 'windows',
    focus: 'moved',
    truth: 'success',
    ...done(['truth-notes', 'in front']),
  },
  {
    tool: 'manage_window',
    args: { app: 'truth-notes', action: 'close', confirm: true },
    witness: 'windows',
    truth: 'success',
    ...done(['truth-notes', 'gone']),
  },
  { tool: 'open_url', args: { url: 'http://127.0.0.1:9/' }, witness: 'handler', truth: 'unsupported', ...nothing },
  {
    tool: 'open_url',
    args: { url: 'truth-note:one', allow_focus_change: true },
    witness: 'handler',
    truth: 'CONFIRMATION_REQUIRED',
    because: 'it is no web page',
    ...nothing,
  },
  { tool: 'open_url', args: { url: 'one', allow_focus_change: true }, truth: 'INVALID_ARGUMENTS', ...nothing },
  {
    tool: 'open_url',
    args: { url: 'truth-nobody:one', confirm: true, allow_focus_change: true },
    truth: 'APP_NOT_FOUND',
    ...nothing,
  },
  {
    tool: 'open_url',
    args: { url: 'truth-note:two?of=2', confirm: true, allow_focus_change: true },
    witness: 'handler',
    focus: 'moved',
    truth: 'success',
    ...done(['handler', 'opened', { url: 'truth-note:two?of=2' }]),
  },
]

/** What comes to nothing, which takes its time: waited for once is enough. */
export const futile: readonly Row[] = [
  {
    tool: 'open_app',
    args: { app: 'Truth failing', confirm: true },
    witness: 'windows',
    truth: 'effect_not_verified',
    because: 'it ends at once, without a window',
    ...nothing,
  },
  {
    tool: 'open_url',
    args: { url: 'truth-void:three', confirm: true, allow_focus_change: true },
    witness: 'handler',
    truth: 'verifier_ambiguous',
    because: 'it was handed over, and nothing shows what came of it',
    ...only(['handler', 'opened', { url: 'truth-void:three' }]),
  },
]
