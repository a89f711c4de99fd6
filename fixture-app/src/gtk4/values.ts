import Gtk from 'gi://Gtk?version=4.0'
import type { ChoiceSpec, Control, NumberField, NumberSpec } from '../toolkit.ts'
import { GtkControl, identify } from './control.ts'

class GtkNumber extends GtkControl implements NumberField {
  readonly #adjustment: Gtk.Adjustment

  constructor(id: string, name: string, widget: Gtk.Widget, adjustment: Gtk.Adjustment) {
    super(id, widget, name)
    this.#adjustment = adjustment
  }

  set(value: number): void {
    this.#adjustment.set_value(value)
  }
}

export function makeNumber(spec: NumberSpec): NumberField {
  const adjustment = new Gtk.Adjustment({
    lower: spec.minimum,
    upper: spec.maximum,
    stepIncrement: spec.step,
    pageIncrement: spec.step * 10,
    value: spec.value,
  })
  adjustment.connect('value-changed', () => spec.changed(adjustment.get_value()))
  const widget =
    spec.kind === 'spin'
      ? new Gtk.SpinButton({ adjustment, widthChars: 3 })
      : new Gtk.Scale({ adjustment, drawValue: false, digits: 2 })
  return new GtkNumber(spec.id, spec.name, widget, adjustment)
}

export function makeChoice(spec: ChoiceSpec): Control {
  return spec.kind === 'combo' ? makeCombo(spec) : makeRadios(spec)
}

function makeCombo(spec: ChoiceSpec): Control {
  const widget = new Gtk.ComboBoxText()
  for (const option of spec.options) widget.append_text(option)
  widget.set_active(0)
  widget.connect('changed', () => spec.chosen(widget.get_active_text() ?? ''))
  return new GtkControl(spec.id, widget, spec.name)
}

function makeRadios(spec: ChoiceSpec): Control {
  const box = new Gtk.Box({ spacing: 2 })
  let first: Gtk.CheckButton | undefined
  for (const option of spec.options) {
    const radio = new Gtk.CheckButton({ label: option })
    if (first) radio.set_group(first)
    else radio.set_active(true)
    first ??= radio
    identify(radio, `${spec.id}-${option.toLowerCase()}`)
    radio.connect('toggled', () => {
      if (radio.get_active()) spec.chosen(option)
    })
    box.append(radio)
  }
  return new GtkControl(spec.id, box, spec.name)
}
