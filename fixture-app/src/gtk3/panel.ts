import Gtk from 'gi://Gtk?version=3.0'
import type { Control, Panel } from '../toolkit.ts'
import { destroy, widgetOf } from './control.ts'

export class GtkPanel implements Panel {
  readonly widget = new Gtk.Box({ orientation: Gtk.Orientation.VERTICAL, spacing: 2, hexpand: true })

  row(...controls: readonly Control[]): void {
    const row = new Gtk.Box({ spacing: 4 })
    controls.forEach((control, index) => {
      const widget = widgetOf(control)
      row.pack_start(widget, index === 0, true, 0)
    })
    this.widget.pack_start(row, controls.length === 1 && widgetOf(controls[0] as Control).get_vexpand(), true, 0)
  }

  replace(old: Control, by: Control): void {
    const from = widgetOf(old)
    const to = widgetOf(by)
    const row = from.get_parent()
    if (!(row instanceof Gtk.Box)) throw new Error(`${old.id} is not in a row`)
    const position = row.get_children().indexOf(from)
    destroy(from)
    row.pack_start(to, position === 0, true, 0)
    row.reorder_child(to, position)
    to.show_all()
  }
}
