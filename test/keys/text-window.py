"""A window with nothing but a text, of a toolkit of choice: text-window.py gtk3|gtk4|qt5 X Y

Shares no code with surehand. Says what it holds as JSON, one object a line, when asked on standard input:
  clear        empties it; answers with what it held
  await N      answers with what it holds as soon as that is N characters (code points) or more; a `clear` before that
               answers in its place
Its first line is {"xid": N}, once the window is shown.
"""
import json
import os
import sys
import threading


def say(**answer):
    print(json.dumps(answer), flush=True)


class Answers:
    """Commands and changes of the text both come from the toolkit's own loop."""

    def __init__(self, read, clear):
        self.read, self.clear, self.wanted = read, clear, None

    def command(self, line):
        verb, *rest = line.split()
        if verb == 'clear':
            text = self.read()
            self.wanted = None
            self.clear()
            say(text=text)
        else:
            self.wanted = int(rest[0])
            self.changed()

    def changed(self, *_):
        if self.wanted is not None:
            text = self.read()
            if len(text) >= self.wanted:
                self.wanted = None
                say(text=text)


def listen(answers, post, leave):
    def loop():
        for line in sys.stdin:
            post(lambda line=line: answers.command(line))
        post(leave)

    threading.Thread(target=loop, daemon=True).start()


def gtk(version, x, y):
    import gi

    gi.require_version('Gtk', version)
    from gi.repository import GLib, Gtk

    main = GLib.MainLoop()
    view = Gtk.TextView()
    buffer = view.get_buffer()
    window = Gtk.Window(title='text')
    window.set_default_size(400, 200)

    def read():
        return buffer.get_text(buffer.get_start_iter(), buffer.get_end_iter(), True)

    answers = Answers(read, lambda: buffer.set_text('', -1))
    buffer.connect('changed', answers.changed)
    if version == '3.0':
        from gi.repository import GdkX11  # noqa: F401, for get_xid

        window.add(view)
        window.move(x, y)
        window.connect('map-event', lambda *_: say(xid=window.get_window().get_xid()))
        window.show_all()
    else:
        gi.require_version('GdkX11', '4.0')
        from gi.repository import GdkX11  # noqa: F401

        window.set_child(view)
        said = []

        def active(*_):
            # Mapped is not enough: the window manager may still be about to move it.
            if window.is_active() and not said:
                said.append(True)
                say(xid=window.get_surface().get_xid())

        window.connect('notify::is-active', active)
        window.present()
    view.grab_focus()

    def post(work):
        GLib.idle_add(lambda: work() and False)

    listen(answers, post, main.quit)
    main.run()


def qt5(x, y):
    from PyQt5 import QtCore, QtWidgets

    app = QtWidgets.QApplication([])
    view = QtWidgets.QPlainTextEdit()
    view.setGeometry(x, y, 400, 200)
    answers = Answers(view.toPlainText, view.clear)
    view.textChanged.connect(answers.changed)

    class Poster(QtCore.QObject):
        work = QtCore.pyqtSignal(object)

    poster = Poster()
    poster.work.connect(lambda work: work(), QtCore.Qt.QueuedConnection)
    listen(answers, poster.work.emit, app.quit)
    view.show()
    view.setFocus()
    say(xid=int(view.winId()))
    app.exec_()


toolkit, left, top = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
if toolkit == 'qt5':
    qt5(left, top)
else:
    gtk({'gtk3': '3.0', 'gtk4': '4.0'}[toolkit], left, top)
os._exit(0)
