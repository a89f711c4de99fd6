import Gdk from 'gi://Gdk?version=4.0'
import Gtk from 'gi://Gtk?version=4.0'
import type { Control, ScrolledTextSpec, TextField, TextSpec } from '../toolkit.ts'
import { GtkControl, identify } from './control.ts'

class GtkEntryField extends GtkControl<Gtk.Entry | Gtk.PasswordEntry> implements TextField {
  readonly #changed: (text: string) => void
  #setting = false

  constructor(spec: TextSpec, widget: Gtk.Entry | Gtk.PasswordEntry) {
    super(spec.id, widget, spec.name)
    this.#changed = spec.changed ?? (() => {})
    widget.connect('changed', () => {
      if (!this.#setting) this.#changed(this.text())
    })
  }

  text(): string {
    return this.widget.get_text()
  }

  // GTK 4 empties a field before it fills it, and tells of both: an app that answers with another text would never end.
  set(text: string): void {
    if (text === this.text()) return
    const caret = this.widget.get_position()
    this.#setting = true
    this.widget.set_text(text)
    this.#setting = false
    this.widget.set_position(Math.min(caret, [...text].length))
    this.#changed(text)
  }
}

class GtkViewField extends GtkControl<Gtk.ScrolledWindow> implements TextField {
  readonly #view: Gtk.TextView

  constructor(spec: TextSpec) {
    // Without wrapping, the window would grow with the longest line.
    const view = new Gtk.TextView({ wrapMode: Gtk.WrapMode.WORD_CHAR })
    super(`${spec.id}-scroll`, boxed(view, 34))
    this.#view = view
    identify(view, spec.id, spec.name)
    view.buffer.set_text(spec.text ?? '', -1)
    view.buffer.connect('changed', () => spec.changed?.(view.buffer.text))
  }

  text(): string {
    return this.#view.buffer.text
  }

  set(text: string): void {
    this.#view.buffer.set_text(text, -1)
  }

  override focus(): void {
    this.#view.grab_focus()
  }
}

/** A scrolled area of fixed height whose scroll bar is always there, for eyes and for accessibility. */
export function boxed(child: Gtk.Widget, height: number): Gtk.ScrolledWindow {
  return new Gtk.ScrolledWindow({
    child,
    hscrollbarPolicy: Gtk.PolicyType.NEVER,
    vscrollbarPolicy: Gtk.PolicyType.ALWAYS,
    overlayScrolling: false,
    hasFrame: true,
    minContentHeight: height,
  })
}

export function makeText(spec: TextSpec): TextField {
  if (spec.kind === 'lines') return new GtkViewField(spec)
  const text = { text: spec.text ?? '', placeholderText: spec.name, widthChars: 8, editable: !spec.readOnly }
  // Its own class, because an entry that hides its text is an ordinary text to accessibility.
  const widget = spec.kind === 'password' ? new Gtk.PasswordEntry(text) : new Gtk.Entry(text)
  if (spec.maxLength !== undefined && widget instanceof Gtk.Entry) widget.set_max_length(spec.maxLength)
  if (spec.typed) listenToKeys(widget, spec.typed)
  if (spec.selected) listenToSelection(widget, spec.selected)
  return new GtkEntryField(spec, widget)
}

function listenToSelection(
  widget: Gtk.Entry | Gtk.PasswordEntry,
  selected: (start: number, end: number) => void,
): void {
  for (const property of ['cursor-position', 'selection-bound']) {
    widget.connect(`notify::${property}`, () => {
      const caret = widget.get_position()
      const [some, start, end] = widget.get_selection_bounds()
      selected(some ? start : caret, some ? end : caret)
    })
  }
}

/** Text that is read only, in a frame with both scroll bars. */
export function makeScrolledText(spec: ScrolledTextSpec): Control {
  const view = new Gtk.TextView({ editable: false })
  identify(view, spec.id, spec.name)
  view.buffer.set_text(spec.lines.join('\n'), -1)
  const scrolled = boxed(view, 70)
  scrolled.set_policy(Gtk.PolicyType.ALWAYS, Gtk.PolicyType.ALWAYS)
  const across = scrolled.get_hadjustment()
  const down = scrolled.get_vadjustment()
  for (const bar of [across, down]) {
    bar.connect('value-changed', () => {
      const [first] = view.get_line_at_y(down.get_value())
      spec.scrolled(first.get_line(), Math.round(across.get_value()))
    })
  }
  return new GtkControl(`${spec.id}-scroll`, scrolled)
}

const CHORD = Gdk.ModifierType.CONTROL_MASK | Gdk.ModifierType.ALT_MASK | Gdk.ModifierType.SUPER_MASK

function listenToKeys(widget: Gtk.Widget, typed: (character: string) => void): void {
  const keys = new Gtk.EventControllerKey({ propagationPhase: Gtk.PropagationPhase.CAPTURE })
  keys.connect('key-pressed', (_keys, keyval, _code, modifiers) => {
    const code = Gdk.keyval_to_unicode(keyval)
    if (code < 0x20 || code === 0x7f || (modifiers & CHORD) !== 0) return Gdk.EVENT_PROPAGATE
    typed(String.fromCodePoint(code))
    return Gdk.EVENT_STOP
  })
  widget.add_controller(keys)
}
