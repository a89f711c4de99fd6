import type { Action } from './cells.ts'
import { type Deed, DRAG, line, type Pixel, type Step, TYPED } from './steps.ts'

/** Where the controls of apps/tk.py are in its picture: the middle of each. */
const at = {
  count: { x: 100, y: 40 },
  dialog: { x: 300, y: 40 },
  canvas: { x: 100, y: 100 },
  'drag-pad': { x: 300, y: 100 },
  'key-area': { x: 100, y: 160 },
  'context-target': { x: 300, y: 160 },
  'text-entry': { x: 200, y: 215 },
  'row-list': { x: 570, y: 150 },
  /** In the dialog. */
  ok: { x: 120, y: 60 },
} as const satisfies Record<string, Pixel>

const click = (where: Pixel, args: Step['args'] = {}): Step => ({ tool: 'click', at: where, args })
const near = (is: unknown, asked: number): boolean => Math.abs(Number(is) - asked) <= 2

export const tkDeeds = {
  left: { steps: [click(at.count)], proves: line('honest-button', 'effect') },
  right: {
    steps: [click(at.canvas, { mouse_button: 'right' })],
    proves: line('canvas', 'effect', { button: 'right' }),
  },
  double: {
    steps: [click(at.canvas, { click_count: 2 })],
    proves: line('canvas', 'effect', { button: 'left', presses: 2 }),
  },
  type: {
    before: [click(at['text-entry'])],
    steps: [{ tool: 'type_text', args: { text: TYPED } }],
    proves: (entry) => line('text-entry', 'text')(entry) && String(entry.text).includes(TYPED),
  },
  key: {
    before: [click(at['key-area'])],
    steps: [{ tool: 'press_key', args: { key: 'x' } }],
    proves: line('key-area', 'chord', { chord: 'x' }),
  },
  hotkey: {
    before: [click(at['key-area'])],
    steps: [{ tool: 'press_key', args: { key: 'ctrl+shift+a' } }],
    proves: line('key-area', 'chord', { chord: 'ctrl+shift+a' }),
  },
  scroll: {
    steps: [{ tool: 'scroll', at: at['row-list'], args: { direction: 'down', pages: 2 } }],
    proves: line('row-list', 'scroll', { direction: 'down' }),
  },
  drag: {
    steps: [{ tool: 'drag', at: at['drag-pad'], drag: DRAG }],
    proves: (entry) =>
      line('drag-pad', 'drag-drop')(entry) &&
      near(entry.dx, DRAG.to.dx - DRAG.from.dx) &&
      near(entry.dy, DRAG.to.dy - DRAG.from.dy),
  },
  'context menu': {
    steps: [click(at['context-target'], { mouse_button: 'right' }), { tool: 'click', popup: true }],
    proves: line('context-copy', 'menu'),
  },
  'child window': {
    steps: [click(at.dialog), { ...click(at.ok), window: 'Question' }],
    proves: line('dialog', 'close', { answer: 'dialog-ok' }),
  },
} as const satisfies Partial<Record<Action, Deed>>
