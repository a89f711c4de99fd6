import Atk from 'gi://Atk?version=1.0'
import GObject from 'gi://GObject'
import Gtk from 'gi://Gtk?version=3.0'
import type { ButtonSpec, Toggle, ToggleSpec } from '../toolkit.ts'
import { GtkControl, GtkLabelled } from './control.ts'

const EnabledAccessible = GObject.registerClass(
  { GTypeName: 'SurehandEnabledButtonAccessible' },
  class extends Gtk.ButtonAccessible {
    override vfunc_ref_state_set(): Atk.StateSet {
      const states = super.vfunc_ref_state_set()
      states.add_state(Atk.StateType.ENABLED)
      return states
    }
  },
)

const EnabledButton = GObject.registerClass({ GTypeName: 'SurehandEnabledButton' }, class extends Gtk.Button {})
Gtk.Widget.set_accessible_type.call(EnabledButton, EnabledAccessible.$gtype)

export function makeButton(spec: ButtonSpec): GtkLabelled {
  const widget = spec.claimsEnabled ? new EnabledButton() : new Gtk.Button()
  if (spec.tiny) {
    widget.set_size_request(10, 10)
    widget.set_halign(Gtk.Align.START)
    widget.set_valign(Gtk.Align.CENTER)
    widget.get_style_context().add_class('tiny')
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
