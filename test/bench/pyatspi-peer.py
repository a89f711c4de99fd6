"""The work of the benchmarks as a test or an assistive tool does it with pyatspi, in a process that stays warm.

    pyatspi-peer.py state PID            walks the app's window and reads what an outline shows
    pyatspi-peer.py showing PID          the same, and does not look into what does not show
    pyatspi-peer.py click PID ID READOUT presses the element ID and waits for the event of READOUT

Prints one line when it is ready, then for each line on stdin does one round and prints {"ms": ..., facts}.
Python's own start, and finding the app and its elements, are not counted.
"""

import json
import sys
import time

import pyatspi
from gi.repository import GLib

# Wrappers: shown as what is in them.
GENERIC = {pyatspi.ROLE_FILLER, pyatspi.ROLE_PANEL, pyatspi.ROLE_SCROLL_PANE, pyatspi.ROLE_VIEWPORT}


def application(pid):
    for app in pyatspi.Registry.getDesktop(0):
        if app is not None and app.get_process_id() == pid:
            return app
    raise LookupError(f"process {pid} is not on the accessibility bus")


def say(answer):
    print(json.dumps(answer), flush=True)


def milliseconds(since):
    return (time.perf_counter() - since) * 1000


def optional(query):
    """pyatspi's way to say that an accessible lacks an interface."""
    try:
        return query()
    except NotImplementedError:
        return None


def details(accessible, role):
    """What only an accessible that can be seen is asked for."""
    seen = {}
    component = optional(accessible.queryComponent)
    if component is not None:
        extents = component.getExtents(pyatspi.DESKTOP_COORDS)
        seen["box"] = (extents.x, extents.y, extents.width, extents.height)
    if role in GENERIC:
        return seen
    seen["id"] = accessible.get_accessible_id()
    seen["attributes"] = accessible.getAttributes()
    action = optional(accessible.queryAction)
    if action is not None:
        seen["actions"] = [action.getName(index) for index in range(action.nActions)]
    text = optional(accessible.queryText)
    if text is not None:
        seen["text"] = text.getText(0, min(500, text.characterCount))
        seen["caret"] = text.caretOffset
        seen["selections"] = [text.getSelection(index) for index in range(text.getNSelections())]
    value = optional(accessible.queryValue)
    if value is not None:
        seen["value"] = (value.currentValue, value.minimumValue, value.maximumValue, value.minimumIncrement)
    return seen


def walk(accessible, depth, everywhere, lines):
    role = accessible.getRole()
    states = accessible.getState()
    line = {
        "depth": depth,
        "role": role,
        "name": accessible.name,
        "description": accessible.description,
        "states": states.getStates(),
    }
    lines.append(line)
    showing = states.contains(pyatspi.STATE_SHOWING)
    if showing:
        line.update(details(accessible, role))
    if showing or everywhere:
        for child in accessible:
            if child is not None:
                walk(child, depth + 1, everywhere, lines)


def serve_state(pid, everywhere):
    window = application(pid)[0]
    say({"ready": True})
    for _ in sys.stdin:
        start = time.perf_counter()
        lines = []
        walk(window, 0, everywhere, lines)
        say({"ms": milliseconds(start), "read": len(lines), "showing": sum("box" in line for line in lines)})


def find(accessible, wanted):
    if accessible.get_accessible_id() == wanted:
        return accessible
    for child in accessible:
        found = find(child, wanted)
        if found is not None:
            return found
    return None


def serve_click(pid, target_id, readout_id):
    app = application(pid)
    action = find(app, target_id).queryAction()
    number = [action.getName(index) for index in range(action.nActions)].index("click")
    readout = find(app, readout_id)
    pressed = None

    def changed(event):
        nonlocal pressed
        if pressed is not None and event.source == readout:
            say({"ms": milliseconds(pressed), "shows": event.any_data})
            pressed = None

    def press(source, condition):
        nonlocal pressed
        if not sys.stdin.readline():
            pyatspi.Registry.stop()
            return False
        pressed = time.perf_counter()
        action.doAction(number)
        return True

    pyatspi.Registry.registerEventListener(changed, "object:property-change:accessible-name")
    GLib.io_add_watch(sys.stdin, GLib.IO_IN | GLib.IO_HUP, press)
    say({"ready": True})
    pyatspi.Registry.start()


mode, pid, *rest = sys.argv[1:]
if mode == "click":
    serve_click(int(pid), *rest)
else:
    serve_state(int(pid), everywhere=mode == "state")
