import type { Action, Address, Cell, Toolkit } from './cells.ts'

/** Cells that there is nothing to play for, written by hand. */
interface Gap {
  readonly toolkit: readonly Toolkit[]
  readonly action: readonly Action[]
  readonly address?: Address
  readonly because: string
}

const gaps: readonly Gap[] = [
  {
    toolkit: ['xterm', 'tk'],
    action: ['left', 'right', 'double', 'scroll', 'context menu', 'child window'],
    address: 'element',
    because: 'they tell accessibility nothing, so that no element has an id',
  },
  {
    toolkit: ['xterm', 'tk'],
    action: ['set value', 'select text'],
    because: 'the tool takes an element',
  },
  {
    toolkit: ['xterm', 'vte'],
    action: ['set value', 'child window'],
    because: 'a terminal has no control with a value and opens no window',
  },
  {
    toolkit: ['vte'],
    action: ['right'],
    because: 'it opens the context menu, which is a row of its own',
  },
  {
    toolkit: ['xterm'],
    action: ['context menu'],
    because: 'its menus come while Control is held with the button, which no tool does',
  },
]

export const makesSense = (cell: Cell): boolean =>
  !gaps.some(
    ({ toolkit, action, address = cell.address }) =>
      toolkit.includes(cell.toolkit) && action.includes(cell.action) && address === cell.address,
  )
