import { type Line, only, type Row } from '../rows.ts'

const pressed = (id: string, button: number): Line => [id, 'button-press', { button }]
const released = (id: string, button: number): Line => [id, 'button-release', { button }]
const typed = (id: string, name: string, heard: string): readonly Line[] => [
  [id, 'key-press', { key: name }],
  [id, 'effect', { text: heard }],
  [id, 'key-release', { key: name }],
]

/**
 * What accessibility cannot do is done by the agent's own pointer and keyboard. The app hears them as it would hear a
 * person; the person in front notices nothing.
 */
export const seat: readonly Row[] = [
  {
    tool: 'click',
    on: 'honest-button',
    args: { mouse_button: 'middle' },
    truth: 'effect_not_verified',
    because: 'GTK 3 buttons hear only the first button',
    ...only(pressed('honest-button', 2), released('honest-button', 2)),
  },
  {
    tool: 'type_text',
    on: 'keystroke-input',
    args: { text: 'hq' },
    truth: 'success',
    because: 'the field holds nothing of it, but its echo does',
    journal: [
      pressed('keystroke-input', 1),
      released('keystroke-input', 1),
      ...typed('keystroke-input', 'h', 'h'),
      ...typed('keystroke-input', 'q', 'hq'),
    ],
    intended: ['keystroke-input', 'effect', { text: 'hq' }],
  },
  {
    tool: 'click',
    on: 'text-entry',
    truth: 'verifier_ambiguous',
    because: 'what has the focus inside a window that is not active, the app does not tell',
    ...only(pressed('text-entry', 1), released('text-entry', 1)),
  },
]
