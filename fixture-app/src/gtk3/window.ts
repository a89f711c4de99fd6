import Gdk from 'gi://Gdk?version=3.0'
import type GdkX11 from 'gi://GdkX11?version=3.0'
import 'gi://GdkX11?version=3.0'
import GLib from 'gi://GLib'
import Gtk from 'gi://Gtk?version=3.0'
import type { Journal } from '../journal.ts'
import type { Geometry } from '../options.ts'

/** Names the process for the window manager (WM_CLASS) and for accessibility, then opens the display. */
export function startGtk(name: string): void {
  GLib.set_prgname(name)
  if (!Gtk.init_check(null)[0]) throw new Error('cannot open the display; is DISPLAY set and its X server running?')
  // GTK derives a class from the program's name and capitalises it.
  Gdk.set_program_class(name)
}

/** X window id; the window must be realized. */
export function xidOf(window: Gtk.Window): number {
  const surface = window.get_window() as GdkX11.X11Window | null
  if (!surface) throw new Error('the window is not realized')
  return surface.get_xid()
}

/** Journals `focus-in`, `focus-out` and `configure` (the frame of the content, in screen pixels) of a top-level window. */
export function journalWindow(journal: Journal, window: Gtk.Window, control: string): void {
  window.connect('focus-in-event', () => {
    journal.write(control, 'focus-in')
    return Gdk.EVENT_PROPAGATE
  })
  window.connect('focus-out-event', () => {
    journal.write(control, 'focus-out')
    return Gdk.EVENT_PROPAGATE
  })
  let last = ''
  window.connect('configure-event', () => {
    const [, x, y] = window.get_window()?.get_origin() ?? [0, 0, 0]
    const [width, height] = window.get_size()
    const frame = { x, y, width, height }
    // GDK repeats the event for every restacking.
    if (JSON.stringify(frame) !== last) journal.write(control, 'configure', frame)
    last = JSON.stringify(frame)
    return Gdk.EVENT_PROPAGATE
  })
}

export function placeWindow(window: Gtk.Window, geometry: Geometry): void {
  if (geometry.width !== undefined && geometry.height !== undefined) {
    window.set_default_size(geometry.width, geometry.height)
  }
  if (geometry.x !== undefined && geometry.y !== undefined) window.move(geometry.x, geometry.y)
}

/** Runs `ready` once, when the window has been mapped and the main loop has drawn it. */
export function onceMapped(window: Gtk.Window, ready: () => void): void {
  const id = window.connect('map-event', () => {
    window.disconnect(id)
    GLib.idle_add(GLib.PRIORITY_LOW, () => {
      ready()
      return GLib.SOURCE_REMOVE
    })
    return Gdk.EVENT_PROPAGATE
  })
}
