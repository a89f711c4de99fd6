"""A GTK 3 table of 10,000 rows and three columns, scrolled to row 5,000."""

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402

ROWS = 10_000
FIRST = 5_000

GLib.set_prgname("big-table")
store = Gtk.ListStore(str, str, str)
for row in range(ROWS):
    store.append([f"a{row}", f"b{row}", f"c{row}"])
table = Gtk.TreeView(model=store)
for column in range(3):
    table.append_column(Gtk.TreeViewColumn(f"column {column}", Gtk.CellRendererText(), text=column))
scroll = Gtk.ScrolledWindow(child=table)
window = Gtk.Window(title="big table", default_width=400, default_height=300, child=scroll)
window.connect("destroy", Gtk.main_quit)
window.show_all()
table.scroll_to_cell(Gtk.TreePath(FIRST), None, True, 0.0, 0.0)
Gtk.main()
