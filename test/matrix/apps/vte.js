/**
 * A VTE terminal as terminal apps have it: a scroll bar, a context menu. Journals what its pointer does; the program in it
 * journals its keys into the same file.
 *
 *   gjs -m vte.js JOURNAL WxH+X+Y PROGRAM [ARGUMENT…]
 */
import Gdk from 'gi://Gdk?version=3.0'
import Gio from 'gi://Gio'
import GLib from 'gi://GLib'
import Gtk from 'gi://Gtk?version=3.0'
import Vte from 'gi://Vte?version=2.91'
import { exit, programArgs } from 'system'

Gtk.init(null)
const readout = new Gtk.Label({ label: 'nothing yet' })
const [path, geometry, ...command] = programArgs
const [, width, height, x, y] = /^(\d+)x(\d+)\+(\d+)\+(\d+)$/.exec(geometry).map(Number)
const file = Gio.File.new_for_path(path).append_to(Gio.FileCreateFlags.NONE, null)
let next = 0
const journal = (control, event, detail = {}) => {
  // A person would see it too.
  readout.label = `${next}: ${control} ${event}`
  const entry = { t: GLib.get_monotonic_time(), seq: next++, control, event, ...detail }
  file.write_all(new TextEncoder().encode(`${JSON.stringify(entry)}\n`), null)
}

const terminal = new Vte.Terminal({ scroll_on_keystroke: true, scrollback_lines: 1_000 })
terminal.get_accessible().set_name('terminal')
const menu = new Gtk.Menu({ attach_widget: terminal })
const item = new Gtk.MenuItem({ label: 'Copy item', visible: true })
item.connect('activate', () => journal('context-copy', 'menu', { label: 'Copy item' }))
menu.append(item)

const buttons = { 1: 'left', 2: 'middle', 3: 'right' }
const presses = { [Gdk.EventType.BUTTON_PRESS]: 1, [Gdk.EventType.DOUBLE_BUTTON_PRESS]: 2 }
terminal.connect('button-press-event', (_, event) => {
  const count = presses[event.get_event_type()]
  const button = buttons[event.get_button()[1]]
  if (count !== undefined) journal('terminal', 'press', { button, presses: count })
  if (count !== 1 || button !== 'right') return Gdk.EVENT_PROPAGATE
  menu.popup_at_pointer(event)
  return Gdk.EVENT_STOP
})
terminal.connect('selection-changed', () => {
  if (terminal.get_has_selection()) journal('terminal', 'selection', { text: terminal.get_text_selected(1) })
})
terminal.connect('child-exited', () => exit(1))

const scrolled = new Gtk.ScrolledWindow()
scrolled.add(terminal)
terminal.vadjustment.connect('value-changed', ({ value }) => journal('terminal', 'scroll', { first: value + 1 }))
const box = new Gtk.Box({ orientation: Gtk.Orientation.VERTICAL })
box.pack_start(scrolled, true, true, 0)
box.pack_start(readout, false, false, 0)
const window = new Gtk.Window({ title: 'Matrix', focus_on_map: false })
window.add(box)
window.resize(width, height)
window.move(x, y)
window.connect('map-event', () => {
  const spawned = (_, pid) => journal('window', 'ready', { pid })
  terminal.spawn_async(Vte.PtyFlags.DEFAULT, null, command, null, GLib.SpawnFlags.DEFAULT, null, -1, null, spawned)
})
window.show_all()
terminal.grab_focus()
GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, 15, () => exit(0))
new GLib.MainLoop(null, false).run()
