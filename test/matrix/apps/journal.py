"""A journal in the format of fixture-app, for the apps of the matrix that are written in Python."""

import json
import os
import time


class Journal:
    def __init__(self, path):
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self._next = 0

    def write(self, control, event, **detail):
        entry = {"t": time.monotonic_ns() // 1000, "seq": self._next, "control": control, "event": event, **detail}
        self._next += 1
        os.write(self._file, (json.dumps(entry, ensure_ascii=False) + "\n").encode())
