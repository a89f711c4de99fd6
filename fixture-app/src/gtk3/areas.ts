import Gdk from 'gi://Gdk?version=3.0'
import Gtk from 'gi://Gtk?version=3.0'
import { chordName, isModifier } from '../chord.ts'
import type { AreaSpec, Control } from '../toolkit.ts'
import { GtkControl } from './control.ts'

const { EventType, ModifierType } = Gdk

/** GDK sends the second press twice: as a press, then as a double one. */
const PRESSES: ReadonlyMap<Gdk.EventType, number> = new Map([
  [EventType.BUTTON_PRESS, 1],
  [EventType.DOUBLE_BUTTON_PRESS, 2],
  [EventType.TRIPLE_BUTTON_PRESS, 3],
])

// A gesture ends with the last reference to it, and GTK 3's widgets hold none.
const gestures = new Map<Gtk.Widget, Gtk.Gesture>()

export function makeArea(spec: AreaSpec): Control {
  const widget = new Gtk.DrawingArea({ heightRequest: spec.height })
  const style = widget.get_style_context()
  style.add_class('area')
  const { BUTTON_PRESS_MASK, BUTTON_RELEASE_MASK, BUTTON_MOTION_MASK, KEY_PRESS_MASK } = Gdk.EventMask
  widget.add_events(BUTTON_PRESS_MASK | BUTTON_RELEASE_MASK | BUTTON_MOTION_MASK | KEY_PRESS_MASK)
  widget.connect('draw', (_widget, context) => {
    Gtk.render_background(style, context, 0, 0, widget.get_allocated_width(), widget.get_allocated_height())
    Gtk.render_frame(style, context, 0, 0, widget.get_allocated_width(), widget.get_allocated_height())
    Gtk.render_layout(style, context, 4, 2, widget.create_pango_layout(spec.name))
    context.$dispose()
    return Gdk.EVENT_STOP
  })
  if (spec.clicked) listenToClicks(widget, spec.clicked)
  if (spec.dragged) listenToDrags(widget, spec.dragged)
  if (spec.chord) listenToChords(widget, spec.chord)
  return new GtkControl(spec.id, widget, spec.name)
}

// Not by Gtk.GestureMultiPress, which misses a double click that comes soon after a click elsewhere in the widget.
function listenToClicks(widget: Gtk.Widget, clicked: NonNullable<AreaSpec['clicked']>): void {
  let presses = 0
  widget.connect('button-press-event', (_widget, pressed) => {
    presses = PRESSES.get((pressed as unknown as Gdk.Event).get_event_type()) ?? 0
    return Gdk.EVENT_PROPAGATE
  })
  widget.connect('button-release-event', (_widget, released) => {
    const event = released as unknown as Gdk.Event
    const [, x, y] = event.get_coords()
    const inside = x >= 0 && y >= 0 && x < widget.get_allocated_width() && y < widget.get_allocated_height()
    if (inside) clicked({ button: event.get_button()[1], presses, x: Math.round(x), y: Math.round(y) })
    return Gdk.EVENT_PROPAGATE
  })
}

function listenToDrags(widget: Gtk.Widget, dragged: NonNullable<AreaSpec['dragged']>): void {
  const gesture = new Gtk.GestureDrag({ widget, button: Gdk.BUTTON_PRIMARY })
  gesture.connect('drag-begin', (_gesture, x, y) => dragged.started(Math.round(x), Math.round(y)))
  gesture.connect('drag-update', (_gesture, dx, dy) => dragged.moved(Math.round(dx), Math.round(dy)))
  gesture.connect('drag-end', (_gesture, dx, dy) => dragged.ended(Math.round(dx), Math.round(dy)))
  gestures.set(widget, gesture)
  widget.connect('destroy', () => gestures.delete(widget))
}

function listenToChords(widget: Gtk.Widget, chord: (chord: string) => void): void {
  widget.set_can_focus(true)
  widget.connect('button-press-event', () => {
    widget.grab_focus()
    return Gdk.EVENT_PROPAGATE
  })
  widget.connect('key-press-event', (_widget, pressed) => {
    // The binding types the argument as the struct of the C signal; what arrives is the boxed event.
    const event = pressed as unknown as Gdk.Event
    const [, state] = event.get_state()
    const key = Gdk.keyval_name(event.get_keyval()[1]) ?? ''
    if (isModifier(key)) return Gdk.EVENT_PROPAGATE
    const held = {
      ctrl: (state & ModifierType.CONTROL_MASK) !== 0,
      alt: (state & ModifierType.MOD1_MASK) !== 0,
      shift: (state & ModifierType.SHIFT_MASK) !== 0,
      super: (state & (ModifierType.SUPER_MASK | ModifierType.MOD4_MASK)) !== 0,
    }
    chord(chordName(held, key))
    return Gdk.EVENT_STOP
  })
}
