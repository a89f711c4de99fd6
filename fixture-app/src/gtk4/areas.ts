import Gdk from 'gi://Gdk?version=4.0'
import Gtk from 'gi://Gtk?version=4.0'
import { chordName, isModifier } from '../chord.ts'
import type { AreaSpec, Control } from '../toolkit.ts'
import { GtkControl } from './control.ts'
import { placeIn } from './place.ts'

const { EventType, ModifierType } = Gdk

export function makeArea(spec: AreaSpec): Control {
  const widget = new Gtk.DrawingArea({ contentHeight: spec.height })
  widget.add_css_class('area')
  widget.set_draw_func((_widget, context) => {
    Gtk.render_layout(widget.get_style_context(), context, 4, 2, widget.create_pango_layout(spec.name))
    context.$dispose()
  })
  if (spec.clicked) listenToClicks(widget, spec.clicked)
  if (spec.dragged) listenToDrags(widget, spec.dragged)
  if (spec.chord) listenToChords(widget, spec.chord)
  return new GtkControl(spec.id, widget, spec.name)
}

// Not by Gtk.GestureClick: it misses a double click that comes soon after a click elsewhere in the widget, and now and
// then a right click that comes soon after a left one.
function listenToClicks(widget: Gtk.Widget, clicked: NonNullable<AreaSpec['clicked']>): void {
  const { gtkDoubleClickTime: within, gtkDoubleClickDistance: near } = Gtk.Settings.get_default() as Gtk.Settings
  let last = { button: 0, presses: 0, time: 0, x: 0, y: 0 }
  const events = new Gtk.EventControllerLegacy()
  events.connect('event', (_events, event) => {
    if (!(event instanceof Gdk.ButtonEvent)) return Gdk.EVENT_PROPAGATE
    const button = event.get_button()
    const { x, y } = placeIn(widget, event)
    if (event.get_event_type() === EventType.BUTTON_RELEASE) {
      if (widget.contains(x, y)) clicked({ button, presses: last.presses, x: Math.round(x), y: Math.round(y) })
      return Gdk.EVENT_PROPAGATE
    }
    const time = event.get_time()
    const again =
      button === last.button &&
      time - last.time <= within &&
      Math.abs(x - last.x) <= near &&
      Math.abs(y - last.y) <= near
    last = { button, time, x, y, presses: again ? last.presses + 1 : 1 }
    return Gdk.EVENT_PROPAGATE
  })
  widget.add_controller(events)
}

function listenToDrags(widget: Gtk.Widget, dragged: NonNullable<AreaSpec['dragged']>): void {
  const gesture = new Gtk.GestureDrag({ button: Gdk.BUTTON_PRIMARY })
  gesture.connect('drag-begin', (_gesture, x, y) => dragged.started(Math.round(x), Math.round(y)))
  gesture.connect('drag-update', (_gesture, dx, dy) => dragged.moved(Math.round(dx), Math.round(dy)))
  gesture.connect('drag-end', (_gesture, dx, dy) => dragged.ended(Math.round(dx), Math.round(dy)))
  widget.add_controller(gesture)
}

function listenToChords(widget: Gtk.Widget, chord: (chord: string) => void): void {
  widget.set_focusable(true)
  const click = new Gtk.GestureClick({ button: 0 })
  click.connect('pressed', () => {
    widget.grab_focus()
  })
  widget.add_controller(click)
  const keys = new Gtk.EventControllerKey({ propagationPhase: Gtk.PropagationPhase.CAPTURE })
  keys.connect('key-pressed', (_keys, keyval, _code, state) => {
    const key = Gdk.keyval_name(keyval) ?? ''
    if (isModifier(key)) return Gdk.EVENT_PROPAGATE
    const held = {
      ctrl: (state & ModifierType.CONTROL_MASK) !== 0,
      alt: (state & ModifierType.ALT_MASK) !== 0,
      shift: (state & ModifierType.SHIFT_MASK) !== 0,
      super: (state & ModifierType.SUPER_MASK) !== 0,
    }
    chord(chordName(held, key))
    return Gdk.EVENT_STOP
  })
  widget.add_controller(keys)
}
