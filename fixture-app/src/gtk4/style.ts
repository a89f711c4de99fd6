import Gdk from 'gi://Gdk?version=4.0'
import Gtk from 'gi://Gtk?version=4.0'

// Small enough that everything shows at once in the least window size, 720×540.
const CSS = `
* { font-size: 10px; min-height: 0; transition: none; animation: none; }
button, entry, passwordentry, spinbutton, combobox button { min-height: 16px; min-width: 16px; padding: 0 3px; }
spinbutton button { padding: 0; }
spinbutton > text { min-height: 16px; min-width: 16px; }
.tiny { min-height: 8px; min-width: 8px; padding: 0; margin: 0; border-width: 1px; }
.area { border: 1px solid #888; background: #fff; }
scale { padding: 2px 4px; }
scale slider { min-height: 10px; min-width: 10px; margin: -4px; }
check, radio { min-height: 10px; min-width: 10px; margin: 0 1px 0 0; }
checkbutton, radiobutton { padding: 0; }
row, row label, listview > row { padding: 0; }
scrollbar slider { min-height: 12px; min-width: 5px; }
`

/** The same look and no motion of its own on every machine. */
export function applyStyle(): void {
  const settings = Gtk.Settings.get_default()
  const display = Gdk.Display.get_default()
  if (!settings || !display) throw new Error('no display')
  settings.gtkThemeName = 'Default'
  settings.gtkEnableAnimations = false
  settings.gtkCursorBlink = false
  settings.gtkOverlayScrolling = false
  const provider = new Gtk.CssProvider()
  // Typed for another version; of GTK 4.8 the binding takes the data alone.
  ;(provider.load_from_data as (data: string) => void).call(provider, CSS)
  Gtk.StyleContext.add_provider_for_display(display, provider, Gtk.STYLE_PROVIDER_PRIORITY_APPLICATION)
}
