"""Prints the name of the first accessible of an app that has this description, as pyatspi sees it: APP DESCRIPTION."""

import sys

import pyatspi

app_name, description = sys.argv[1:]


def search(accessible):
    if accessible.description == description:
        return accessible.name
    for child in accessible:
        found = search(child) if child is not None else None
        if found is not None:
            return found
    return None


apps = [app for app in pyatspi.Registry.getDesktop(0) if app is not None and app.name == app_name]
print(next((name for name in map(search, apps) if name is not None), "no such accessible"))
