import GLib from 'gi://GLib'
import Gtk from 'gi://Gtk?version=4.0'
import type { Journal } from '../journal.ts'
import { onTerminate } from '../terminate.ts'
import type { Toolkit, ToolkitOptions } from '../toolkit.ts'
import { makeArea } from './areas.ts'
import { makeButton, makeToggle } from './buttons.ts'
import { GtkReadout, identify, nearestId } from './control.ts'
import { makeDragAndDrop } from './drags.ts'
import { journalInput } from './input-journal.ts'
import { makeList, makeTable, makeWheelSink } from './lists.ts'
import { makeContextTarget, makeMenuBar, makePopover, openDialog } from './menus.ts'
import { GtkPanel } from './panel.ts'
import { applyStyle } from './style.ts'
import { makeScrolledText, makeText } from './texts.ts'
import { makeChoice, makeNumber } from './values.ts'
import { journalWindow, onceDrawn, startGtk, surfaceOf } from './window.ts'

/** GTK 4 can ask the window manager for a least size, but not for a greatest one. */
const LEAST = { width: 720, height: 540 }

export function createGtk4(journal: Journal, options: ToolkitOptions): Toolkit {
  startGtk(options.name)
  applyStyle()

  const { width = 900, height = 600 } = options.place
  const window = new Gtk.Window({ title: options.title, defaultWidth: width, defaultHeight: height })
  window.set_size_request(LEAST.width, LEAST.height)
  identify(window, 'window')
  journalWindow(journal, window, 'window')
  journalInput(journal, window, { motion: options.journalMotion })

  const loop = new GLib.MainLoop(null, false)
  const quit = () => loop.quit()
  window.connect('close-request', () => {
    quit()
    return false
  })
  onTerminate(quit)

  const outer = new Gtk.Box({ orientation: Gtk.Orientation.VERTICAL })
  const menu = makeMenuBar()
  const columns = new Gtk.Box({ spacing: 6, marginStart: 4, marginEnd: 4, marginBottom: 4 })
  const panels = [new GtkPanel(), new GtkPanel(), new GtkPanel(), new GtkPanel()] as const
  for (const panel of panels) columns.append(panel.widget)
  outer.append(menu.bar)
  outer.append(columns)
  window.set_child(outer)

  return {
    // No accessible of GTK 4 says ENABLED, whatever its widget is.
    canClaimEnabled: false,
    panels,
    button: makeButton,
    readout: (id, text, characters = 12) => new GtkReadout(id, text, characters),
    toggle: makeToggle,
    text: makeText,
    number: makeNumber,
    choice: makeChoice,
    list: makeList,
    table: makeTable,
    wheelSink: makeWheelSink,
    scrolledText: makeScrolledText,
    area: makeArea,
    dragAndDrop: makeDragAndDrop,
    popover: makePopover,
    contextTarget: makeContextTarget,
    menuBar: menu.fill,
    dialog: (spec) => openDialog(spec, window, (dialog) => journalInput(journal, dialog, { motion: false })),
    onFocus: (moved) => {
      window.connect('notify::focus-widget', () => moved(nearestId(window.get_focus())))
    },
    readClipboard: (told) => {
      const clipboard = window.get_display().get_clipboard()
      clipboard.read_text_async(null, (_clipboard, result) => {
        try {
          told(clipboard.read_text_finish(result) ?? undefined)
        } catch {
          told(undefined) // there is none, or no text
        }
      })
    },
    show: (ready) => {
      onceDrawn(window, () => ready(surfaceOf(window).get_xid()))
      if (options.background) {
        window.connect('realize', () => surfaceOf(window).set_user_time(0))
        window.set_visible(true)
      } else {
        window.present()
      }
    },
    resize: (toWidth, toHeight) => window.set_default_size(toWidth, toHeight),
    present: () => window.present(),
    run: () => loop.run(),
    quit,
  }
}
