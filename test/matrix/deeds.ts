import type { Action, Toolkit } from './cells.ts'
import { type Deed, DRAG, line, type Step, TYPED } from './steps.ts'
import { terminalDeeds } from './terminal-deeds.ts'
import { tkDeeds } from './tk-deeds.ts'

const PRESS_KEY_AREA: Step = { tool: 'click', on: 'key-area', by: 'point' }

/** Where a toolkit has another control for it. */
interface Names {
  /** A field whose selection is journalled, and a piece of its text. */
  readonly selectable: readonly [control: string, piece: string]
  /** The field keeps its selection while other things are done; this takes it away. */
  readonly unselect?: Step
  /** Item of the context menu, and where it is journalled. Qt 5 tells accessibility nothing of its menus. */
  readonly item: Pick<Step, 'on' | 'role' | 'popup'>
}

/** Of apps/page.html. */
const page: Names = { selectable: ['text-view', 'second'], item: { on: 'Copy item' } }

const names: Record<Exclude<Toolkit, keyof typeof bare>, Names> = {
  gtk3: { selectable: ['select-entry', 'quick'], item: { on: 'context-copy' } },
  gtk4: { selectable: ['select-entry', 'quick'], item: { on: 'Copy row', role: 'menu item' } },
  qt: { selectable: ['text-view', 'second'], item: { popup: true } },
  chromium: page,
  firefox: { ...page, unselect: { tool: 'select_text', on: 'text-view', args: { text: 'first', position: 'before' } } },
}

/** Apps without such controls, or without elements for them. */
const bare = { ...terminalDeeds, tk: tkDeeds } as const

export function deedOf(toolkit: Toolkit, action: Action): Deed {
  if (!isBare(toolkit)) return deedWithControls(toolkit, action)
  const deeds: Partial<Record<Action, Deed>> = bare[toolkit]
  const deed = deeds[action]
  if (deed === undefined) throw new Error(`there is no ${action} in ${toolkit}`)
  return deed
}

const isBare = (toolkit: Toolkit): toolkit is keyof typeof bare => toolkit in bare

function deedWithControls(toolkit: keyof typeof names, action: Action): Deed {
  const { selectable, unselect, item } = names[toolkit]
  const near = (is: unknown, asked: number) => Math.abs(Number(is) - asked) <= 2
  const deeds: Record<Action, Deed> = {
    left: { steps: [{ tool: 'click', on: 'honest-button' }], proves: line('honest-button', 'effect') },
    right: {
      steps: [{ tool: 'click', on: 'canvas', args: { mouse_button: 'right' } }],
      proves: line('canvas', 'effect', { button: 'right' }),
    },
    double: {
      steps: [{ tool: 'click', on: 'canvas', args: { click_count: 2 } }],
      proves: line('canvas', 'effect', { button: 'left', presses: 2 }),
    },
    type: {
      steps: [{ tool: 'type_text', on: 'text-entry', args: { text: TYPED } }],
      proves: (entry) => line('text-entry', 'text')(entry) && String(entry.text).includes(TYPED),
    },
    key: {
      before: [PRESS_KEY_AREA],
      steps: [{ tool: 'press_key', args: { key: 'x' } }],
      proves: line('key-area', 'chord', { chord: 'x' }),
    },
    hotkey: {
      before: [PRESS_KEY_AREA],
      steps: [{ tool: 'press_key', args: { key: 'ctrl+shift+a' } }],
      proves: line('key-area', 'chord', { chord: 'ctrl+shift+a' }),
    },
    scroll: {
      steps: [{ tool: 'scroll', on: 'row-list', args: { direction: 'down', pages: 2 } }],
      proves: line('row-list', 'scroll'),
    },
    drag: {
      steps: [{ tool: 'drag', on: 'drag-pad', drag: DRAG }],
      proves: (entry) =>
        line('drag-pad', 'drag-drop')(entry) &&
        near(entry.dx, DRAG.to.dx - DRAG.from.dx) &&
        near(entry.dy, DRAG.to.dy - DRAG.from.dy),
    },
    'set value': {
      // It may hold that value from the cell before.
      before: [{ tool: 'set_value', on: 'plain-slider', args: { value: '10' } }],
      steps: [{ tool: 'set_value', on: 'plain-slider', args: { value: '30' } }],
      proves: line('plain-slider', 'value', { value: 30 }),
    },
    'select text': {
      ...(unselect && { before: [unselect] }),
      steps: [{ tool: 'select_text', on: selectable[0], args: { text: selectable[1] } }],
      proves: line(selectable[0], 'selection', { text: selectable[1] }),
    },
    'context menu': {
      steps: [
        { tool: 'click', on: 'context-target', args: { mouse_button: 'right' } },
        { tool: 'click', ...item },
      ],
      proves: line('context-copy', 'menu'),
    },
    'child window': {
      steps: [
        { tool: 'click', on: 'dialog-button' },
        { tool: 'click', on: 'dialog-ok' },
      ],
      proves: line('dialog', 'close', { answer: 'dialog-ok' }),
    },
  }
  return deeds[action]
}
