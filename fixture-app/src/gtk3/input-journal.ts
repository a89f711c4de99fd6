import Gdk from 'gi://Gdk?version=3.0'
import Gtk from 'gi://Gtk?version=3.0'
import type { Detail, Journal } from '../journal.ts'
import { nearestId } from './control.ts'

const { EventType } = Gdk

/**
 * Journals every input event that reaches this process from the X server, before any widget sees it: `key-press`,
 * `key-release`, `button-press`, `button-release`, `wheel`, and `motion` if asked.
 * `control` is the id of the widget that the event goes to; `device` is the master device it came from, which tells the
 * person's seat from another one.
 */
export function journalInput(journal: Journal, options: { readonly motion: boolean }): void {
  Gdk.Event.handler_set((event) => {
    const entry = describe(event, options.motion)
    if (entry) journal.write(target(event), entry.event, entry.detail)
    Gtk.main_do_event(event)
  })
}

function target(event: Gdk.Event): string {
  const type = event.get_event_type()
  const widget = Gtk.get_event_widget(event)
  if (!widget) return 'unknown'
  const keys = type === EventType.KEY_PRESS || type === EventType.KEY_RELEASE
  // Keys arrive at the window; the widget that has its focus gets them.
  const focused = keys && widget instanceof Gtk.Window ? widget.get_focus() : null
  return nearestId(focused ?? widget)
}

function describe(event: Gdk.Event, motion: boolean): { event: string; detail: Detail } | undefined {
  const at = () => {
    const [, x, y] = event.get_root_coords()
    return { x: Math.round(x), y: Math.round(y) }
  }
  const device = { device: event.get_device()?.get_name() ?? 'none' }
  const type = event.get_event_type()
  switch (type) {
    case EventType.KEY_PRESS:
    case EventType.KEY_RELEASE: {
      const [, keyval] = event.get_keyval()
      const detail = { keyval, key: Gdk.keyval_name(keyval), state: event.get_state()[1], ...device }
      return { event: type === EventType.KEY_PRESS ? 'key-press' : 'key-release', detail }
    }
    case EventType.BUTTON_PRESS:
    case EventType.BUTTON_RELEASE: {
      const detail = { button: event.get_button()[1], ...at(), ...device }
      return { event: type === EventType.BUTTON_PRESS ? 'button-press' : 'button-release', detail }
    }
    case EventType.SCROLL: {
      const [, dx, dy] = event.get_scroll_deltas()
      const [discrete, direction] = event.get_scroll_direction()
      return { event: 'wheel', detail: { ...(discrete ? { direction } : { dx, dy }), ...at(), ...device } }
    }
    case EventType.MOTION_NOTIFY:
      return motion ? { event: 'motion', detail: { ...at(), ...device } } : undefined
    default:
      return undefined
  }
}
