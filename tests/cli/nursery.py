"""Processes of ``sandtable`` that begin where its modules are loaded already: what a call costs is the call.

The nursery is a process of its own that has imported the program and nothing else. It has one thread, so that it can
fork: each call is a process with its own arguments, environment, folder, standard streams and exit status.
"""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import IO, Any, NoReturn

LOADED = (
    "click", "msgspec", "numpy", "platformdirs", "pluggy", "shapely", "sqlite_utils", "sandtable.board.areas",
    "sandtable.cli", "sandtable.cli.installed", "sandtable.cli.talk.conversation", "sandtable.cli.terminal",
    "sandtable.engine.discovery.modules", "sandtable.library.campaigns.opening", "sandtable.library.store.library_file",
    "sandtable.lint.libraries",
    "sandtable.play.table.sitting", "sandtable_empires.library", "sandtable_empires.system", "sandtable_twin_rivers",
)  # fmt: skip


def call(
    args: Sequence[str], *, environment: Mapping[str, str], folder: Path, typed: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run ``sandtable`` in a process of its own; ``PYTHONPATH`` of the environment is put in front of its path."""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given.write(typed.encode())
        given.seek(0)
        streams = [f"/proc/{os.getpid()}/fd/{one.fileno()}" for one in (given, out, err)]
        wanted = {"args": list(args), "environment": dict(environment), "folder": str(folder), "streams": streams}
        status = _nursery().ask(wanted)
        out.seek(0)
        err.seek(0)
        return subprocess.CompletedProcess(list(args), status, out.read().decode(), err.read().decode())


class Nursery:
    """The process, asked by a line of JSON for each call."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, wanted: Mapping[str, Any]) -> int:
        """Have a call made; returns its exit status, that of a signal below 0."""
        given, told = self._process.stdin, self._process.stdout
        assert given is not None
        assert told is not None
        given.write(f"{json.dumps(wanted)}\n")
        given.flush()
        return int(told.readline())


@cache
def _nursery() -> Nursery:
    return Nursery()


# -- in the nursery


def serve() -> None:
    """Make a process for each line."""
    from importlib import import_module

    for name in LOADED:
        import_module(name)
    from sandtable.engine.discovery.modules import Plugins

    for family in Plugins().families().values():  # what is worked out once for a game's classes
        for scenario in family.system.scenarios:
            scenario.rows()
    gc.collect()
    gc.freeze()  # what is here stays: no call looks through it, and its memory is shared with all
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            be_called(json.loads(line))
        _, ended = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(ended), flush=True)


def be_called(wanted: Mapping[str, Any]) -> NoReturn:
    """Become what was asked for."""
    environment: dict[str, str] = wanted["environment"]
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(wanted["folder"])
    for stream, flags in zip(range(3), (os.O_RDONLY, os.O_RDWR, os.O_RDWR), strict=True):
        os.dup2(os.open(wanted["streams"][stream], flags), stream)
    sys.stdin, sys.stdout, sys.stderr = _text(0, "r"), _text(1, "w"), _text(2, "w")
    sys.path[:0] = [one for one in environment.get("PYTHONPATH", "").split(os.pathsep) if one]
    sys.dont_write_bytecode = bool(environment.get("PYTHONDONTWRITEBYTECODE"))
    sys.argv = ["-c", *wanted["args"]]
    from sandtable.cli import main

    main()
    sys.exit(0)


def _text(stream: int, mode: str) -> IO[str]:
    return open(stream, mode, encoding="utf-8", closefd=False)  # it is open as long as the process


if __name__ == "__main__":
    serve()
