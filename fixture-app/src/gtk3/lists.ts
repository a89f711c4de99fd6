import Gdk from 'gi://Gdk?version=3.0'
import GObject from 'gi://GObject'
import Gtk from 'gi://Gtk?version=3.0'
import type { Control, ListSpec, RowList, WheelSinkSpec } from '../toolkit.ts'
import { accessibleOf, GtkControl, identify } from './control.ts'
import { boxed } from './texts.ts'

/** A list box: every row is a widget and an accessible of its own, in view or not. */
export function makeList(spec: ListSpec): Control {
  const list = new Gtk.ListBox({ activateOnSingleClick: false })
  identify(list, spec.id, spec.name)
  const names = new Map<Gtk.ListBoxRow, string>()
  for (const name of spec.rows) {
    const row = new Gtk.ListBoxRow()
    row.add(new Gtk.Label({ label: name, xalign: 0 }))
    accessibleOf(row).set_name(name)
    names.set(row, name)
    list.add(row)
  }
  list.connect('row-selected', (_list, row) => {
    if (row) spec.selected(names.get(row) ?? '')
  })
  list.connect('row-activated', (_list, row) => spec.activated(names.get(row) ?? ''))

  const scrolled = boxed(list, 72)
  scrolled.set_vexpand(true)
  const bar = scrolled.get_vadjustment()
  bar.connect('value-changed', () => {
    const first = list.get_row_at_y(bar.get_value())
    if (first) spec.scrolled?.(first.get_index())
  })
  return new GtkControl(`${spec.id}-scroll`, scrolled)
}

class GtkTable extends GtkControl<Gtk.TreeView> implements RowList {
  readonly #store: Gtk.ListStore
  #rows: readonly string[]

  constructor(spec: ListSpec, store: Gtk.ListStore, view: Gtk.TreeView) {
    super(spec.id, view, spec.name)
    this.#store = store
    this.#rows = spec.rows
  }

  order(rows: readonly string[]): void {
    this.#store.reorder(rows.map((row) => this.#rows.indexOf(row)))
    this.#rows = rows
  }
}

/** A tree view: its rows are drawn, and its cells' accessibles are the toolkit's to recycle. */
export function makeTable(spec: ListSpec): RowList {
  const store = new Gtk.ListStore()
  store.set_column_types([GObject.TYPE_STRING])
  for (const row of spec.rows) store.set_value(store.append(), 0, row)
  const view = new Gtk.TreeView({ model: store, headersVisible: false, enableSearch: false })
  const column = new Gtk.TreeViewColumn()
  const cell = new Gtk.CellRendererText()
  column.pack_start(cell, true)
  column.add_attribute(cell, 'text', 0)
  view.append_column(column)

  const nameAt = (iter: Gtk.TreeIter) => String(store.get_value(iter, 0))
  const selection = view.get_selection()
  let reported = ''
  selection.connect('changed', () => {
    const [some, , iter] = selection.get_selected()
    const name = some && iter ? nameAt(iter) : ''
    // The signal also fires when nothing changed, and when the rows under the selection were put into another order.
    if (name !== '' && name !== reported) spec.selected(name)
    reported = name
  })
  view.connect('row-activated', (_view, path) => {
    const [some, iter] = store.get_iter(path)
    if (some) spec.activated(nameAt(iter))
  })
  return new GtkTable(spec, store, view)
}

/** Looks scrollable, hears every attempt and never moves. */
export function makeWheelSink(spec: WheelSinkSpec): Control {
  const inside = new Gtk.Label({ label: 'Does not scroll\n'.repeat(10).trim(), xalign: 0 })
  const scrolled = boxed(inside, 28)
  scrolled.connect('scroll-event', () => {
    spec.eaten()
    return Gdk.EVENT_STOP
  })
  const bar = scrolled.get_vadjustment()
  bar.connect('value-changed', () => {
    if (bar.get_value() === 0) return
    bar.set_value(0)
    spec.eaten()
  })
  return new GtkControl(spec.id, scrolled, spec.name)
}
