import Gdk from 'gi://Gdk?version=3.0'
import Gio from 'gi://Gio'
import GLib from 'gi://GLib'
import GObject from 'gi://GObject'
import Gtk from 'gi://Gtk?version=3.0'
import { exit, programArgs } from 'system'
import { Commands } from './commands.ts'
import { identify } from './gtk3/control.ts'
import { journalInput } from './gtk3/input-journal.ts'
import { startGtk, xidOf } from './gtk3/window.ts'
import { Journal } from './journal.ts'
import { parseOptions, UsageError } from './options.ts'
import { onTerminate } from './terminate.ts'

// As a class, because only an overridden handler is given the event with its fields; a signal handler gets it opaque.
const LockerWindow = GObject.registerClass(
  { GTypeName: 'SurehandLockerWindow' },
  class extends Gtk.Window {
    /** Another window has come between this one and the eye. */
    obscured = () => {}

    override vfunc_visibility_notify_event(event: Gdk.EventVisibility): boolean {
      if (event.state !== Gdk.VisibilityState.UNOBSCURED) this.obscured()
      return super.vfunc_visibility_notify_event(event)
    }
  },
)

/**
 * Looks like a screen locker to the X server: an unmanaged window over the whole root, on top of all others, with the
 * person's keyboard and pointer grabbed if asked. It protects nothing.
 */
function main(): void {
  const options = parseOptions(programArgs, {
    journal: 'text',
    commands: 'text',
    name: 'text',
    grab: 'flag',
    hidden: 'flag',
  })
  const journal = new Journal(options.journal)
  startGtk(options.name ?? 'surehand-locker')
  journalInput(journal, { motion: false })

  // A popup window is one that asks the server to leave it out of the window manager's hands.
  const window = new LockerWindow({ type: Gtk.WindowType.POPUP, title: 'locker' })
  identify(window, 'locker')
  window.add(new Gtk.Label({ label: 'Locked' }))
  window.add_events(Gdk.EventMask.VISIBILITY_NOTIFY_MASK)
  let raised = 0
  window.obscured = () => {
    window.get_window()?.raise()
    Gdk.Display.get_default()?.sync()
    raised += 1
    journal.write('locker', 'raised', { times: raised })
  }
  const root = Gdk.get_default_root_window()
  window.set_size_request(root.get_width(), root.get_height())
  window.move(0, 0)
  window.realize()

  const seat = Gdk.Display.get_default()?.get_default_seat()
  const lock = () => {
    window.show_all()
    window.get_window()?.raise()
    const surface = window.get_window()
    const grabbed =
      options.grab && seat && surface
        ? { grab: seat.grab(surface, Gdk.SeatCapabilities.ALL, true, null, null, null) === Gdk.GrabStatus.SUCCESS }
        : {}
    Gdk.Display.get_default()?.sync()
    journal.write('locker', 'locked', grabbed)
  }
  const unlock = () => {
    if (options.grab) seat?.ungrab()
    window.hide()
    Gdk.Display.get_default()?.sync()
    journal.write('locker', 'unlocked')
  }
  const quit = () => Gtk.main_quit()
  onTerminate(quit)
  const commands = new Commands(journal)
  commands.on('lock', lock)
  commands.on('unlock', unlock)
  commands.on('quit', quit)
  if (options.commands !== undefined) commands.listen(options.commands, quit)

  GLib.idle_add(GLib.PRIORITY_DEFAULT_IDLE, () => {
    if (!options.hidden) lock()
    journal.write('window', 'ready', { title: 'locker', xid: xidOf(window), pid: new Gio.Credentials().get_unix_pid() })
    return GLib.SOURCE_REMOVE
  })
  Gtk.main()
  window.destroy()
  Gdk.Display.get_default()?.sync()
  journal.write('window', 'exit')
}

try {
  main()
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  printerr(`locker: ${error.message}`)
  exit(2)
}
