import { describe, expect, it } from 'vitest'
import { menuAction, pressAction } from './actions.ts'

const named = (...names: string[]) => names.map((name) => ({ name, description: '' }))

describe('actions are chosen by name, never by position', () => {
  it.each([
    ['a GTK 3 button', ['click'], 'click'],
    ['a GTK 4 label inside a button', ['clipboard.copy', 'clipboard.cut', 'link.open', 'menu.popup'], undefined],
    ['a hostile order', ['buffer.delete-line', 'click'], 'click'],
    ['a button that only offers focus', ['focus'], undefined],
    ['a GTK 4 container, whose default.activate presses another widget', ['default.activate', 'menu.popup'], undefined],
    ['a Qt button', ['Press', 'SetFocus'], 'Press'],
    ['a Chromium link', ['jump', 'showContextMenu'], 'jump'],
    ['anything in Chromium', ['doDefault', 'showContextMenu'], undefined],
    ['nothing', [], undefined],
  ])('%s', (_name, names, expected) => {
    expect(pressAction(named(...names))?.name).toBe(expected)
  })

  it('finds the context menu under the name of each toolkit', () => {
    expect(menuAction(named('click', 'menu'))?.name).toBe('menu')
    expect(menuAction(named('Press', 'ShowMenu'))?.name).toBe('ShowMenu')
    expect(menuAction(named('doDefault', 'showContextMenu'))?.name).toBe('showContextMenu')
    expect(menuAction(named('click'))).toBeUndefined()
  })
})
