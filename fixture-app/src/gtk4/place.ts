import type Gdk from 'gi://Gdk?version=4.0'
import Gtk from 'gi://Gtk?version=4.0'

/** The window or popover that an event came to, and where in it. */
export function placeOf(event: Gdk.Event): { native: Gtk.Widget; x: number; y: number } | undefined {
  const surface = event.get_surface()
  const native = surface && Gtk.Native.get_for_surface(surface)
  if (!surface || !native) return undefined
  let [told, x, y] = event.get_position()
  const pointer = event.get_seat()?.get_pointer()
  // Of the wheel GTK 4.8 does not tell it.
  if (!told && pointer) [, x, y] = surface.get_device_position(pointer)
  const [dx, dy] = native.get_surface_transform()
  return { native: native as unknown as Gtk.Widget, x: x - dx, y: y - dy }
}

/** Relative to the widget; −1 where the event has no place in its window. */
export function placeIn(widget: Gtk.Widget, event: Gdk.Event): { x: number; y: number } {
  const place = placeOf(event)
  const [inside = false, x = -1, y = -1] = place?.native.translate_coordinates(widget, place.x, place.y) ?? []
  return inside ? { x, y } : { x: -1, y: -1 }
}
