"""Failures in what Qt calls: they are reported, and the window goes on.

Qt calls ``paint`` of an item, or ``drawBackground``, from inside its own ``paintEvent``. An exception that leaves such
a method goes through C++ on its way out, where it may end the process; so it is handed to ``sys.excepthook`` here,
which is where the window takes it up.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

P = ParamSpec("P")
S = TypeVar("S")


def report_errors(method: Callable[Concatenate[S, P], None]) -> Callable[Concatenate[S, P], None]:
    """Report what a method raises; the same failure once more only after it has gone well in between."""
    said: set[str] = set()

    def call(self: S, /, *args: P.args, **kwargs: P.kwargs) -> None:
        try:
            method(self, *args, **kwargs)
            said.clear()
        except Exception as error:  # noqa: BLE001  (the edge: Qt is above)
            what = repr(error)
            if what not in said:
                said.add(what)
                sys.excepthook(type(error), error, error.__traceback__)

    functools.update_wrapper(call, method)
    return call


@contextmanager
def restore_after(painter: QPainter) -> Generator[QPainter, None, None]:
    """Give a painter back as it was, whatever happens."""
    painter.save()
    try:
        yield painter
    finally:
        painter.restore()
