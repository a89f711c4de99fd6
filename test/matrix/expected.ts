import type { Action, Address, Cell, Mode, Placement, Toolkit } from './cells.ts'

/**
 * What each cell is expected to do, written by hand: it arrives, unless a line here says that it is refused, with the
 * code or the verdict of the refusal.
 */
interface Exception {
  readonly toolkit: Toolkit
  readonly action: Action | readonly Action[]
  readonly address?: Address
  readonly placement?: Placement
  readonly mode?: Mode
  readonly refused: string
  readonly because: string
}

const exceptions: readonly Exception[] = [
  {
    toolkit: 'gtk4',
    action: 'context menu',
    mode: 'background',
    refused: 'unsupported',
    because: "GTK 4 popups grab the person's keyboard, whoever opens them",
  },
  {
    toolkit: 'vte',
    action: 'select text',
    refused: 'unsupported',
    because: 'VTE selects other lines than it is asked to, and says that it has selected the right ones',
  },
]

/** Cells in which the app itself takes the person's focus for a moment; it is given back at once and reported. */
interface Taking {
  readonly toolkit: Toolkit
  readonly action: readonly Action[]
  readonly because: string
}

const takesFocus: readonly Taking[] = [
  {
    toolkit: 'qt',
    action: ['child window'],
    because: 'a Qt dialog asks for the focus when it opens',
  },
  {
    toolkit: 'gtk4',
    action: ['child window'],
    because: 'a new GTK 4 window says that the person has just used it',
  },
]

export type Expectation = 'delivered' | { readonly refused: string }

export function expectationOf(cell: Cell): Expectation {
  const found = exceptions.find(
    ({ toolkit, action, address = cell.address, placement = cell.placement, mode = cell.mode }) =>
      toolkit === cell.toolkit &&
      [action].flat().includes(cell.action) &&
      address === cell.address &&
      placement === cell.placement &&
      mode === cell.mode,
  )
  return found === undefined ? 'delivered' : { refused: found.refused }
}

export const mayTakeFocus = ({ toolkit, action }: Cell): boolean =>
  takesFocus.some((cells) => cells.toolkit === toolkit && cells.action.includes(action))
