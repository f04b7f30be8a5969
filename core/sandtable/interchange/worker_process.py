"""The process in which foreign files are parsed: it takes jobs from standard input until that ends.

It gets bytes and gives plain data. Once it has loaded what it needs it may open no file for writing and none
outside the installation, no socket and no other process; its memory is limited, and so is the time of a job.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import sysconfig
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO, Final

import msgspec

from sandtable.engine.errors import Invalid
from sandtable.interchange.worker_messages import (
    Crashed,
    Done,
    Exhausted,
    Rejected,
    Reply,
    WorkerJob,
    WorkerTask,
    receive,
    send,
)

LOADED: Final = (
    "sandtable.interchange.geojson.import_task", "sandtable.interchange.images",
    "sandtable.interchange.drawings.svg_tasks",
)  # fmt: skip
"""Loaded before the limits count."""

FORBIDDEN: Final = (
    "socket.", "subprocess.", "os.system", "os.exec", "os.fork", "os.posix_spawn", "os.spawn", "os.startfile",
    "os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.link", "os.symlink", "os.truncate", "os.chmod", "os.chown",
    "shutil.", "ctypes.dlopen", "sqlite3.connect", "webbrowser.",
)  # fmt: skip
WRITES: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
STATM: Final = "/proc/self/statm"
BAD_ALLOC: Final = "std::bad_alloc"
"""What GEOS hands on where memory is short: the C++ class of the error, alone."""
RESERVE: Final = 1 << 20
"""So many bytes are set free to say that there are none left."""


def main() -> None:
    """Serve until standard input ends.

    The first argument is by how many bytes the process may grow, the others are modules with further tasks.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for whoever asked; that one ends this process
    jobs, replies = _pipes()
    for name in (*LOADED, *sys.argv[2:]):
        import_module(name)
    gc.disable()  # parsed files are millions of small objects; a process that has kept much is replaced
    began = grown_to()
    _limit(began, int(sys.argv[1]))
    sys.addaudithook(_refuse_access)
    send(replies, Done(b"", 0))
    while (frame := receive(jobs)) is not None:
        send(replies, answer(frame, began))


def _pipes() -> tuple[BinaryIO, BinaryIO]:
    """Return where jobs come from and replies go; what a library prints goes nowhere."""
    replies = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    return sys.stdin.buffer, replies


def answer(frame: bytes, began: int) -> Reply:
    """Do a job; whatever goes wrong is a reply."""
    reserve = bytearray(RESERVE)
    try:
        job = msgspec.msgpack.decode(frame, type=WorkerJob)
        _limit_time(job.seconds)
        task: WorkerTask[Any, Any] = getattr(import_module(job.module), job.name)
        return Done(task.perform(job), grown_to() - began)
    except Invalid as error:
        return Rejected(str(error))
    except MemoryError:
        reserve.clear()
        return Exhausted()
    except Exception as error:  # noqa: BLE001  # the edge of this process
        if error.args == (BAD_ALLOC,):
            reserve.clear()
            return Exhausted()
        return Crashed(f"{type(error).__name__}: {error}")


def grown_to() -> int:
    """Return how much address space this process has, in bytes; 0 where the system does not tell."""
    try:
        pages = int(Path(STATM).read_bytes().split()[0])
    except (OSError, ValueError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def _limit(began: int, growth: int) -> None:
    """Let the system refuse more memory, files of any size and dumps, where it can."""
    if sys.platform == "win32":
        return
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    if began:
        resource.setrlimit(resource.RLIMIT_AS, (began + growth, began + growth))


def _limit_time(seconds: float) -> None:
    """Die after so much more computing: for the case that whoever asked is no longer there to end it."""
    if sys.platform == "win32":
        return
    import resource

    used = resource.getrusage(resource.RUSAGE_SELF)
    most = int(used.ru_utime + used.ru_stime + seconds) + 2
    resource.setrlimit(resource.RLIMIT_CPU, (most, resource.getrlimit(resource.RLIMIT_CPU)[1]))


READABLE: Final = tuple(
    os.path.join(os.path.realpath(place), "")  # noqa: PTH118  # with a slash behind it
    for place in (sys.prefix, sys.base_prefix, *sysconfig.get_paths().values(), str(Path(__file__).parents[2]))
)


def _refuse_access(event: str, arguments: tuple[Any, ...]) -> None:
    """Refuse what no parser needs."""
    if event.startswith(FORBIDDEN):
        raise PermissionError(f"{event} is not for a reader of foreign files")
    if event == "open" and arguments[0] != STATM:
        path, _, flags = arguments
        if flags & WRITES or not isinstance(path, str) or not os.path.realpath(path).startswith(READABLE):
            raise PermissionError("a reader of foreign files opens no others")


if __name__ == "__main__":
    main()
