"""What a hostile file makes its reader do, as tasks for the worker process; the tests of the worker send them."""

from __future__ import annotations

import ctypes
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import numpy as np
from msgspec import Struct

from sandtable.engine.errors import Invalid
from sandtable.interchange.worker_messages import WorkerTask


class Deed(Struct, frozen=True):
    """What to do."""

    what: str = ""


class Answer(Struct, frozen=True):
    """What came of it."""

    says: str
    pid: int


def deed(data: bytes, asked: Deed) -> Answer:
    """Do it."""
    if asked.what in DEEDS:
        return Answer(str(DEEDS[asked.what]()), os.getpid())
    return Answer(_reached(asked.what, data), os.getpid())


def crash() -> None:
    ctypes.string_at(0)


def leave() -> None:
    os._exit(3)


def hang() -> None:
    while True:
        pass


def eat() -> int:
    return len(b"x" * (3 << 30))


def eat_bit_by_bit() -> int:
    return len([np.ones(1 << 22) for _ in range(1000)])


def keep() -> None:
    _kept.append(b"x" * (40 << 20))


def be_wrong() -> None:
    raise Invalid("is wrong")


def fall() -> str:
    nothing: dict[str, str] = {}
    return nothing["x"]


def chatter() -> None:
    print("noise " * 10_000)
    sys.stdout.flush()


DEEDS: Final[dict[str, Callable[[], object]]] = {
    "crash": crash, "abort": os.abort, "exit": leave, "hang": hang, "sleep": lambda: time.sleep(60), "eat": eat,
    "eat bit by bit": eat_bit_by_bit, "keep": keep, "wrong": be_wrong, "fall": fall, "print": chatter,
}  # fmt: skip
_kept: list[bytes] = []


def _reached(what: str, data: bytes) -> str:
    """Try to reach beyond the bytes that were given."""
    path = Path(data.decode())
    try:
        match what:
            case "read":
                path.read_bytes()
            case "write":
                path.write_bytes(b"x")
            case "append":
                with path.open("a") as file:
                    file.write("x")
            case "remove":
                path.unlink()
            case "connect":
                socket.create_connection(("127.0.0.1", 9), timeout=1)
            case "run":
                subprocess.run(["true"], check=True)
            case _:
                return f"{len(data)} bytes"
    except PermissionError:
        return "refused"
    return "reached"


DEED = WorkerTask(deed, Deed, Answer)


class Lie(Struct, frozen=True):
    """An answer of another type than was said."""

    says: int


def lie(data: bytes, asked: Deed) -> Lie:
    return Lie(len(data))


LIE = WorkerTask(lie, Deed, Answer)  # type: ignore[arg-type]  # that is the lie
