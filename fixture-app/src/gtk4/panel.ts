import Gtk from 'gi://Gtk?version=4.0'
import type { Control, Panel } from '../toolkit.ts'
import { boxOf, widgetOf } from './control.ts'

export class GtkPanel implements Panel {
  readonly widget = new Gtk.Box({ orientation: Gtk.Orientation.VERTICAL, spacing: 2, hexpand: true })

  row(...controls: readonly Control[]): void {
    const row = new Gtk.Box({ spacing: 4 })
    for (const [index, control] of controls.entries()) {
      const widget = widgetOf(control)
      if (widget.get_halign() === Gtk.Align.FILL) widget.set_hexpand(index === 0)
      row.append(widget)
    }
    this.widget.append(row)
  }

  replace(old: Control, by: Control): void {
    const from = widgetOf(old)
    const to = widgetOf(by)
    const row = boxOf(from)
    to.set_hexpand(from.get_hexpand())
    row.insert_child_after(to, from)
    row.remove(from)
  }
}
