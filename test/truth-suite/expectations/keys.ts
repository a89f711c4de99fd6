import { nothing, only, type Row } from '../rows.ts'
import { keyDown, keyUp, pressed, released } from './input.ts'

const area = 'key-area'
const toArea = ['focus key-area']

/** Keys and chords, into what has the focus inside the app. */
export const keys: readonly Row[] = [
  {
    tool: 'press_key',
    args: { key: 'F5' },
    meanwhile: toArea,
    needsHistory: true,
    truth: 'success',
    journal: [keyDown(area, 'F5'), [area, 'chord', { chord: 'f5' }], keyUp(area, 'F5')],
    intended: [area, 'chord', { chord: 'f5' }],
  },
  {
    tool: 'press_key',
    args: { key: 'ctrl+shift+a' },
    meanwhile: toArea,
    needsHistory: true,
    truth: 'success',
    journal: [
      keyDown(area, 'Control_L'),
      keyDown(area, 'Shift_L'),
      keyDown(area, 'A'),
      [area, 'chord', { chord: 'ctrl+shift+a' }],
      keyUp(area, 'A'),
      keyUp(area, 'Shift_L'),
      keyUp(area, 'Control_L'),
    ],
    intended: [area, 'chord', { chord: 'ctrl+shift+a' }],
  },
  {
    tool: 'press_key',
    args: { key: 'alt+F4' },
    meanwhile: toArea,
    needsHistory: true,
    truth: 'success',
    because: 'the app hears it before its window manager does, and nobody closes anything',
    journal: [
      keyDown(area, 'Alt_L'),
      keyDown(area, 'F4'),
      [area, 'chord', { chord: 'alt+f4' }],
      keyUp(area, 'F4'),
      keyUp(area, 'Alt_L'),
    ],
    intended: [area, 'chord', { chord: 'alt+f4' }],
  },
  {
    tool: 'press_key',
    args: { key: 'x' },
    meanwhile: ['focus tab-third'],
    needsHistory: true,
    truth: 'success',
    journal: [keyDown('tab-third', 'x'), ['tab-third', 'text', { text: 'x' }], keyUp('tab-third', 'x')],
    intended: ['tab-third', 'text', { text: 'x' }],
  },
  {
    tool: 'press_key',
    args: { key: 'Tab', expect: { role: 'label', name: 'tab-second' } },
    meanwhile: ['focus tab-first'],
    truth: 'success',
    because: 'a readout tells, which has just changed before as well',
    journal: [keyDown('tab-first', 'Tab'), ['tab-second', 'focus'], keyUp('tab-second', 'Tab')],
    intended: ['tab-second', 'focus'],
  },
  { tool: 'press_key', args: { key: 'ctrl+nonsense' }, truth: 'INVALID_ARGUMENTS', ...nothing },
  { tool: 'press_key', args: { key: 'super+Delete' }, meanwhile: toArea, truth: 'CONFIRMATION_REQUIRED', ...nothing },
  {
    tool: 'type_text',
    on: 'tab-second',
    args: { text: 'é1', method: 'keys' },
    needsHistory: true,
    truth: 'success',
    journal: [
      pressed('tab-second'),
      ['tab-second', 'focus'],
      released('tab-second'),
      keyDown('tab-second', 'eacute'),
      ['tab-second', 'text', { text: 'é' }],
      keyUp('tab-second', 'eacute'),
      keyDown('tab-second', '1'),
      ['tab-second', 'text', { text: 'é1' }],
      keyUp('tab-second', '1'),
    ],
    intended: ['tab-second', 'text', { text: 'é1' }],
  },
]

/** Where nothing but the focus shows what a key did. */
export const keys3: readonly Row[] = [
  {
    tool: 'press_key',
    args: { key: 'x' },
    meanwhile: ['focus honest-button'],
    needsHistory: true,
    truth: 'verifier_ambiguous',
    because: 'what has the focus inside a window that is not active, the app does not tell',
    ...only(keyDown('honest-button', 'x'), keyUp('honest-button', 'x')),
  },
]

export const keys4: readonly Row[] = [
  {
    tool: 'press_key',
    args: { key: 'x' },
    meanwhile: ['focus honest-button'],
    needsHistory: true,
    truth: 'effect_not_verified',
    because: 'a button does nothing at a letter',
    ...only(keyDown('honest-button', 'x'), keyUp('honest-button', 'x')),
  },
]
