"""The functions of liblathe as ctypes has them, for what the classes of lathe do not cover:

    from lathe import c
    c.lathe_version()

Structs, constants and function types are here under their C names, too.
"""
from ._bindings import *  # noqa: F401,F403
from ._runtime import library as _library


def __getattr__(name):
    if not name.startswith("lathe_"):
        raise AttributeError(name)
    return getattr(_library(), name)
