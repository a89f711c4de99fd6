"""Prints what pyatspi sees of one app as JSON, sharing no code with surehand: a list of accessibles, parents first."""

import json
import sys

import pyatspi

LIMIT = 5_000
TEXT_LIMIT = 500


def text_of(accessible):
    states = sorted(pyatspi.stateToString(state).replace(" ", "-") for state in accessible.getState().getStates())
    extents = None
    if "Component" in accessible.get_interfaces():
        box = accessible.queryComponent().getExtents(pyatspi.DESKTOP_COORDS)
        extents = [box.x, box.y, box.width, box.height]
    text = None
    if "Text" in accessible.get_interfaces() and accessible.getRole() != pyatspi.ROLE_PASSWORD_TEXT:
        text = accessible.queryText()
        text = text.getText(0, min(text.characterCount, TEXT_LIMIT))
    value = accessible.queryValue().currentValue if "Value" in accessible.get_interfaces() else None
    return {
        "path": accessible.path,
        "role": accessible.getRoleName(),
        "name": accessible.name,
        "description": accessible.description,
        "states": states,
        "extents": extents,
        "text": text,
        "value": value,
    }


def walk(accessible, found):
    entry = text_of(accessible)
    found.append(entry)
    # Not the children of menus: GTK 3 counts them, and that is all there is to know of a closed one.
    children = [accessible.getChildAtIndex(index) for index in range(accessible.childCount)]
    entry["children"] = [child.path for child in children if child is not None]
    known = {other["path"] for other in found}
    for child in children:
        if child is not None and child.path not in known and len(found) < LIMIT:
            walk(child, found)


def main():
    for application in pyatspi.Registry.getDesktop(0):
        if application is not None and application.name == sys.argv[1]:
            found = []
            walk(application, found)
            json.dump(found, sys.stdout)
            return
    sys.exit(f"no app named {sys.argv[1]}")


main()
