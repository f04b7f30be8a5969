"""Breaking off what another thread is at: a rule that does not come to an end."""

from __future__ import annotations

from ctypes import c_ulong, py_object, pythonapi

from sandtable.engine.failures import Unended


def break_off(thread: int) -> None:
    """Have ``Unended`` raised in a thread, before the next step of Python's that it does."""
    pythonapi.PyThreadState_SetAsyncExc(c_ulong(thread), py_object(Unended))
