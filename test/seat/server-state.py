"""What the X server holds that a seat could leave behind, read through Xlib: another client, sharing no code with surehand.

Prints one JSON object: the focus, keys held on the core keyboard, and for each child of the root its rectangles of input.
"""

import ctypes
import json

X = ctypes.CDLL("libX11.so.6")
XEXT = ctypes.CDLL("libXext.so.6")
WINDOW = ctypes.c_ulong
INPUT = 2


class Rectangle(ctypes.Structure):
    _fields_ = [
        ("x", ctypes.c_short),
        ("y", ctypes.c_short),
        ("width", ctypes.c_ushort),
        ("height", ctypes.c_ushort),
    ]


X.XOpenDisplay.restype = ctypes.c_void_p
X.XDefaultRootWindow.restype = WINDOW
XEXT.XShapeGetRectangles.restype = ctypes.POINTER(Rectangle)
# Windows vanish while we look; that is no fault.
HANDLER = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(lambda display, event: 0)
X.XSetErrorHandler(HANDLER)

display = ctypes.c_void_p(X.XOpenDisplay(None))
root = WINDOW(X.XDefaultRootWindow(display))


def focus():
    window, revert = WINDOW(), ctypes.c_int()
    X.XGetInputFocus(display, ctypes.byref(window), ctypes.byref(revert))
    return window.value


def held_keys():
    keys = ctypes.create_string_buffer(32)
    X.XQueryKeymap(display, keys)
    return [code for code in range(256) if keys.raw[code >> 3] & (1 << (code & 7))]


def children():
    owner, parent, windows, count = WINDOW(), WINDOW(), ctypes.POINTER(WINDOW)(), ctypes.c_uint()
    X.XQueryTree(
        display, root, ctypes.byref(owner), ctypes.byref(parent), ctypes.byref(windows), ctypes.byref(count)
    )
    return [windows[index] for index in range(count.value)]


def input_shape(window):
    count, ordering = ctypes.c_int(), ctypes.c_int()
    rects = XEXT.XShapeGetRectangles(
        display, WINDOW(window), ctypes.c_int(INPUT), ctypes.byref(count), ctypes.byref(ordering)
    )
    return [[rects[i].x, rects[i].y, rects[i].width, rects[i].height] for i in range(count.value)]


print(
    json.dumps(
        {
            "focus": focus(),
            "heldKeys": held_keys(),
            "inputShapes": {str(window): input_shape(window) for window in children()},
        }
    )
)
