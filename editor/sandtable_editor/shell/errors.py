"""Every exception that nobody caught, from wherever in the window it comes: told once, written down whole.

PySide hands an exception that leaves a slot, an event handler or a painting method to ``sys.excepthook``, and goes
on; so one hook is the edge of the window. Nothing here may open a dialog by itself: it may be called while painting.
"""

from __future__ import annotations

import sys
import threading
import traceback
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Final, NamedTuple

from PySide6.QtCore import QObject, Signal

from sandtable.home import make_reports_folder, reports_folder

LONGEST: Final = 2_000_000
"""Bytes after which the log begins anew; the former one is kept beside it."""
Hook = Callable[[type[BaseException], BaseException, TracebackType | None], object]


class WindowFault(NamedTuple):
    """Something that went wrong: what is told, what can be copied, what it is known by."""

    says: str
    details: str
    key: str


def log_file() -> Path:
    """Return the file that keeps what went wrong."""
    return reports_folder() / "workbench.log"


def fault_of(error: BaseException) -> WindowFault:
    """Return an exception as it is told."""
    from sandtable.engine.discovery.modules import left_a_plugin
    from sandtable.engine.errors import SandtableError  # the engine takes its time to load, and the window comes first
    from sandtable.engine.failures import describe_failure
    from sandtable.engine.words import sentence

    details = "".join(traceback.format_exception(error))
    frames = traceback.extract_tb(error.__traceback__)
    key = f"{type(error).__name__} {frames[-1].filename}:{frames[-1].lineno}" if frames else details
    if isinstance(error, SandtableError):
        return WindowFault(sentence(plain(error)), details, f"{key} {plain(error)}")
    if plugin := left_a_plugin(error):
        return WindowFault(f"{plugin} {describe_failure(error)}", details, key)
    says = f"Something went wrong inside the program ({type(error).__name__}: {plain(error)})."
    return WindowFault(says, details, key)


def plain(error: BaseException) -> str:
    """Return what an exception says, without what PySide puts before it when it leaves an event handler."""
    from sandtable.engine.failures import Trial, text_of

    text = text_of(error)  # where it has none that can be had, this says why
    with Trial():
        text = str(error)
    while text.startswith("Error calling Python override of ") and "(): " in text:
        text = text.partition("(): ")[2]
    return text


class Reporter(QObject):
    """Takes what nobody caught. ``happened`` tells of a fault that is new, ``again`` of one that has been told."""

    happened = Signal(object)
    again = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.faults: list[WindowFault] = []
        self.quit_wanted: Callable[[], object] = lambda: None
        self._known: set[str] = set()
        self._before: tuple[Hook, Callable[[threading.ExceptHookArgs], object]] | None = None

    def install(self) -> None:
        """Become what uncaught exceptions come to, in every thread."""
        self._before = (sys.excepthook, threading.excepthook)
        sys.excepthook = self._hook
        threading.excepthook = self._thread_hook

    def uninstall(self) -> None:
        """Put the former hooks back."""
        if self._before is not None:
            sys.excepthook, threading.excepthook = self._before
            self._before = None

    def _hook(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            self.quit_wanted()
            return
        self.report(error.with_traceback(trace))

    def _thread_hook(self, args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None and not isinstance(args.exc_value, SystemExit):
            self.report(args.exc_value)

    def report(self, error: BaseException) -> WindowFault:
        """Write an exception down and tell it; may be called in any thread."""
        fault = fault_of(error)
        self.faults.append(fault)
        write_to_log(fault)
        if fault.key in self._known:
            self.again.emit(fault)
        else:
            self._known.add(fault.key)
            self.happened.emit(fault)
        return fault


def write_to_log(fault: WindowFault) -> None:
    """Write a fault into the log; where no log can be written it goes to standard error."""
    from sandtable.cli.errors import versions

    path = log_file()
    when = datetime.now().astimezone().isoformat(timespec="seconds")
    entry = "\n".join([f"--- {when} {fault.says}", *versions(), fault.details, ""])
    try:
        make_reports_folder()
        if path.exists() and path.stat().st_size > LONGEST:
            path.replace(path.with_suffix(".log.old"))
        with path.open("a", encoding="utf-8") as log:
            log.write(entry)
    except OSError:
        sys.stderr.write(entry)
