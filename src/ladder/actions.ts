import type { AccessibleAction } from '../desktop/port.ts'

/**
 * Names under which toolkits offer "press it", best first. Chosen by name and never by position: GTK 4 puts
 * `clipboard.copy` first on a button's label, and `delete-line` first on a text view. GTK 4's `default.activate` is no press of
 * what offers it: it activates the default or focused widget of the window, whatever that is. Nor is Chromium's `doDefault`:
 * it is on every accessible, and on most of them nothing comes of it.
 */
const pressNames = ['click', 'press', 'activate', 'toggle', 'jump', 'open', 'select']

/** Names that open a context menu. */
const menuNames = ['menu', 'showMenu', 'ShowMenu', 'showContextMenu', 'menu.popup', 'popup']

const firstOf = (names: readonly string[], actions: readonly AccessibleAction[]): AccessibleAction | undefined => {
  for (const name of names) {
    const found = actions.find((action) => action.name.toLowerCase() === name.toLowerCase())
    if (found !== undefined) return found
  }
  return undefined
}

export const pressAction = (actions: readonly AccessibleAction[]): AccessibleAction | undefined =>
  firstOf(pressNames, actions)

export const menuAction = (actions: readonly AccessibleAction[]): AccessibleAction | undefined =>
  firstOf(menuNames, actions)

export const isPressName = (name: string): boolean =>
  pressNames.some((known) => known.toLowerCase() === name.toLowerCase())
