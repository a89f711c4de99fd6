import type { Action } from './cells.ts'
import { type Deed, DRAG, line, type Pixel, TYPED } from './steps.ts'

/** Somewhere in the text of the terminal. */
const INSIDE: Pixel = { x: 300, y: 200 }

/** What a key writes into the terminal. */
const bytes = (hex: string) => line('terminal', 'bytes', { hex })

const hotkey: Deed = { steps: [{ tool: 'press_key', args: { key: 'ctrl+a' } }], proves: bytes('01') }
const key: Deed = { steps: [{ tool: 'press_key', args: { key: 'x' } }], proves: bytes('78') }
const isTyped: Deed['proves'] = (entry) => line('terminal', 'bytes')(entry) && String(entry.line).endsWith(TYPED)

const press = (button: string, presses: number) => line('terminal', 'press', { button, presses })

/** It tells accessibility nothing. */
const xterm = {
  left: { steps: [{ tool: 'click', at: INSIDE }], proves: press('left', 1) },
  right: { steps: [{ tool: 'click', at: INSIDE, args: { mouse_button: 'right' } }], proves: press('right', 1) },
  double: { steps: [{ tool: 'click', at: INSIDE, args: { click_count: 2 } }], proves: press('left', 2) },
  type: { steps: [{ tool: 'type_text', args: { text: TYPED } }], proves: isTyped },
  key,
  hotkey,
  scroll: {
    steps: [{ tool: 'scroll', at: INSIDE, args: { direction: 'down', pages: 1 } }],
    proves: line('terminal', 'wheel', { direction: 'down' }),
  },
  // 75 by 14 pixels, in cells of 6 by 13.
  drag: {
    steps: [{ tool: 'drag', at: INSIDE, drag: DRAG }],
    proves: (entry) => line('terminal', 'drag-drop')(entry) && Math.abs(Number(entry.columns) - 12.5) < 1,
  },
} as const satisfies Partial<Record<Action, Deed>>

/** Its text is one element. */
const on = 'terminal'
const vte = {
  left: { steps: [{ tool: 'click', on }], proves: press('left', 1) },
  double: { steps: [{ tool: 'click', on, args: { click_count: 2 } }], proves: press('left', 2) },
  type: { steps: [{ tool: 'type_text', on, args: { text: TYPED } }], proves: isTyped },
  key,
  hotkey,
  scroll: {
    steps: [{ tool: 'scroll', on, args: { direction: 'up', pages: 2 } }],
    proves: line('terminal', 'scroll'),
  },
  drag: { steps: [{ tool: 'drag', on, drag: DRAG }], proves: line('terminal', 'selection') },
  'select text': {
    // A key brings the end into view again.
    before: [{ tool: 'press_key', args: { key: 'Return' } }],
    steps: [{ tool: 'select_text', on, args: { text: 'second' } }],
    proves: line('terminal', 'selection', { text: 'second' }),
  },
  'context menu': {
    steps: [
      { tool: 'click', on, args: { mouse_button: 'right' } },
      { tool: 'click', on: 'Copy item' },
    ],
    proves: line('context-copy', 'menu'),
  },
} as const satisfies Partial<Record<Action, Deed>>

export const terminalDeeds = { xterm, vte }
