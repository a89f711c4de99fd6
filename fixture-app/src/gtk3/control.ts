import type Atk from 'gi://Atk?version=1.0'
import GLib from 'gi://GLib'
import Gtk from 'gi://Gtk?version=3.0'
import Pango from 'gi://Pango'
import { gc } from 'system'
import type { Control, Labelled, Readout } from '../toolkit.ts'

/** One widget under its stable id, which is both its widget name and its accessible id. */
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
    destroy(this.widget)
  }

  focus(): void {
    this.widget.grab_focus()
  }
}

/** Any widget; the binding's Gtk.Dialog does not count as a Gtk.Widget. */
type Named = Pick<Gtk.Widget, 'get_accessible' | 'get_name' | 'set_name'>

const ids = new Set<string>()

export function identify(widget: Named, id: string, name?: string): void {
  ids.add(id)
  widget.set_name(id)
  const accessible = accessibleOf(widget)
  accessible.set_accessible_id(id)
  if (name !== undefined) accessible.set_name(name)
}

/** The id of the control that this widget is a part of, across the popup windows that controls open. */
export function nearestId(widget: Gtk.Widget): string {
  let at: Gtk.Widget | null = widget
  while (at) {
    if (ids.has(at.get_name())) return at.get_name()
    at = at.get_parent() ?? (at instanceof Gtk.Window ? at.get_attached_to() : null)
  }
  return 'unknown'
}

/**
 * Destroys the widget and lets go of it. While JavaScript still holds a destroyed widget, its accessible stays on the bus
 * as an empty shell; apps in C have it gone at once, and so has this one, as soon as the main loop turns.
 */
export function destroy(widget: Gtk.Widget): void {
  widget.destroy()
  GLib.idle_add(GLib.PRIORITY_HIGH, () => {
    gc()
    return GLib.SOURCE_REMOVE
  })
}

/** GTK 3 makes an accessible for every widget; the binding's type leaves room for none. */
export function accessibleOf(widget: Named): Atk.Object {
  const accessible = widget.get_accessible()
  if (!accessible) throw new Error(`GTK made no accessible for ${widget.get_name()}`)
  return accessible
}

export function widgetOf(control: Control): Gtk.Widget {
  if (!(control instanceof GtkControl)) throw new Error(`${control.id} is not a GTK 3 control`)
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
