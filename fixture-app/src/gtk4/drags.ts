import Gdk from 'gi://Gdk?version=4.0'
import GObject from 'gi://GObject'
import Gtk from 'gi://Gtk?version=4.0'
import type { Control, DragAndDropSpec } from '../toolkit.ts'
import { GtkControl } from './control.ts'

export function makeDragAndDrop(spec: DragAndDropSpec): { source: Control; target: Control } {
  const source = labelled(spec.source.label)
  const drag = new Gtk.DragSource({
    actions: Gdk.DragAction.COPY,
    content: Gdk.ContentProvider.new_for_value(spec.source.label),
  })
  drag.connect('drag-begin', () => spec.began())
  drag.connect('drag-end', () => spec.ended())
  source.add_controller(drag)

  const target = labelled(spec.target.label)
  const drop = Gtk.DropTarget.new(GObject.TYPE_STRING, Gdk.DragAction.COPY)
  drop.connect('enter', () => {
    spec.entered()
    return Gdk.DragAction.COPY
  })
  drop.connect('drop', (_drop, value) => {
    spec.dropped(String(value))
    return true
  })
  target.add_controller(drop)
  return {
    source: new GtkControl(spec.source.id, source, spec.source.label),
    target: new GtkControl(spec.target.id, target, spec.target.label),
  }
}

/** A box, because a bare label is only text to accessibility. */
function labelled(label: string): Gtk.Box {
  const box = new Gtk.Box()
  box.add_css_class('area')
  box.append(new Gtk.Label({ label }))
  return box
}
