"""Runs in a terminal: journals every byte that comes from it, and echoes texts as a line editor would.

    terminal.py --journal FILE [--mouse]

--mouse asks the terminal for what the pointer does (xterm's modes 1002 and 1006), instead of leaving it to the terminal.
"""

import argparse
import codecs
import os
import re
import sys
import termios
import time
import tty

from journal import Journal

ROWS = 200
DOUBLE_WITHIN_S = 0.5
BUTTONS = ["left", "middle", "right"]
MOTION, WHEEL = 32, 64
POINTER = re.compile(rb"\x1b\[<(\d+);(\d+);(\d+)([Mm])")


class Pointer:
    """Makes presses, double presses, drags and wheel steps of what xterm reports."""

    def __init__(self, journal):
        self._journal = journal
        self._pressed = None
        self._last = (None, None, 0.0)

    def hear(self, code, column, row, is_press):
        if code & WHEEL:
            self._journal.write("terminal", "wheel", direction="down" if code & 1 else "up")
        elif not code & MOTION and is_press:
            self._press(BUTTONS[code & 3], (column, row))
        elif not is_press and self._pressed not in (None, (column, row)):
            dx, dy = column - self._pressed[0], row - self._pressed[1]
            self._journal.write("terminal", "drag-drop", columns=dx, rows=dy)

    def _press(self, button, cell):
        now = time.monotonic()
        is_second = self._last[:2] == (button, cell) and now - self._last[2] < DOUBLE_WITHIN_S
        self._pressed = cell
        self._last = (None, None, 0.0) if is_second else (button, cell, now)
        self._journal.write("terminal", "press", button=button, presses=2 if is_second else 1)


class Line:
    """What was typed since the last Return."""

    def __init__(self, journal):
        self._journal = journal
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._text = ""

    def hear(self, data):
        for character in self._decoder.decode(data):
            if character == "\r":
                self._text = ""
                show("\r\n")
            elif character.isprintable():
                self._text += character
                show(character)
        self._journal.write("terminal", "bytes", hex=data.hex(), line=self._text)


def show(text):
    os.write(sys.stdout.fileno(), text.encode())


def listen(journal):
    pointer, line = Pointer(journal), Line(journal)
    while data := os.read(sys.stdin.fileno(), 4096):
        for code, column, row, end in POINTER.findall(data):
            pointer.hear(int(code), int(column), int(row), end == b"M")
        rest = POINTER.sub(b"", data)
        if rest:
            line.hear(rest)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--journal", required=True)
    options.add_argument("--mouse", action="store_true")
    asked = options.parse_args()
    journal = Journal(asked.journal)
    before = termios.tcgetattr(sys.stdin)
    tty.setraw(sys.stdin)
    try:
        show("".join(f"Row {number:03}\r\n" for number in range(1, ROWS + 1)) + "first line\r\nsecond line\r\n")
        if asked.mouse:
            show("\x1b[?1002h\x1b[?1006h")
        journal.write("window", "ready")
        listen(journal)
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)


main()
