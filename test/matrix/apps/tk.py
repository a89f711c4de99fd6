"""The controls of the matrix in Tk, each at a place of its own: nothing but the picture tells where they are.

    tk.py --journal FILE [--geometry WxH+X+Y]
"""

import argparse
import os
import signal
import tkinter as tk

from journal import Journal

MODIFIERS = [(0x4, "ctrl"), (0x8, "alt"), (0x1, "shift")]
BUTTONS = {1: "left", 2: "middle", 3: "right"}
WHEEL = {4: "up", 5: "down"}


class Panel:
    def __init__(self, root, journal):
        self.root = root
        self._journal = journal
        self._readout = tk.Label(root, text="nothing yet", anchor="w")
        self._readout.place(x=10, y=600, width=880, height=30)
        self._buttons()
        self._areas()
        self._texts()
        self._rows()

    def write(self, control, event, **detail):
        self._readout["text"] = f"{control} {event}"
        self._journal.write(control, event, **detail)

    def _buttons(self):
        count = tk.Button(self.root, text="Count", command=lambda: self.write("honest-button", "effect"))
        count.place(x=20, y=20, width=160, height=40)
        dialog = tk.Button(self.root, text="Open dialog", command=self._open_dialog)
        dialog.place(x=220, y=20, width=160, height=40)

    def _areas(self):
        canvas = self._area(20, 80, "canvas")
        for button, name in BUTTONS.items():
            canvas.bind(f"<ButtonPress-{button}>", lambda _, name=name: self._press(name, 1))
            canvas.bind(f"<Double-ButtonPress-{button}>", lambda _, name=name: self._press(name, 2))
        pad = self._area(220, 80, "drag-pad")
        pad.bind("<ButtonPress-1>", lambda event: setattr(self, "_from", event))
        pad.bind("<ButtonRelease-1>", self._drop)
        keys = self._area(20, 140, "key-area")
        keys.bind("<ButtonPress-1>", lambda _: keys.focus_set())
        keys.bind("<KeyPress>", self._chord)
        menu = tk.Menu(self.root, tearoff=False)
        menu.add_command(label="Copy item", command=lambda: self.write("context-copy", "menu", label="Copy item"))
        target = self._area(220, 140, "context-target")
        target.bind("<ButtonPress-3>", lambda event: menu.tk_popup(event.x_root, event.y_root))

    def _area(self, x, y, label):
        area = tk.Label(self.root, text=label, background="#ccddee")
        area.place(x=x, y=y, width=160, height=40)
        return area

    def _press(self, button, presses):
        self.write("canvas", "effect", button=button, presses=presses)

    def _drop(self, event):
        self.write("drag-pad", "drag-drop", dx=event.x - self._from.x, dy=event.y - self._from.y)

    def _chord(self, event):
        if event.keysym.rpartition("_")[0] in ("Control", "Shift", "Alt", "Meta"):
            return
        held = [name for flag, name in MODIFIERS if event.state & flag]
        self.write("key-area", "chord", chord="+".join([*held, event.keysym.lower()]))

    def _texts(self):
        text = tk.StringVar(self.root, "initial")
        text.trace_add("write", lambda *_: self.write("text-entry", "text", text=text.get()))
        tk.Entry(self.root, textvariable=text).place(x=20, y=200, width=360, height=30)
        scale = tk.Scale(self.root, orient="horizontal", to=100, showvalue=False)
        scale["command"] = lambda value: self.write("plain-slider", "value", value=int(value))
        scale.place(x=20, y=250, width=360, height=30)

    def _rows(self):
        rows = tk.Listbox(self.root)
        rows.insert("end", *(f"Row {number:03}" for number in range(1, 501)))
        rows.place(x=420, y=20, width=300, height=260)
        # Listbox scrolls after this binding; the place is asked for when it has.
        for button, direction in WHEEL.items():
            rows.bind(f"<ButtonPress-{button}>", lambda _, to=direction: self.root.after_idle(self._scrolled, rows, to))

    def _scrolled(self, rows, direction):
        self.write("row-list", "scroll", direction=direction, first=rows.nearest(0) + 1)

    def _open_dialog(self):
        dialog = tk.Toplevel(self.root)
        dialog.title("Question")
        dialog.geometry("240x120+300+300")
        dialog.transient(self.root)

        def close():
            dialog.destroy()
            self.write("dialog", "close", answer="dialog-ok")

        tk.Button(dialog, text="OK", command=close).place(x=60, y=40, width=120, height=40)
        self.write("dialog", "open")


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--journal", required=True)
    options.add_argument("--geometry", default="900x640+10+30")
    asked = options.parse_args()
    root = tk.Tk(className="MatrixTk")
    root.title("Matrix")
    root.geometry(asked.geometry)
    journal = Journal(asked.journal)
    panel = Panel(root, journal)
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
    root.wait_visibility()
    panel.write("window", "ready", pid=os.getpid())
    root.mainloop()


main()
