"""The controls of the matrix in Qt 5. Writes what they did to a journal of its own, in the format of fixture-app.

    qt.py --journal FILE [--title TITLE] [--geometry WxH+X+Y]
"""

import argparse
import json
import os
import signal
import sys
import time

from PyQt5.QtCore import QSocketNotifier, Qt
from PyQt5.QtGui import QKeySequence
from PyQt5.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QDialog,
    QGridLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QSlider,
    QVBoxLayout,
    QWidget,
)

MODIFIERS = [(Qt.ControlModifier, "ctrl"), (Qt.AltModifier, "alt"), (Qt.ShiftModifier, "shift")]
BUTTONS = {Qt.LeftButton: "left", Qt.MiddleButton: "middle", Qt.RightButton: "right"}


class Journal:
    """Writes what happened, and shows it: a person would see it too."""

    def __init__(self, path):
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self._next = 0
        self.readout = QLabel("nothing yet")

    def write(self, control, event, **detail):
        self.readout.setText(f"{self._next}: {control} {event}")
        entry = {"t": time.monotonic_ns() // 1000, "seq": self._next, "control": control, "event": event, **detail}
        self._next += 1
        os.write(self._file, (json.dumps(entry, ensure_ascii=False) + "\n").encode())


class Area(QWidget):
    """Bare pixels that accessibility can do nothing with."""

    def __init__(self, control, journal):
        super().__init__()
        self.control = control
        self.journal = journal
        self.setAccessibleName(control)
        self.setMinimumSize(160, 40)
        self.setAutoFillBackground(True)


class Canvas(Area):
    def mousePressEvent(self, event):
        self.journal.write(self.control, "effect", button=BUTTONS[event.button()], presses=1)

    def mouseDoubleClickEvent(self, event):
        self.journal.write(self.control, "effect", button=BUTTONS[event.button()], presses=2)


class DragPad(Area):
    def mousePressEvent(self, event):
        self._from = event.pos()

    def mouseReleaseEvent(self, event):
        moved = event.pos() - self._from
        self.journal.write(self.control, "drag-drop", dx=moved.x(), dy=moved.y())


class KeyArea(Area):
    def __init__(self, control, journal):
        super().__init__(control, journal)
        self.setFocusPolicy(Qt.StrongFocus)

    def event(self, event):
        # Tab would move the focus before keyPressEvent hears of it.
        if event.type() == event.KeyPress and not is_modifier(event.key()):
            self.journal.write(self.control, "chord", chord=chord_of(event))
            return True
        return super().event(event)


class ContextTarget(QPushButton):
    def __init__(self, control, journal):
        super().__init__("Context menu")
        self.setAccessibleDescription(control)
        self.journal = journal
        self.control = control

    def contextMenuEvent(self, event):
        menu = QMenu(self)
        menu.addAction("Copy item").triggered.connect(lambda: self.journal.write("context-copy", "menu", label="Copy item"))
        self.journal.write(self.control, "popup")
        menu.popup(event.globalPos())


def is_modifier(key):
    return key in (Qt.Key_Control, Qt.Key_Shift, Qt.Key_Alt, Qt.Key_Meta, Qt.Key_AltGr)


def chord_of(event):
    held = [name for flag, name in MODIFIERS if event.modifiers() & flag]
    return "+".join([*held, QKeySequence(event.key()).toString().lower()])


class Panel(QWidget):
    def __init__(self, journal):
        super().__init__()
        self.journal = journal
        grid = QGridLayout(self)
        for place, widget in enumerate(self._controls()):
            grid.addWidget(widget, place // 2, place % 2)

    def _controls(self):
        yield self._button("honest-button", "Count", lambda: self.journal.write("honest-button", "effect"))
        yield self._button("dialog-button", "Open dialog", self._open_dialog)
        yield Canvas("canvas", self.journal)
        yield DragPad("drag-pad", self.journal)
        yield self._entry("text-entry", "initial")
        yield self._slider()
        yield KeyArea("key-area", self.journal)
        yield ContextTarget("context-target", self.journal)
        yield self._rows()
        yield self._text()
        yield self.journal.readout

    def _button(self, control, label, pressed):
        button = QPushButton(label)
        button.setAccessibleDescription(control)
        button.clicked.connect(pressed)
        return button

    def _entry(self, control, text):
        entry = QLineEdit(text)
        entry.setAccessibleName(control)
        entry.textChanged.connect(lambda text: self.journal.write(control, "text", text=text))
        entry.selectionChanged.connect(lambda: self.journal.write(control, "selection", text=entry.selectedText()))
        return entry

    def _slider(self):
        slider = QSlider(Qt.Horizontal)
        slider.setAccessibleName("plain-slider")
        slider.setRange(0, 100)
        slider.valueChanged.connect(lambda value: self.journal.write("plain-slider", "value", value=value))
        return slider

    def _rows(self):
        rows = QListWidget()
        rows.setAccessibleName("row-list")
        rows.setVerticalScrollMode(QAbstractItemView.ScrollPerItem)
        rows.addItems([f"Row {number:03}" for number in range(1, 501)])
        rows.itemActivated.connect(lambda item: self.journal.write("row-list", "activate", row=item.text()))
        rows.currentTextChanged.connect(lambda text: self.journal.write("row-list", "select", row=text))
        rows.verticalScrollBar().valueChanged.connect(lambda value: self.journal.write("row-list", "scroll", first=value + 1))
        return rows

    def _text(self):
        view = QPlainTextEdit("first line\nsecond line")
        view.setAccessibleName("text-view")
        view.textChanged.connect(lambda: self.journal.write("text-view", "text", text=view.toPlainText()))
        view.selectionChanged.connect(
            lambda: self.journal.write("text-view", "selection", text=view.textCursor().selectedText())
        )
        return view

    def _open_dialog(self):
        dialog = QDialog(self)
        dialog.setWindowTitle("Question")
        dialog.setAttribute(Qt.WA_ShowWithoutActivating)
        dialog.setAttribute(Qt.WA_DeleteOnClose)
        ok = self._button("dialog-ok", "OK", dialog.accept)
        dialog.finished.connect(lambda _: self.journal.write("dialog", "close", answer="dialog-ok"))
        QVBoxLayout(dialog).addWidget(ok)
        dialog.open()
        self.journal.write("dialog", "open")


def end_on_signals(app):
    """Qt's loop never returns to Python by itself; a socket that Python writes to on a signal makes it."""
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    signal.set_wakeup_fd(writer)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: app.quit())
    notifier = QSocketNotifier(reader, QSocketNotifier.Read, app)
    notifier.activated.connect(lambda *_: os.read(reader, 64))


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--journal", required=True)
    options.add_argument("--title", default="Matrix")
    options.add_argument("--geometry", default="700x560+10+30")
    asked = options.parse_args()
    app = QApplication([sys.argv[0]])
    app.setApplicationName("matrix-qt")
    end_on_signals(app)
    journal = Journal(asked.journal)
    panel = Panel(journal)
    panel.setWindowTitle(asked.title)
    panel.setAttribute(Qt.WA_ShowWithoutActivating)
    size, x, y = asked.geometry.split("+")
    panel.move(int(x), int(y))
    panel.resize(*map(int, size.split("x")))
    panel.show()
    journal.write("window", "ready", title=asked.title, xid=int(panel.winId()), pid=os.getpid())
    sys.exit(app.exec_())


main()
