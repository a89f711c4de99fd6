import Gdk from 'gi://Gdk?version=4.0'
import Gio from 'gi://Gio'
import Gtk from 'gi://Gtk?version=4.0'
import type { Control, ListSpec, RowList, WheelSinkSpec } from '../toolkit.ts'
import { GtkControl, identify } from './control.ts'
import { boxed } from './texts.ts'

/** A list box: every row is a widget and an accessible of its own, in view or not. */
export function makeList(spec: ListSpec): Control {
  const list = new Gtk.ListBox({ activateOnSingleClick: false })
  identify(list, spec.id, spec.name)
  for (const name of spec.rows) {
    const row = new Gtk.ListBoxRow({ child: new Gtk.Label({ label: name, xalign: 0 }) })
    row.update_property([Gtk.AccessibleProperty.LABEL], [name])
    list.append(row)
  }
  const nameOf = (row: Gtk.ListBoxRow) => spec.rows[row.get_index()] ?? ''
  list.connect('row-selected', (_list, row) => {
    if (row) spec.selected(nameOf(row))
  })
  list.connect('row-activated', (_list, row) => spec.activated(nameOf(row)))

  const scrolled = boxed(list, 72)
  scrolled.set_vexpand(true)
  const bar = scrolled.get_vadjustment()
  bar.connect('value-changed', () => {
    const first = list.get_row_at_y(bar.get_value())
    if (first) spec.scrolled?.(first.get_index())
  })
  return new GtkControl(`${spec.id}-scroll`, scrolled)
}

class GtkTable extends GtkControl<Gtk.ListView> implements RowList {
  readonly #rows: Gio.ListStore<Gtk.StringObject>

  constructor(spec: ListSpec, rows: Gio.ListStore<Gtk.StringObject>, view: Gtk.ListView) {
    super(spec.id, view, spec.name)
    this.#rows = rows
  }

  order(rows: readonly string[]): void {
    this.#rows.sort((one, other) => rows.indexOf(textOf(one)) - rows.indexOf(textOf(other)))
  }
}

const textOf = (row: unknown): string => (row as Gtk.StringObject).get_string()

/** A list view: it makes widgets for what is in view, and reuses them for other rows. */
export function makeTable(spec: ListSpec): RowList {
  const rows = new Gio.ListStore<Gtk.StringObject>({ itemType: Gtk.StringObject.$gtype })
  for (const row of spec.rows) rows.append(Gtk.StringObject.new(row))
  // The model comes last: with it, and unless told before, the first row is selected.
  const selection = new Gtk.SingleSelection({ autoselect: false, canUnselect: true })
  selection.set_model(rows)
  const factory = new Gtk.SignalListItemFactory()
  factory.connect('setup', (_factory, item) => {
    ;(item as Gtk.ListItem).set_child(new Gtk.Label({ xalign: 0 }))
  })
  factory.connect('bind', (_factory, item) => {
    const { child, item: row } = item as Gtk.ListItem
    ;(child as Gtk.Label).set_label(textOf(row))
  })
  const view = new Gtk.ListView({ model: selection, factory })
  let reported = ''
  selection.connect('notify::selected-item', () => {
    const row = selection.get_selected_item()
    const name = row ? textOf(row) : ''
    if (name !== '' && name !== reported) spec.selected(name)
    reported = name
  })
  view.connect('activate', (_view, position) => spec.activated(textOf(rows.get_item(position))))
  return new GtkTable(spec, rows, view)
}

/** Looks scrollable, hears every attempt and never moves. */
export function makeWheelSink(spec: WheelSinkSpec): Control {
  const inside = new Gtk.Label({ label: 'Does not scroll\n'.repeat(10).trim(), xalign: 0 })
  const scrolled = boxed(inside, 28)
  const wheel = new Gtk.EventControllerScroll({
    flags: Gtk.EventControllerScrollFlags.BOTH_AXES,
    propagationPhase: Gtk.PropagationPhase.CAPTURE,
  })
  wheel.connect('scroll', () => {
    spec.eaten()
    return Gdk.EVENT_STOP
  })
  scrolled.add_controller(wheel)
  const bar = scrolled.get_vadjustment()
  bar.connect('value-changed', () => {
    if (bar.get_value() === 0) return
    bar.set_value(0)
    spec.eaten()
  })
  return new GtkControl(spec.id, scrolled, spec.name)
}
