import Atk from 'gi://Atk?version=1.0'
import GObject from 'gi://GObject'
import Gtk from 'gi://Gtk?version=3.0'
import type { ButtonQuirk, ButtonSpec, Toggle, ToggleSpec } from '../toolkit.ts'
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

const DenyingAccessible = GObject.registerClass(
  { GTypeName: 'SurehandDenyingButtonAccessible', Implements: [Atk.Action] },
  class extends Gtk.ButtonAccessible {
    override vfunc_do_action(index: number): boolean {
      const widget = this.get_widget()
      if (index === 0 && widget instanceof Gtk.Button && widget.is_sensitive()) widget.clicked()
      return false
    }
  },
)

const EnabledButton = GObject.registerClass({ GTypeName: 'SurehandEnabledButton' }, class extends Gtk.Button {})
Gtk.Widget.set_accessible_type.call(EnabledButton, EnabledAccessible.$gtype)

const DenyingButton = GObject.registerClass({ GTypeName: 'SurehandDenyingButton' }, class extends Gtk.Button {})
Gtk.Widget.set_accessible_type.call(DenyingButton, DenyingAccessible.$gtype)

const QUIRKS: Readonly<Record<ButtonQuirk, new () => Gtk.Button>> = {
  'enabled-while-insensitive': EnabledButton,
  'action-denies': DenyingButton,
}

export function makeButton(spec: ButtonSpec): GtkLabelled {
  const widget = new (spec.quirk ? QUIRKS[spec.quirk] : Gtk.Button)()
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
