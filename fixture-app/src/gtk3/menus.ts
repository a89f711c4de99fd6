import Atk from 'gi://Atk?version=1.0'
import Gdk from 'gi://Gdk?version=3.0'
import GObject from 'gi://GObject'
import Gtk from 'gi://Gtk?version=3.0'
import type { ContextTarget, ContextTargetSpec, Control, DialogSpec, MenuItem } from '../toolkit.ts'
import { accessibleOf, destroy, GtkControl, identify, widgetOf } from './control.ts'

export function fillMenu(shell: Gtk.MenuShell, items: readonly MenuItem[]): void {
  for (const item of items) shell.append(makeItem(item))
}

function makeItem(item: MenuItem): Gtk.MenuItem {
  const widget =
    'toggled' in item ? new Gtk.CheckMenuItem({ label: item.label }) : new Gtk.MenuItem({ label: item.label })
  identify(widget, item.id)
  if ('items' in item) {
    const submenu = new Gtk.Menu()
    fillMenu(submenu, item.items)
    widget.set_submenu(submenu)
  } else if ('toggled' in item) {
    const check = widget as Gtk.CheckMenuItem
    check.connect('toggled', () => item.toggled(check.get_active()))
  } else {
    widget.connect('activate', () => item.chosen())
  }
  return widget
}

// GTK 3 gives few widgets a second action, and gjs cannot name actions of its own (Atk.Action's get_name shares its
// name with Atk.Object's). A scale button has `popup`, which here opens the menu instead of the scale.
class GtkContextTarget extends GtkControl<Gtk.ScaleButton> implements ContextTarget {
  readonly #menu = new Gtk.Menu()
  readonly #opened: () => void

  constructor(spec: ContextTargetSpec) {
    super(spec.id, new Gtk.ScaleButton({ icons: ['open-menu-symbolic'], relief: Gtk.ReliefStyle.NORMAL }), spec.label)
    this.#opened = spec.opened
    this.widget.set_label(spec.label)
    accessibleOf(this.widget).set_role(Atk.Role.PUSH_BUTTON)
    identify(this.#menu, `${spec.id}-menu`)
    fillMenu(this.#menu, spec.items)
    // Not attached to the button: GTK leaves a menu that is attached to a button out of the accessible tree.
    this.#menu.show_all()
    for (const signal of ['popup', 'popup-menu'] as const) {
      this.widget.connect(signal, () => {
        GObject.signal_stop_emission_by_name(this.widget, signal)
        this.open()
        return true
      })
    }
    this.widget.connect('button-press-event', (_widget, pressed) => {
      const [, button] = (pressed as unknown as Gdk.Event).get_button()
      if (button !== Gdk.BUTTON_SECONDARY) return Gdk.EVENT_PROPAGATE
      this.open()
      return Gdk.EVENT_STOP
    })
  }

  open(): void {
    this.#menu.popup_at_widget(this.widget, Gdk.Gravity.SOUTH_WEST, Gdk.Gravity.NORTH_WEST, null)
    this.#opened()
  }
}

export function makeContextTarget(spec: ContextTargetSpec): ContextTarget {
  return new GtkContextTarget(spec)
}

export function makePopover(spec: {
  readonly id: string
  readonly label: string
  readonly content: readonly Control[]
}): Control {
  const content = new Gtk.Box({ orientation: Gtk.Orientation.VERTICAL })
  for (const control of spec.content) content.add(widgetOf(control))
  content.show_all()
  const button = new Gtk.MenuButton({ label: spec.label })
  const popover = new Gtk.Popover({ relativeTo: button, modal: false })
  identify(popover, `${spec.id}-content`)
  popover.add(content)
  button.set_popover(popover)
  return new GtkControl(spec.id, button)
}

export function openDialog(spec: DialogSpec, parent: Gtk.Window): void {
  const dialog = new Gtk.Dialog({ title: spec.title, transientFor: parent, modal: true })
  identify(dialog, spec.id)
  dialog.get_content_area().add(new Gtk.Label({ label: spec.text }))
  spec.buttons.forEach(({ id, label }, index) => {
    const button = dialog.add_button(label, index)
    identify(button, id)
  })
  dialog.connect('response', (_dialog, response) => {
    destroy(dialog as unknown as Gtk.Widget)
    spec.closed(spec.buttons[response]?.id ?? 'dismissed')
  })
  dialog.show_all()
}
