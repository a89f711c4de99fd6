"""Reads and acts on accessibles over plain D-Bus, sharing no code with surehand and caching nothing but object paths.

One JSON request a line on stdin, one JSON answer a line on stdout: {"result": ...} or {"error": "..."}.
{"op": "describe" | "do" | "set-text" | "set-value" | "select", "app": NAME, "id": ACCESSIBLE_ID, ...}
{"op": "all", "app": NAME} describes every accessible that has an id; "texts" lists every text that the app shows, with or
without one; "bus-name" is the app's address on the accessibility bus.
"""

import json
import sys

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib  # noqa: E402

PREFIX = "org.a11y.atspi."
ROOT = "/org/a11y/atspi/accessible/root"
ANSWER_WITHIN_MS = 10_000


def accessibility_bus():
    session = Gio.bus_get_sync(Gio.BusType.SESSION, None)
    (address,) = session.call_sync(
        "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None, 0, -1, None
    ).unpack()
    flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
    return Gio.DBusConnection.new_for_address_sync(address, flags, None, None)


BUS = accessibility_bus()


def call(where, interface, method, signature="", *arguments):
    bus_name, path = where
    return BUS.call_sync(
        bus_name, path, interface, method, GLib.Variant(f"({signature})", arguments), None, 0, ANSWER_WITHIN_MS, None
    ).unpack()


def ask(where, interface, method, signature="", *arguments):
    return call(where, PREFIX + interface, method, signature, *arguments)


def prop(where, interface, name):
    return call(where, "org.freedesktop.DBus.Properties", "Get", "ss", PREFIX + interface, name)[0]


def children(where):
    return ask(where, "Accessible", "GetChildren")[0]


def application(name):
    for child in children(("org.a11y.atspi.Registry", ROOT)):
        try:
            if prop(child, "Accessible", "Name") == name:
                return child
        except GLib.Error:
            continue
    raise LookupError(f"no app named {name} on the accessibility bus")


def identifier(where):
    # GTK 4.8 has no accessible ids; there the fixture puts them into the descriptions.
    return prop(where, "Accessible", "AccessibleId") or prop(where, "Accessible", "Description")


def search(where, wanted):
    if identifier(where) == wanted:
        return where
    for child in children(where):
        found = search(child, wanted)
        if found:
            return found
    return None


def identified(where):
    wanted = identifier(where)
    if wanted:
        yield {"id": wanted, **describe(where)}
    for child in children(where):
        yield from identified(child)


def texts(where):
    if "Text" in interfaces(where):
        yield ask(where, "Text", "GetText", "ii", 0, -1)[0]
    for child in children(where):
        yield from texts(child)


def interfaces(where):
    return [name.removeprefix(PREFIX) for name in ask(where, "Accessible", "GetInterfaces")[0]]


KNOWN = {}


def locate(app, wanted):
    known = KNOWN.get((app, wanted))
    if known:
        try:
            # An accessible without any state is the shell of a widget that is gone.
            if identifier(known) == wanted and states(known):
                return known
        except GLib.Error:
            pass
    found = search(application(app), wanted)
    if not found:
        raise LookupError(f"{app} has no accessible with the id {wanted}")
    KNOWN[(app, wanted)] = found
    return found


def states(where):
    low, high = ask(where, "Accessible", "GetState")[0]
    bits = low | high << 32
    return [Atspi.StateType(n).value_nick for n in range(64) if bits >> n & 1]


def describe(where):
    offered = interfaces(where)
    answer = {
        "path": where[1],
        "role": ask(where, "Accessible", "GetRoleName")[0],
        "name": prop(where, "Accessible", "Name"),
        "states": states(where),
        "interfaces": offered,
        "children": prop(where, "Accessible", "ChildCount"),
    }
    if "Action" in offered:
        # Not GetActions, which gives the localised names.
        count = prop(where, "Action", "NActions")
        answer["actions"] = [ask(where, "Action", "GetName", "i", n)[0] for n in range(count)]
    if "Component" in offered:
        answer["extents"] = ask(where, "Component", "GetExtents", "u", 0)[0]
    if "Value" in offered:
        answer["value"] = prop(where, "Value", "CurrentValue")
    if "Text" in offered:
        # Not -1 for the end, which GTK 4.8 takes for nothing.
        answer["text"] = ask(where, "Text", "GetText", "ii", 0, prop(where, "Text", "CharacterCount"))[0]
    return answer


def set_value(where, value):
    call(
        where,
        "org.freedesktop.DBus.Properties",
        "Set",
        "ssv",
        PREFIX + "Value",
        "CurrentValue",
        GLib.Variant("d", value),
    )


OPERATIONS = {
    "describe": lambda where, request: describe(where),
    "do": lambda where, request: ask(where, "Action", "DoAction", "i", request.get("action", 0))[0],
    "set-text": lambda where, request: ask(where, "EditableText", "SetTextContents", "s", request["text"])[0],
    "set-value": lambda where, request: set_value(where, request["value"]),
    "select": lambda where, request: ask(where, "Selection", "SelectChild", "i", request["child"])[0],
}

OF_THE_APP = {
    "all": lambda app: list(identified(app)),
    "texts": lambda app: list(texts(app)),
    "bus-name": lambda app: app[0],
}

for line in sys.stdin:
    request = json.loads(line)
    try:
        if request["op"] in OF_THE_APP:
            result = OF_THE_APP[request["op"]](application(request["app"]))
        else:
            result = OPERATIONS[request["op"]](locate(request["app"], request["id"]), request)
        answer = {"result": result}
    except (GLib.Error, LookupError) as error:
        answer = {"error": str(error)}
    print(json.dumps(answer), flush=True)
