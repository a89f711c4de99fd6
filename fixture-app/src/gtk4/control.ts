import Gtk from 'gi://Gtk?version=4.0'
import Pango from 'gi://Pango'
import type { Control, Labelled, Readout } from '../toolkit.ts'

/** One widget under its stable id, which is both its widget name and, GTK 4.8 having no accessible ids, its description. */
export class GtkControl<W extends Gtk.Widget = Gtk.Widget> implements Control {
  readonly id: string
  readonly widget: W

  constructor(id: string, widget: W, name?: string) {
    this.id = id
    this.widget = widget
    identify(widget, id, name)
  }

  setSensitive(on: boolean): void {
    this.widget.set_sensitive(on)
  }

  remove(): void {
    detach(this.widget)
  }

  focus(): void {
    this.widget.grab_focus()
  }
}

const ids = new Set<string>()

export function identify(widget: Gtk.Widget, id: string, name?: string): void {
  ids.add(id)
  widget.set_name(id)
  widget.update_property([Gtk.AccessibleProperty.DESCRIPTION], [id])
  if (name !== undefined) widget.update_property([Gtk.AccessibleProperty.LABEL], [name])
}

/** The id of the control that this widget is a part of, across the popovers that controls open. */
export function nearestId(widget: Gtk.Widget | null): string {
  for (let at = widget; at; at = at.get_parent()) if (ids.has(at.get_name())) return at.get_name()
  return 'unknown'
}

/** Takes the widget out of its box for good. */
export function detach(widget: Gtk.Widget): void {
  boxOf(widget).remove(widget)
}

export function boxOf(widget: Gtk.Widget): Gtk.Box {
  const box = widget.get_parent()
  if (!(box instanceof Gtk.Box)) throw new Error(`${widget.get_name()} is not in a row`)
  return box
}

export function widgetOf(control: Control): Gtk.Widget {
  if (!(control instanceof GtkControl)) throw new Error(`${control.id} is not a GTK 4 control`)
  return control.widget
}

export class GtkReadout extends GtkControl<Gtk.Label> implements Readout {
  /** Of fixed width, so that no control moves when the text changes. */
  constructor(id: string, text: string, width: number) {
    const ellipsize = Pango.EllipsizeMode.END
    super(id, new Gtk.Label({ label: text, xalign: 0, widthChars: width, maxWidthChars: width, ellipsize }))
  }

  show(text: string): void {
    this.widget.set_label(text)
  }
}

export class GtkLabelled extends GtkControl<Gtk.Button> implements Labelled {
  setLabel(text: string): void {
    this.widget.set_label(text)
  }
}
