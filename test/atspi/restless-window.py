"""A GTK 3 window that changes as it is told, a line on stdin for each change; much of it GTK tells nobody of.

Answers each line with `done` on stdout, once what was changed has been drawn.
"""

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402

GLib.set_prgname("restless-window")


def stacked(*widgets):
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=2)
    for widget in widgets:
        box.pack_start(widget, False, False, 0)
    return box


label = Gtk.Label(label="first words")
button = Gtk.Button(label="Press")
check = Gtk.CheckButton(label="Agree")
entry = Gtk.Entry(text="typed")
progress = Gtk.ProgressBar(fraction=0.25)
inside = Gtk.Button(label="Inside")
group = stacked(inside, Gtk.CheckButton(label="Inside too"))
# It has no scroll bar: nothing tells that it scrolls.
pane = Gtk.Layout(width=300, height=40 * 24, height_request=120)
for number in range(40):
    pane.put(Gtk.Label(label=f"row {number}"), 0, number * 24)
choices = Gtk.ListBox()
for choice in ("red", "green", "blue"):
    choices.add(Gtk.ListBoxRow(child=Gtk.Label(label=choice)))
pages = Gtk.Notebook()
for page in ("One", "Two"):
    pages.append_page(Gtk.Label(label=f"content of {page}"), Gtk.Label(label=page))
extra = Gtk.Button(label="Extra", no_show_all=True)
content = stacked(label, button, check, entry, progress, group, pane, choices, pages, extra)
window = Gtk.Window(title="restless window", child=content)
window.connect("destroy", Gtk.main_quit)

CHANGES = {
    "relabel a label": lambda: label.set_label("other words"),
    "relabel a button": lambda: button.set_label("Press again"),
    "check": lambda: check.set_active(True),
    "disable": lambda: button.set_sensitive(False),
    "disable what is around others": lambda: group.set_sensitive(False),
    "type": lambda: entry.set_text("typed more"),
    "progress": lambda: progress.set_fraction(0.75),
    "scroll": lambda: pane.get_vadjustment().set_value(300),
    "select a row": lambda: choices.select_row(choices.get_row_at_index(1)),
    "turn the page": lambda: pages.set_current_page(1),
    "show another": lambda: extra.show(),
    "add a row": lambda: (choices.add(Gtk.ListBoxRow(child=Gtk.Label(label="violet"))), choices.show_all()),
    "remove a row": lambda: choices.remove(choices.get_row_at_index(0)),
    "widen": lambda: window.resize(700, window.get_size()[1]),
    "retitle": lambda: window.set_title("another title"),
    "focus": lambda: entry.grab_focus(),
    "explain": lambda: button.set_tooltip_text("What it is for"),
    "nothing": lambda: None,
}


def hear(_source, _condition):
    line = sys.stdin.readline()
    if line == "":
        Gtk.main_quit()
        return False
    CHANGES[line.strip()]()
    # Two frames: one lays out what was changed, the next one has it drawn.
    left = [2]

    def drawn(widget, _clock):
        left[0] -= 1
        widget.queue_draw()
        if left[0] > 0:
            return True
        GLib.idle_add(lambda: print("done", flush=True))
        return False

    window.add_tick_callback(drawn)
    window.queue_draw()
    return True


GLib.io_add_watch(sys.stdin, GLib.IO_IN | GLib.IO_HUP, hear)
window.show_all()
Gtk.main()
