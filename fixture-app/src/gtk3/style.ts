import Gdk from 'gi://Gdk?version=3.0'
import Gtk from 'gi://Gtk?version=3.0'

// Small enough that everything shows at once in the least window size, 720×540.
const CSS = `
* { font-size: 10px; min-height: 0; transition: none; animation: none; }
button, entry, spinbutton, combobox button { min-height: 16px; min-width: 16px; padding: 0 3px; }
spinbutton button { padding: 0; }
.tiny { min-height: 8px; min-width: 8px; padding: 0; margin: 0; border-width: 1px; }
scale { padding: 2px 4px; }
scale slider { min-height: 10px; min-width: 10px; margin: -4px; }
check, radio { min-height: 10px; min-width: 10px; margin: 0 1px 0 0; }
checkbutton, radiobutton { padding: 0; }
row, row label, treeview { padding: 0; }
.area { border: 1px solid #888; background: #fff; }
scrollbar slider { min-height: 12px; min-width: 5px; }
`

/** The same look and no motion of its own on every machine. */
export function applyStyle(): void {
  const settings = Gtk.Settings.get_default()
  const screen = Gdk.Screen.get_default()
  if (!settings || !screen) throw new Error('no display')
  settings.gtkThemeName = 'Adwaita'
  settings.gtkEnableAnimations = false
  settings.gtkCursorBlink = false
  const provider = new Gtk.CssProvider()
  provider.load_from_data(CSS)
  Gtk.StyleContext.add_provider_for_screen(screen, provider, Gtk.STYLE_PROVIDER_PRIORITY_APPLICATION)
}
