"""A stand-in for a service that knows of the screen lock: owns NAME on the bus at ADDRESS and serves one of two interfaces.

Each line on stdin, "true" or "false", sets whether the screen is locked; each is answered with "ok". The first "ok" comes
when the name is owned.
"""

import sys

from gi.repository import Gio, GLib

address, name = sys.argv[1:]
locked = False

SCREEN_SAVER = f"<node><interface name='{name}'><method name='GetActive'><arg type='b' direction='out'/></method></interface></node>"
MANAGER = """<node><interface name='org.freedesktop.login1.Manager'>
  <method name='GetSession'><arg type='s' direction='in'/><arg type='o' direction='out'/></method>
  <method name='GetSessionByPID'><arg type='u' direction='in'/><arg type='o' direction='out'/></method>
  <method name='GetUser'><arg type='u' direction='in'/><arg type='o' direction='out'/></method>
</interface></node>"""
SESSION = "<node><interface name='org.freedesktop.login1.Session'><property name='LockedHint' type='b' access='read'/></interface></node>"
USER = "<node><interface name='org.freedesktop.login1.User'><property name='Display' type='(so)' access='read'/></interface></node>"

SESSION_PATH = "/org/freedesktop/login1/session/_31"
USER_PATH = "/org/freedesktop/login1/user/_0"


def on_call(connection, sender, path, interface, method, parameters, invocation):
    if method == "GetActive":
        invocation.return_value(GLib.Variant("(b)", (locked,)))
    elif method == "GetUser":
        invocation.return_value(GLib.Variant("(o)", (USER_PATH,)))
    elif method == "GetSession" and parameters.unpack() == ("known",):
        invocation.return_value(GLib.Variant("(o)", (SESSION_PATH,)))
    else:
        invocation.return_dbus_error("org.freedesktop.login1.NoSuchSession", "no such session")


def on_get(connection, sender, path, interface, prop):
    return GLib.Variant("b", locked) if prop == "LockedHint" else GLib.Variant("(so)", ("1", SESSION_PATH))


def serve(connection, path, xml):
    connection.register_object(path, Gio.DBusNodeInfo.new_for_xml(xml).interfaces[0], on_call, on_get, None)


def on_line(channel, condition):
    global locked
    line = sys.stdin.readline()
    if not line:
        loop.quit()
        return False
    locked = line.strip() == "true"
    print("ok", flush=True)
    return True


flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
bus = Gio.DBusConnection.new_for_address_sync(address, flags, None, None)
if name == "org.freedesktop.login1":
    serve(bus, "/org/freedesktop/login1", MANAGER)
    serve(bus, SESSION_PATH, SESSION)
    serve(bus, USER_PATH, USER)
else:
    serve(bus, "/" + name.replace(".", "/"), SCREEN_SAVER)
loop = GLib.MainLoop()
Gio.bus_own_name_on_connection(bus, name, 0, lambda *_: print("ok", flush=True), None)
GLib.io_add_watch(0, GLib.IOCondition.IN | GLib.IOCondition.HUP, on_line)
loop.run()
