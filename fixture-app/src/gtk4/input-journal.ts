import Gdk from 'gi://Gdk?version=4.0'
import Gtk from 'gi://Gtk?version=4.0'
import type { Detail, Journal } from '../journal.ts'
import { nearestId } from './control.ts'
import { placeOf } from './place.ts'

const { EventType } = Gdk

/**
 * Journals every input event that reaches this window and its popovers, before any widget sees it: `key-press`,
 * `key-release`, `button-press`, `button-release`, `wheel`, and `motion` if asked. As in GTK 3, but `x` and `y` are
 * relative to the window (or popover): GTK 4 does not tell where on the screen that is.
 */
export function journalInput(journal: Journal, window: Gtk.Window, options: { readonly motion: boolean }): void {
  const controller = new Gtk.EventControllerLegacy({ propagationPhase: Gtk.PropagationPhase.CAPTURE })
  controller.connect('event', (_controller, event) => {
    const entry = describe(event, options.motion)
    if (entry) journal.write(nearestId(target(event, window)), entry.event, entry.detail)
    return Gdk.EVENT_PROPAGATE
  })
  window.add_controller(controller)
}

function target(event: Gdk.Event, window: Gtk.Window): Gtk.Widget | null {
  if (event instanceof Gdk.KeyEvent) return window.get_focus() ?? window
  const place = placeOf(event)
  return place ? (place.native.pick(place.x, place.y, Gtk.PickFlags.DEFAULT) ?? place.native) : null
}

function describe(event: Gdk.Event, motion: boolean): { event: string; detail: Detail } | undefined {
  const type = event.get_event_type()
  const seat = event.get_seat()
  // Of the wheel the event names the device below the master; its seat is always right.
  const pointer = { device: seat?.get_pointer()?.get_name() ?? 'none' }
  const at = () => {
    const { x = -1, y = -1 } = placeOf(event) ?? {}
    return { x: Math.round(x), y: Math.round(y) }
  }
  switch (type) {
    case EventType.KEY_PRESS:
    case EventType.KEY_RELEASE: {
      const keyval = (event as Gdk.KeyEvent).get_keyval()
      const device = seat?.get_keyboard()?.get_name() ?? 'none'
      const detail = { keyval, key: Gdk.keyval_name(keyval), state: event.get_modifier_state(), device }
      return { event: type === EventType.KEY_PRESS ? 'key-press' : 'key-release', detail }
    }
    case EventType.BUTTON_PRESS:
    case EventType.BUTTON_RELEASE: {
      const detail = { button: (event as Gdk.ButtonEvent).get_button(), ...at(), ...pointer }
      return { event: type === EventType.BUTTON_PRESS ? 'button-press' : 'button-release', detail }
    }
    case EventType.SCROLL: {
      const scroll = event as Gdk.ScrollEvent
      const direction = scroll.get_direction()
      const [dx, dy] = scroll.get_deltas()
      const way = direction === Gdk.ScrollDirection.SMOOTH ? { dx, dy } : { direction }
      return { event: 'wheel', detail: { ...way, ...at(), ...pointer } }
    }
    case EventType.MOTION_NOTIFY:
      return motion ? { event: 'motion', detail: { ...at(), ...pointer } } : undefined
    default:
      return undefined
  }
}
