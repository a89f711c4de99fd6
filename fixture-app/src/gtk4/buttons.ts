import Gtk from 'gi://Gtk?version=4.0'
import type { ButtonSpec, Toggle, ToggleSpec } from '../toolkit.ts'
import { GtkControl, GtkLabelled } from './control.ts'

export function makeButton(spec: ButtonSpec): GtkLabelled {
  const widget = new Gtk.Button()
  if (spec.tiny) {
    widget.set_size_request(10, 10)
    widget.set_halign(Gtk.Align.START)
    widget.set_valign(Gtk.Align.CENTER)
    widget.add_css_class('tiny')
  } else {
    widget.set_label(spec.label)
  }
  widget.connect('clicked', () => spec.press())
  return new GtkLabelled(spec.id, widget, spec.tiny ? spec.label : undefined)
}

class GtkToggle extends GtkControl<Gtk.CheckButton> implements Toggle {
  set(on: boolean): void {
    this.widget.set_active(on)
  }
}

export function makeToggle(spec: ToggleSpec): Toggle {
  const widget = new Gtk.CheckButton({ label: spec.label })
  widget.connect('toggled', () => spec.changed(widget.get_active()))
  return new GtkToggle(spec.id, widget)
}
