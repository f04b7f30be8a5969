"""What a hostile file makes its reader do, as tasks for the worker process; the tests of the worker send them."""

from __future__ import annotations

import ctypes
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
from msgspec import Struct

from sandtable.engine.errors import Invalid
from sandtable.interchange.wire import Task


class Deed(Struct, frozen=True):
    """What to do."""

    what: str = ""


class Answer(Struct, frozen=True):
    """What came of it."""

    says: str
    pid: int


def deed(data: bytes, asked: Deed) -> Answer:
    """Do it."""
    match asked.what:
        case "crash":
            ctypes.string_at(0)
        case "abort":
            os.abort()
        case "exit":
            os._exit(3)
        case "hang":
            while True:
                pass
        case "sleep":
            time.sleep(60)
        case "eat":
            return Answer(str(len(b"x" * (3 << 30))), 0)
        case "eat bit by bit":
            heap = [np.ones(1 << 22) for _ in range(1000)]
            return Answer(str(len(heap)), 0)
        case "keep":
            _kept.append(b"x" * (40 << 20))
        case "wrong":
            raise Invalid("is wrong")
        case "fall":
            return Answer({}["x"], 0)
        case "print":
            print("noise " * 10_000)
            sys.stdout.flush()
        case _:
            return Answer(_reached(asked.what, data), os.getpid())
    return Answer("done", os.getpid())


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


DEED = Task(deed, Deed, Answer)


class Lie(Struct, frozen=True):
    """An answer of another type than was said."""

    says: int


def lie(data: bytes, asked: Deed) -> Lie:
    return Lie(len(data))


LIE = Task(lie, Deed, Answer)  # type: ignore[arg-type]  # that is the lie
