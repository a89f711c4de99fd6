import Gdk from 'gi://Gdk?version=3.0'
import Gtk from 'gi://Gtk?version=3.0'
import type { Journal } from '../journal.ts'
import { onTerminate } from '../terminate.ts'
import type { Toolkit, ToolkitOptions } from '../toolkit.ts'
import { makeArea } from './areas.ts'
import { makeButton, makeToggle } from './buttons.ts'
import { GtkReadout, identify, nearestId } from './control.ts'
import { makeDragAndDrop } from './drags.ts'
import { journalInput } from './input-journal.ts'
import { makeList, makeTable, makeWheelSink } from './lists.ts'
import { fillMenu, makeContextTarget, makePopover, openDialog } from './menus.ts'
import { GtkPanel } from './panel.ts'
import { applyStyle } from './style.ts'
import { makeScrolledText, makeText } from './texts.ts'
import { makeChoice, makeNumber } from './values.ts'
import { journalWindow, onceMapped, placeWindow, startGtk, xidOf } from './window.ts'

/** The sizes that the window manager may give the window; others are clamped. */
const LEAST = { width: 720, height: 540 }
const MOST = { width: 1200, height: 900 }

export function createGtk3(journal: Journal, options: ToolkitOptions): Toolkit {
  startGtk(options.name)
  applyStyle()
  journalInput(journal, { motion: options.journalMotion })

  const window = new Gtk.Window({ title: options.title, defaultWidth: 900, defaultHeight: 600 })
  identify(window, 'window')
  journalWindow(journal, window, 'window')
  placeWindow(window, options.place)
  window.set_focus_on_map(!options.background)
  const hints = new Gdk.Geometry()
  hints.min_width = LEAST.width
  hints.min_height = LEAST.height
  hints.max_width = MOST.width
  hints.max_height = MOST.height
  window.set_geometry_hints(null, hints, Gdk.WindowHints.MIN_SIZE | Gdk.WindowHints.MAX_SIZE)

  const quit = () => Gtk.main_quit()
  window.connect('destroy', quit)
  onTerminate(quit)

  const outer = new Gtk.Box({ orientation: Gtk.Orientation.VERTICAL })
  const menuBar = new Gtk.MenuBar()
  identify(menuBar, 'menu-bar')
  const columns = new Gtk.Box({ spacing: 6, marginStart: 4, marginEnd: 4, marginBottom: 4 })
  const panels = [new GtkPanel(), new GtkPanel(), new GtkPanel(), new GtkPanel()] as const
  for (const panel of panels) columns.pack_start(panel.widget, true, true, 0)
  outer.pack_start(menuBar, false, true, 0)
  outer.pack_start(columns, true, true, 0)
  window.add(outer)

  return {
    canClaimEnabled: true,
    panels,
    button: makeButton,
    readout: (id, text, width = 12) => new GtkReadout(id, text, width),
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
    menuBar: (items) => fillMenu(menuBar, items),
    dialog: (spec) => openDialog(spec, window),
    onFocus: (moved) => {
      window.connect('set-focus', (_window, widget) => {
        if (widget) moved(nearestId(widget))
      })
    },
    readClipboard: (told) => {
      Gtk.Clipboard.get_default(window.get_display()).request_text((_clipboard, text) => told(text ?? undefined))
    },
    show: (ready) => {
      onceMapped(window, () => ready(xidOf(window)))
      window.show_all()
    },
    resize: (width, height) => window.resize(width, height),
    present: () => window.present(),
    run: () => Gtk.main(),
    quit,
  }
}
