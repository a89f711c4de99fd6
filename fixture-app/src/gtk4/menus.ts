import Gdk from 'gi://Gdk?version=4.0'
import Gio from 'gi://Gio'
import GLib from 'gi://GLib'
import GObject from 'gi://GObject'
import Gtk from 'gi://Gtk?version=4.0'
import type { ContextTarget, ContextTargetSpec, Control, DialogSpec, MenuItem } from '../toolkit.ts'
import { GtkControl, identify, widgetOf } from './control.ts'

/** A menu model whose items are actions of `group`, each under its id. The items have no widgets that could carry an id. */
export function menuModel(items: readonly MenuItem[], group: Gio.SimpleActionGroup): Gio.Menu {
  const menu = new Gio.Menu()
  for (const item of items) {
    if ('items' in item) {
      menu.append_submenu(item.label, menuModel(item.items, group))
      continue
    }
    group.add_action(makeAction(item))
    menu.append(item.label, `${GROUP}.${item.id}`)
  }
  return menu
}

const GROUP = 'fixture'

function makeAction(item: Exclude<MenuItem, { items: unknown }>): Gio.SimpleAction {
  if ('chosen' in item) {
    const action = new Gio.SimpleAction({ name: item.id })
    action.connect('activate', () => item.chosen())
    return action
  }
  const action = Gio.SimpleAction.new_stateful(item.id, null, GLib.Variant.new_boolean(false))
  action.connect('change-state', (_action, state) => {
    if (!state) return
    action.set_state(state)
    item.toggled(state.get_boolean())
  })
  return action
}

export function makeMenuBar(): { bar: Gtk.PopoverMenuBar; fill: (items: readonly MenuItem[]) => void } {
  const bar = new Gtk.PopoverMenuBar()
  const group = new Gio.SimpleActionGroup()
  bar.insert_action_group(GROUP, group)
  identify(bar, 'menu-bar')
  return { bar, fill: (items) => bar.set_menu_model(menuModel(items, group)) }
}

const POPUP = 'menu.popup'

// Not a Gtk.Button, whose one accessible action is `click`: of other widgets GTK shows the actions of their class.
const ContextWidget = GObject.registerClass(
  { GTypeName: 'SurehandContextWidget' },
  class extends Gtk.Widget {
    opened = () => {}
  },
)
ContextWidget.install_action(POPUP, null, (widget) => (widget as InstanceType<typeof ContextWidget>).opened())

class GtkContextTarget extends GtkControl<InstanceType<typeof ContextWidget>> implements ContextTarget {
  readonly #menu: Gtk.PopoverMenu
  readonly #opened: () => void

  constructor(spec: ContextTargetSpec) {
    const layoutManager = new Gtk.BinLayout()
    const widget = new ContextWidget({ accessibleRole: Gtk.AccessibleRole.BUTTON, focusable: true, layoutManager })
    super(spec.id, widget, spec.label)
    this.#opened = spec.opened
    widget.opened = () => this.open()
    widget.add_css_class('area')
    new Gtk.Label({ label: spec.label }).set_parent(widget)
    const group = new Gio.SimpleActionGroup()
    this.#menu = Gtk.PopoverMenu.new_from_model(menuModel(spec.items, group))
    // Not of the widget, whose accessible would offer them as its own.
    this.#menu.insert_action_group(GROUP, group)
    this.#menu.set_parent(widget)
    identify(this.#menu, `${spec.id}-menu`)
    const right = new Gtk.GestureClick({ button: Gdk.BUTTON_SECONDARY })
    right.connect('pressed', () => this.open())
    widget.add_controller(right)
    const keys = new Gtk.ShortcutController()
    const trigger = Gtk.ShortcutTrigger.parse_string('<Shift>F10')
    keys.add_shortcut(new Gtk.Shortcut({ trigger, action: Gtk.NamedAction.new(POPUP) }))
    widget.add_controller(keys)
  }

  open(): void {
    this.#menu.popup()
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
  const child = new Gtk.Box({ orientation: Gtk.Orientation.VERTICAL })
  for (const control of spec.content) child.append(widgetOf(control))
  const popover = new Gtk.Popover({ child, autohide: false })
  identify(popover, `${spec.id}-content`)
  const button = new Gtk.MenuButton({ label: spec.label, popover })
  const inside = button.get_first_child()
  if (!inside) throw new Error('a menu button holds a toggle button')
  // The menu button is a wrapper for accessibility; what is pressed is the button inside.
  identify(inside, spec.id)
  return new GtkControl(`${spec.id}-box`, button)
}

export function openDialog(spec: DialogSpec, parent: Gtk.Window, made: (dialog: Gtk.Window) => void): void {
  const dialog = new Gtk.Dialog({ title: spec.title, transientFor: parent, modal: true })
  identify(dialog, spec.id)
  dialog.get_content_area().append(new Gtk.Label({ label: spec.text }))
  spec.buttons.forEach(({ id, label }, index) => {
    identify(dialog.add_button(label, index), id)
  })
  dialog.connect('response', (_dialog, response) => {
    dialog.destroy()
    spec.closed(spec.buttons[response]?.id ?? 'dismissed')
  })
  made(dialog)
  dialog.present()
}
