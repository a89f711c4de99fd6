import Gdk from 'gi://Gdk?version=3.0'
import Gtk from 'gi://Gtk?version=3.0'
import type { Control, DragAndDropSpec } from '../toolkit.ts'
import { GtkControl } from './control.ts'

export function makeDragAndDrop(spec: DragAndDropSpec): { source: Control; target: Control } {
  // A label has no window of its own, which pressing and dropping need.
  const source = new Gtk.EventBox()
  source.add(new Gtk.Label({ label: spec.source.label }))
  source.drag_source_set(Gdk.ModifierType.BUTTON1_MASK, null, Gdk.DragAction.COPY)
  source.drag_source_add_text_targets()
  source.connect('drag-begin', () => spec.began())
  source.connect('drag-data-get', (_source, _context, data) => {
    data.set_text(spec.source.label, -1)
  })
  source.connect('drag-end', () => spec.ended())

  const target = new Gtk.EventBox()
  target.add(new Gtk.Label({ label: spec.target.label }))
  target.drag_dest_set(Gtk.DestDefaults.ALL, null, Gdk.DragAction.COPY)
  target.drag_dest_add_text_targets()
  let over = false
  target.connect('drag-motion', () => {
    if (!over) spec.entered()
    over = true
    return false
  })
  // Also before a drop.
  target.connect('drag-leave', () => {
    over = false
  })
  target.connect('drag-data-received', (_target, _context, _x, _y, data) => spec.dropped(data.get_text() ?? ''))
  for (const box of [source, target]) box.get_style_context().add_class('area')
  return {
    source: new GtkControl(spec.source.id, source, spec.source.label),
    target: new GtkControl(spec.target.id, target, spec.target.label),
  }
}
