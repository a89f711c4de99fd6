import { Counter, type Fixture } from '../fixture.ts'
import type { MenuItem, Panel } from '../toolkit.ts'

/** Everything that opens something else: menus, a context menu, a popover, a dialog. */
export function addMenus(fixture: Fixture, panel: Panel): void {
  const { commands, journal, toolkit } = fixture
  const readout = toolkit.readout('menu-readout', 'no menu item yet')
  const item = (id: string, label: string): MenuItem => ({
    id,
    label,
    chosen: () => {
      readout.show(label)
      journal.write(id, 'menu', { label })
    },
  })
  toolkit.menuBar([
    {
      id: 'menu-actions',
      label: 'Actions',
      items: [
        item('menu-archive', 'Archive'),
        item('menu-restore', 'Restore'),
        {
          id: 'menu-wrap',
          label: 'Wrap lines',
          toggled: (on) => {
            readout.show(`Wrap lines ${on ? 'on' : 'off'}`)
            journal.write('menu-wrap', 'menu', { on })
          },
        },
        { id: 'menu-more', label: 'More', items: [item('menu-deep', 'Deep item')] },
      ],
    },
  ])

  const target = toolkit.contextTarget({
    id: 'context-target',
    label: 'Context menu',
    items: [item('context-copy', 'Copy row'), item('context-paste', 'Paste row')],
    opened: () => journal.write('context-target', 'popup'),
  })
  panel.row(target, readout)
  commands.on('popup', () => target.open())

  const pressed = new Counter(fixture, 'popover-count', 'popover-action')
  const inside = toolkit.button({ id: 'popover-action', label: 'Inside', press: () => pressed.bump() })
  const popover = toolkit.popover({ id: 'popover-button', label: 'Popover', content: [inside] })
  panel.row(popover, pressed.readout)

  const answer = toolkit.readout('dialog-readout', 'no dialog yet')
  const opener = toolkit.button({
    id: 'dialog-button',
    label: 'Dialog',
    press: () => {
      journal.write('dialog-button', 'activate')
      toolkit.dialog({
        id: 'dialog',
        title: 'Fixture dialog',
        text: 'Go on?',
        buttons: [
          { id: 'dialog-cancel', label: 'Cancel' },
          { id: 'dialog-ok', label: 'OK' },
        ],
        closed: (id) => {
          answer.show(id)
          journal.write('dialog', 'close', { answer: id })
        },
      })
      journal.write('dialog', 'open')
    },
  })
  panel.row(opener, answer)
  fixture.controls.set('context-target', target).set('popover-button', popover).set('dialog-button', opener)
}
