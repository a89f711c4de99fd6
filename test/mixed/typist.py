"""A person at the keyboard: types what comes on stdin with the display's own keyboard, by XTEST, sharing no code with surehand.

typist.py KEYS_PER_SECOND. Lines of letters, digits and spaces; the end of each line empties the field (ctrl+a, BackSpace).
Every key that went down is told on stdout, by its keysym's name, one a line. Ends after the key at hand when stdin
ends or on SIGTERM.
"""

import ctypes
import signal
import sys
import time

x = ctypes.CDLL("libX11.so.6")
xtst = ctypes.CDLL("libXtst.so.6")
x.XOpenDisplay.restype = ctypes.c_void_p
x.XStringToKeysym.restype = ctypes.c_ulong
display = ctypes.c_void_p(x.XOpenDisplay(None))
if not display:
    sys.exit("typist: cannot open the display")

stopping = False


def stop(_signal, _frame):
    global stopping
    stopping = True


signal.signal(signal.SIGTERM, stop)


def code(name):
    return x.XKeysymToKeycode(display, ctypes.c_ulong(x.XStringToKeysym(name.encode())))


def chord(names):
    for name in names:
        print(name)
        xtst.XTestFakeKeyEvent(display, code(name), 1, ctypes.c_ulong(0))
    for name in reversed(names):
        xtst.XTestFakeKeyEvent(display, code(name), 0, ctypes.c_ulong(0))
    x.XFlush(display)
    sys.stdout.flush()


def key(character):
    if character == " ":
        return ["space"]
    return ["Shift_L", character] if character.isupper() else [character]


def strokes():
    for line in sys.stdin:
        for character in line.rstrip("\n"):
            yield key(character)
        yield ["Control_L", "a"]
        yield ["BackSpace"]


interval = 1 / float(sys.argv[1])
due = time.monotonic()
for stroke in strokes():
    if stopping:
        break
    time.sleep(max(0, due - time.monotonic()))
    chord(stroke)
    # After a pause that the machine forced it does not hurry to catch up.
    due = max(due + interval, time.monotonic())
x.XSync(display, 0)
