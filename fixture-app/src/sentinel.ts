import Gio from 'gi://Gio'
import Gtk from 'gi://Gtk?version=3.0'
import { exit, programArgs } from 'system'
import { Commands } from './commands.ts'
import { identify } from './gtk3/control.ts'
import { journalInput } from './gtk3/input-journal.ts'
import { journalWindow, onceMapped, placeWindow, startGtk, xidOf } from './gtk3/window.ts'
import { Journal } from './journal.ts'
import { parseGeometry, parseOptions, UsageError } from './options.ts'
import { onTerminate } from './terminate.ts'

/** A person's window: it holds the foreground and the focus, and writes down everything that reaches it. */
function main(): void {
  const options = parseOptions(programArgs, {
    journal: 'text',
    commands: 'text',
    title: 'text',
    name: 'text',
    geometry: 'text',
    above: 'flag',
    maximized: 'flag',
    'journal-motion': 'flag',
  })
  const journal = new Journal(options.journal)
  const title = options.title ?? 'sentinel'
  startGtk(options.name ?? 'surehand-sentinel')
  journalInput(journal, { motion: options['journal-motion'] ?? false })

  const window = new Gtk.Window({ title, defaultWidth: 300, defaultHeight: 80 })
  identify(window, 'window')
  journalWindow(journal, window, 'window')
  if (options.geometry !== undefined) placeWindow(window, parseGeometry(options.geometry))
  window.set_keep_above(options.above ?? false)
  if (options.maximized) window.maximize()

  const entry = new Gtk.Entry({ placeholderText: 'The person types here', valign: Gtk.Align.START })
  identify(entry, 'sentinel-entry', 'The person types here')
  entry.connect('changed', () => journal.write('sentinel-entry', 'text', { text: entry.get_text() }))
  window.add(entry)

  const quit = () => Gtk.main_quit()
  window.connect('destroy', quit)
  onTerminate(quit)
  const commands = new Commands(journal)
  commands.on('present', () => window.present())
  commands.on('clear', () => entry.set_text(''))
  commands.on('quit', quit)
  if (options.commands !== undefined) commands.listen(options.commands, quit)

  onceMapped(window, () => {
    const pid = new Gio.Credentials().get_unix_pid()
    journal.write('window', 'ready', { title, xid: xidOf(window), pid })
  })
  window.show_all()
  entry.grab_focus()
  window.present()
  Gtk.main()
  journal.write('window', 'exit')
}

try {
  main()
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  printerr(`sentinel: ${error.message}`)
  exit(2)
}
