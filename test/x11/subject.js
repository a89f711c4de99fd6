/**
 * Windows to look at, for tests: a GTK 3 app without any surehand code. Reads JSON commands, one a line, from stdin and
 * answers each with one JSON line; `{"error"}` when it could not be done.
 */
import Gdk from 'gi://Gdk?version=3.0'
import GdkX11 from 'gi://GdkX11?version=3.0'
import Gio from 'gi://Gio'
import GLib from 'gi://GLib'
import Gtk from 'gi://Gtk?version=3.0'

Gtk.init(null)
const loop = new GLib.MainLoop(null, false)
const windows = new Map()

function paint(widget, colour) {
  const css = new Gtk.CssProvider()
  css.load_from_data(`* { background: ${colour}; box-shadow: none; border: none }`)
  widget.get_style_context().add_provider(css, Gtk.STYLE_PROVIDER_PRIORITY_USER)
}

const commands = {
  /** {key, title, x, y, width, height, colour?, label?, popup?, dialogOf?} → {xid} once it is mapped */
  open({ key, title, x, y, width, height, colour, label, popup, dialogOf }, answer) {
    const window = new Gtk.Window({ type: popup ? Gtk.WindowType.POPUP : Gtk.WindowType.TOPLEVEL, title })
    windows.set(key, window)
    window.set_default_size(width, height)
    window.add(new Gtk.Label({ label: label ?? '' }))
    if (colour) paint(window, colour)
    if (dialogOf) {
      window.set_modal(true)
      window.set_type_hint(Gdk.WindowTypeHint.DIALOG)
      window.set_transient_for(windows.get(dialogOf))
    }
    window.move(x, y)
    let told = false
    window.connect_after('draw', () => {
      if (told) return false
      told = true
      // After the frame has been sent: the server has then mapped the window and shows its contents.
      GLib.idle_add(GLib.PRIORITY_LOW, () => {
        window.get_display().sync()
        answer({ xid: GdkX11.X11Window.prototype.get_xid.call(window.get_window()) })
        return GLib.SOURCE_REMOVE
      })
      return false
    })
    window.show_all()
  },
  move({ key, x, y }, answer) {
    windows.get(key).move(x, y)
    answer({})
  },
  title({ key, title }, answer) {
    windows.get(key).set_title(title)
    answer({})
  },
  fullscreen({ key }, answer) {
    windows.get(key).fullscreen()
    answer({})
  },
  close({ key }, answer) {
    windows.get(key).destroy()
    answer({})
  },
  /** Opens a menu with its grab, as a press on a menu button would. */
  menu({ key }, answer) {
    const menu = new Gtk.Menu()
    for (const label of ['one', 'two']) menu.append(new Gtk.MenuItem({ label }))
    menu.attach_to_widget(windows.get(key), null)
    menu.show_all()
    menu.connect('map-event', () => {
      answer({})
      return false
    })
    const rect = new Gdk.Rectangle({ x: 5, y: 5, width: 1, height: 1 })
    menu.popup_at_rect(windows.get(key).get_window(), rect, Gdk.Gravity.SOUTH_WEST, Gdk.Gravity.NORTH_WEST, null)
    windows.set(`${key}-menu`, menu)
  },
  unmenu({ key }, answer) {
    windows.get(`${key}-menu`).popdown()
    answer({})
  },
}

const print = (object) => {
  const bytes = new TextEncoder().encode(`${JSON.stringify(object)}\n`)
  output.write_all(bytes, null)
}
const output = new Gio.UnixOutputStream({ fd: 1, close_fd: false })
const input = new Gio.DataInputStream({ base_stream: new Gio.UnixInputStream({ fd: 0, close_fd: false }) })

function next() {
  input.read_line_async(GLib.PRIORITY_DEFAULT, null, (_, result) => {
    const [line] = input.read_line_finish_utf8(result)
    if (line === null) {
      loop.quit()
      return
    }
    const { do: name, ...rest } = JSON.parse(line)
    try {
      commands[name](rest, print)
    } catch (error) {
      print({ error: String(error) })
    }
    next()
  })
}
next()
loop.run()
