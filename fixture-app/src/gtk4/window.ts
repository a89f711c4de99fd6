import Gdk from 'gi://Gdk?version=4.0'
import GdkX11 from 'gi://GdkX11?version=4.0'
import GLib from 'gi://GLib'
import Gtk from 'gi://Gtk?version=4.0'
import type { Journal } from '../journal.ts'

/** Names the process for the window manager (WM_CLASS) and for accessibility, then opens the display. */
export function startGtk(name: string): void {
  GLib.set_prgname(name)
  const display = Gtk.init_check() ? Gdk.Display.get_default() : null
  if (!display) throw new Error('cannot open the display; is DISPLAY set and its X server running?')
  // GTK derives a class from the program's name and capitalises it.
  GdkX11.X11Display.set_program_class(display, name)
}

/** The window must be realized. */
export function surfaceOf(window: Gtk.Window): GdkX11.X11Surface {
  const surface = window.get_surface() as GdkX11.X11Surface | null
  if (!surface) throw new Error('the window is not realized')
  return surface
}

/** Journals `focus-in`, `focus-out` and `configure` (the size of the content; GTK 4 knows no place) of a top-level window. */
export function journalWindow(journal: Journal, window: Gtk.Window, control: string): void {
  window.connect('notify::is-active', () => journal.write(control, window.is_active ? 'focus-in' : 'focus-out'))
  let last = ''
  window.connect('realize', () => {
    surfaceOf(window).connect('layout', (_surface, width, height) => {
      // The signal comes whenever anything in the window is laid out.
      if (`${width}×${height}` !== last) journal.write(control, 'configure', { width, height })
      last = `${width}×${height}`
    })
  })
}

/** Runs `ready` once, when the window has been mapped and drawn. */
export function onceDrawn(window: Gtk.Window, ready: () => void): void {
  const id = window.connect('map', () => {
    window.disconnect(id)
    const clock = window.get_frame_clock()
    if (!clock) throw new Error('a mapped window has a frame clock')
    const painted = clock.connect('after-paint', () => {
      clock.disconnect(painted)
      GLib.idle_add(GLib.PRIORITY_LOW, () => {
        ready()
        return GLib.SOURCE_REMOVE
      })
    })
  })
}
