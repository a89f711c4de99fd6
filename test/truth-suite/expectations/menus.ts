import { done, nothing, type Row } from '../rows.ts'

const grabs = 'an open menu would grab the keyboard of the person, who did not agree'

/** Menus, a popover inside the window, a dialog. Items of a menu work while it is closed. */
export const menus: readonly Row[] = [
  {
    tool: 'click',
    on: 'menu-archive',
    inside: ['menu-actions'],
    by: 'element',
    truth: 'success',
    ...done(['menu-archive', 'menu', { label: 'Archive' }]),
  },
  {
    tool: 'click',
    on: 'menu-wrap',
    inside: ['menu-actions'],
    by: 'element',
    truth: 'success',
    ...done(['menu-wrap', 'menu', { on: true }]),
  },
  {
    tool: 'click',
    on: 'menu-deep',
    inside: ['menu-actions', 'menu-more'],
    by: 'element',
    truth: 'success',
    ...done(['menu-deep', 'menu', { label: 'Deep item' }]),
  },
  { tool: 'perform_secondary_action', on: 'context-target', truth: 'unsupported', because: grabs, ...nothing },
  {
    tool: 'perform_secondary_action',
    on: 'context-target',
    args: { action: 'popup' },
    truth: 'unsupported',
    because: grabs,
    ...nothing,
  },
  {
    tool: 'click',
    on: 'popover-button',
    by: 'element',
    truth: 'success',
    because: 'the popover opens; the app journals only what is pressed in it',
    ...nothing,
  },
  {
    tool: 'click',
    on: 'popover-action',
    by: 'element',
    truth: 'success',
    ...done(['popover-action', 'effect']),
  },
  { tool: 'click', on: 'popover-button', by: 'element', truth: 'success', because: 'it closes', ...nothing },
  {
    tool: 'click',
    on: 'dialog-button',
    by: 'element',
    truth: 'success',
    ...done(['dialog-button', 'activate'], ['dialog', 'open']),
  },
  {
    tool: 'click',
    on: 'dialog-ok',
    by: 'element',
    truth: 'success',
    ...done(['dialog', 'close', { answer: 'dialog-ok' }]),
  },
  {
    tool: 'click',
    on: 'dialog-button',
    by: 'point',
    truth: 'success',
    ...done(['dialog-button', 'activate'], ['dialog', 'open']),
  },
  {
    tool: 'click',
    on: 'dialog-cancel',
    by: 'point',
    truth: 'success',
    ...done(['dialog', 'close', { answer: 'dialog-cancel' }]),
  },
]
