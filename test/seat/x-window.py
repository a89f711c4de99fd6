"""A plain Xlib window for the seat's tests, sharing no code with surehand.

x-window [--geometry WxH+X+Y] [--override] [--unmapped] [--take-focus] [--xi2] [--hole X,Y,W,H]
Prints JSON lines: {"event": "ready", "xid": ...}, then each key and button event that reaches it, focus changes, and
pointer crossings. Answers _NET_WM_PING as toolkits do. --take-focus: sets the input focus to itself when pressed.
--xi2: hears of buttons by XInput 2 alone, as Chromium does; then the focus that it sets is the person's, else that of the
seat which pressed it. --hole: has an input shape
of its own, the whole window without that rectangle. Commands on stdin: "map", "unmap", "resize W H"; its end ends us.
"""

import argparse
import ctypes
import json
import os
import re
import select
import sys

X = ctypes.CDLL("libX11.so.6")
XEXT = ctypes.CDLL("libXext.so.6")
WINDOW = ctypes.c_ulong
NAMES = {
    2: "key-press",
    3: "key-release",
    4: "button-press",
    5: "button-release",
    7: "enter",
    8: "leave",
    9: "focus-in",
    10: "focus-out",
}
INPUT_MASK = 0x1 | 0x2 | 0x4 | 0x8 | 0x10 | 0x20 | 0x200000
MAP_NOTIFY, CLIENT_MESSAGE, GENERIC_EVENT = 19, 33, 35
XI_BUTTON_PRESS, ALL_MASTERS = 4, 1
SHAPE_INPUT, SUBTRACT = 2, 3
NOW = ctypes.c_ulong(0)


class Attributes(ctypes.Structure):
    _fields_ = [
        ("background_pixmap", WINDOW),
        ("background_pixel", ctypes.c_ulong),
        ("border_pixmap", WINDOW),
        ("border_pixel", ctypes.c_ulong),
        ("bit_gravity", ctypes.c_int),
        ("win_gravity", ctypes.c_int),
        ("backing_store", ctypes.c_int),
        ("backing_planes", ctypes.c_ulong),
        ("backing_pixel", ctypes.c_ulong),
        ("save_under", ctypes.c_int),
        ("event_mask", ctypes.c_long),
        ("do_not_propagate_mask", ctypes.c_long),
        ("override_redirect", ctypes.c_int),
        ("colormap", WINDOW),
        ("cursor", WINDOW),
    ]


class EventMask(ctypes.Structure):
    _fields_ = [("device", ctypes.c_int), ("length", ctypes.c_int), ("mask", ctypes.POINTER(ctypes.c_ubyte))]


class Rectangle(ctypes.Structure):
    _fields_ = [("x", ctypes.c_short), ("y", ctypes.c_short), ("w", ctypes.c_ushort), ("h", ctypes.c_ushort)]


X.XOpenDisplay.restype = ctypes.c_void_p
X.XDefaultRootWindow.restype = WINDOW
X.XCreateSimpleWindow.restype = WINDOW

options = argparse.ArgumentParser()
options.add_argument("--geometry", default="300x200+0+0")
options.add_argument("--override", action="store_true")
options.add_argument("--take-focus", action="store_true")
options.add_argument("--xi2", action="store_true")
options.add_argument("--hole")
options.add_argument("--unmapped", action="store_true")
given = options.parse_args()
width, height, x, y = map(int, re.match(r"(\d+)x(\d+)\+(\d+)\+(\d+)", given.geometry).groups())

display = ctypes.c_void_p(X.XOpenDisplay(None))
root = WINDOW(X.XDefaultRootWindow(display))
xid = WINDOW(X.XCreateSimpleWindow(display, root, x, y, width, height, 0, WINDOW(0), WINDOW(0x808080)))
if given.override:
    attributes = Attributes(override_redirect=1)
    X.XChangeWindowAttributes(display, xid, ctypes.c_ulong(1 << 9), ctypes.byref(attributes))
X.XStoreName(display, xid, b"x-window")
PROTOCOLS = X.XInternAtom(display, b"WM_PROTOCOLS", 0)
PING = X.XInternAtom(display, b"_NET_WM_PING", 0)
protocols = (WINDOW * 1)(PING)
X.XSetWMProtocols(display, xid, protocols, 1)
X.XSelectInput(display, xid, ctypes.c_long((INPUT_MASK & ~0xC if given.xi2 else INPUT_MASK) | 0x20000))
if given.xi2:
    XI = ctypes.CDLL("libXi.so.6")
    major, minor = ctypes.c_int(2), ctypes.c_int(2)
    XI.XIQueryVersion(display, ctypes.byref(major), ctypes.byref(minor))
    bits = (ctypes.c_ubyte * 4)(1 << XI_BUTTON_PRESS)
    buttons = EventMask(ALL_MASTERS, 4, bits)
    XI.XISelectEvents(display, xid, ctypes.byref(buttons), 1)
if given.hole:
    hole = Rectangle(*map(int, given.hole.split(",")))
    XEXT.XShapeCombineRectangles(display, xid, SHAPE_INPUT, 0, 0, ctypes.byref(hole), 1, SUBTRACT, 0)


def show():
    if given.override:
        X.XMapRaised(display, xid)
    else:
        X.XMapWindow(display, xid)
        # Window managers place windows as they like unless asked again.
        X.XMoveWindow(display, xid, x, y)


def say(event, **detail):
    print(json.dumps({"event": event, **detail}), flush=True)


if given.unmapped:
    say("ready", xid=xid.value)
else:
    show()
X.XFlush(display)
event = (ctypes.c_byte * 192)()
isReady = given.unmapped
while True:
    while X.XPending(display):
        X.XNextEvent(display, ctypes.byref(event))
        kind = ctypes.c_int.from_buffer(event, 0).value
        if kind == MAP_NOTIFY:
            say("mapped" if isReady else "ready", xid=xid.value)
            isReady = True
        elif kind == CLIENT_MESSAGE:
            # The answer goes to the root, and is otherwise the question.
            is_ping = ctypes.c_ulong.from_buffer(event, 40).value == PROTOCOLS
            if is_ping and ctypes.c_ulong.from_buffer(event, 56).value == PING:
                ctypes.c_ulong.from_buffer(event, 32).value = root.value
                X.XSendEvent(display, root, 0, ctypes.c_long(0x180000), ctypes.byref(event))
                X.XFlush(display)
        elif kind == GENERIC_EVENT and ctypes.c_int.from_buffer(event, 36).value == XI_BUTTON_PRESS:
            say("button-press")
            if given.take_focus:
                X.XSetInputFocus(display, xid, 1, NOW)
                X.XFlush(display)
        elif kind in NAMES:
            sent = bool(ctypes.c_int.from_buffer(event, 16).value)
            detail = ctypes.c_uint.from_buffer(event, 84).value if kind <= 5 else 0
            root_x, root_y = (ctypes.c_int.from_buffer(event, at).value for at in (72, 76))
            extra = {"detail": detail, "x": root_x, "y": root_y, "sent": sent} if kind <= 5 else {}
            if 7 <= kind <= 8:
                extra = {"mode": ctypes.c_int.from_buffer(event, 80).value}
            elif kind >= 9:
                extra = {"mode": ctypes.c_int.from_buffer(event, 40).value}
            say(NAMES[kind], **extra)
            if kind == 4 and given.take_focus:
                X.XSetInputFocus(display, xid, 1, NOW)
                X.XFlush(display)
    ready, _, _ = select.select([sys.stdin, X.XConnectionNumber(display)], [], [])
    if sys.stdin in ready:
        line = os.read(0, 4096).decode()
        if not line:
            break
        for command in line.split("\n"):
            if command == "map":
                show()
            elif command == "unmap":
                X.XUnmapWindow(display, xid)
            elif command.startswith("resize"):
                w, h = map(int, command.split()[1:])
                X.XResizeWindow(display, xid, w, h)
        X.XFlush(display)
