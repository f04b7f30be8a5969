"""The process that foreign files are parsed in: started when first needed, used again, killed when it must be.

A hostile file may crash it, hang it or eat its memory; it costs one sentence, and the next file finds a new one.
What comes back is plain data, checked against its type; values are made of it here.
"""

from __future__ import annotations

import atexit
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic
from typing import BinaryIO, Final, NamedTuple, cast

import msgspec

from sandtable.engine.errors import Invalid
from sandtable.interchange.said_of import said_of
from sandtable.interchange.worker_messages import (
    Answered,
    Asked,
    Crashed,
    Done,
    Exhausted,
    Rejected,
    Reply,
    WorkerTask,
    receive,
    send,
)

STARTS: Final = 60.0
"""Seconds in which the process must be ready."""

FAT: Final = 4
"""One that has kept more than this part of what it may grow by is replaced before the next file."""

MOST_MEMORY: Final = 16
"""Times the usual memory, however patient somebody is."""

LOOKS: Final = 0.05
"""Seconds between two looks at whether the work was cancelled."""
SOON: Final = 0.005
"""Seconds between two when the work may be done any moment."""
LATE: Final = 10
"""How many times as long as it may work a process may take by the clock, on a machine that has much to do."""


class Limits(NamedTuple):
    """What one file may cost: seconds of work, and bytes of memory above those of an idle process.

    Where the system does not tell how long a process has worked, they are seconds on the clock.
    """

    seconds: float = 10.0
    bytes: int = 1 << 30

    @classmethod
    def patient(cls, seconds: float) -> Limits:
        """Return those of a file that may take so long: as much more memory as it may take more time, within reason."""
        return cls(seconds, int(min(max(seconds / cls().seconds, 1.0), MOST_MEMORY) * cls().bytes))


class Overtaxed(Invalid):
    """A file that takes too long, or needs too much memory; with more patience it may be read."""


class Cancelled(Exception):
    """Whoever asked no longer wants the answer."""


def _never() -> bool:
    return False


class Worker:
    """One process at a time, one job at a time; may be called from any thread."""

    def __init__(self, limits: Limits = Limits(), also: Sequence[str] = ()) -> None:  # noqa: B008  # it never changes
        """``also``: modules with tasks of others, loaded before the process is confined."""
        self.limits, self._also = limits, tuple(also)
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0
        self._lock = threading.Lock()

    def run(
        self,
        task: WorkerTask[Asked, Answered],
        data: bytes,
        asked: Asked,
        *,
        what: str,
        cancelled: Callable[[], bool] = _never,
    ) -> Answered:
        """Have a file's bytes parsed; ``what`` is what errors call it.

        Raises ``Invalid`` in one sentence for a file that is wrong, takes too long, needs too much memory or
        kills the process, ``Cancelled`` once ``cancelled`` (asked many times a second) says so.
        """
        with self._lock:
            reply = self._exchange(task, data, asked, what, cancelled)
        match reply:
            case Done(answer):
                try:
                    return task.read(answer)
                except Invalid as error:
                    raise said_of(what, error) from error
            case Rejected(says):
                raise said_of(what, says)
            case Exhausted():
                raise Overtaxed(self._too_large(what, task.does))
            case Crashed(says):
                raise Invalid(f"{what}: its reader fell over it ({says}); please report the file")

    def close(self) -> None:
        """End the process; a later job starts another."""
        process, self._process = self._process, None
        if process is not None and self._owner == os.getpid():
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                with suppress(OSError):
                    cast("BinaryIO", pipe).close()

    @property
    def pid(self) -> int | None:
        """The number of the process that stands ready."""
        return self._process.pid if self._process is not None else None

    # --- one exchange -------------------------------------------------------------------------------------------

    def _exchange(
        self, task: WorkerTask[Asked, Answered], data: bytes, asked: Asked, what: str, cancelled: Callable[[], bool]
    ) -> Reply:
        process = self._ready()
        job = task.job(data, asked, self.limits.seconds)
        answers: SimpleQueue[bytes | None] = SimpleQueue()

        def carry() -> None:
            try:
                send(cast("BinaryIO", process.stdin), job)
                answers.put(receive(cast("BinaryIO", process.stdout)))
            except (OSError, ValueError):
                answers.put(None)

        threading.Thread(target=carry, name="foreign file", daemon=True).start()
        try:
            frame = self._await_answer(answers, self.limits.seconds, cancelled, _work_of(process))
        except Empty:
            self.close()
            raise Overtaxed(
                f"{what}: {task.does} it takes longer than {self.limits.seconds:g} s and was stopped; "
                f"make it smaller or simpler, and try again"
            ) from None
        except BaseException:
            self.close()
            raise
        if frame is None:
            return self._reply_of_dead(process, what)
        try:
            reply = cast("Reply", msgspec.msgpack.decode(frame, type=Reply))
        except (msgspec.DecodeError, UnicodeDecodeError):
            self.close()
            return Rejected(
                "its reader gave an answer that makes no sense; export it again from the program it comes from"
            )
        if isinstance(reply, Exhausted) or (isinstance(reply, Done) and reply.grown * FAT > self.limits.bytes):
            self.close()
        return reply

    @staticmethod
    def _await_answer(
        answers: SimpleQueue[bytes | None],
        seconds: float,
        cancelled: Callable[[], bool],
        work: Callable[[], float] = monotonic,
    ) -> bytes | None:
        """Wait for an answer; in short steps, so that Ctrl-C and a cancelled job are noticed everywhere."""
        enough, until = work() + seconds, monotonic() + seconds * LATE
        while True:
            try:
                return answers.get(timeout=min(LOOKS, max(enough - work(), SOON)))
            except Empty:
                if cancelled():
                    raise Cancelled from None
                if work() >= enough or monotonic() >= until:
                    raise

    def _reply_of_dead(self, process: subprocess.Popen[bytes], what: str) -> Reply:
        """Say of what the process has died."""
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=1.0)
        status = process.returncode
        self.close()
        if status is not None and -status == getattr(signal, "SIGABRT", None):  # how C++ says that memory is short
            return Exhausted()
        how = signal.Signals(-status).name if status is not None and status < 0 else f"exit status {status}"
        return Rejected(f"reading it broke its reader ({how}); export it again from the program it comes from")

    def _too_large(self, what: str, does: str) -> str:
        return f"{what}: {does} it needs more than {self.limits.bytes / 2**30:g} GB of memory; make it smaller"

    # --- the process --------------------------------------------------------------------------------------------

    def _ready(self) -> subprocess.Popen[bytes]:
        """Return a process that takes jobs."""
        process = self._process
        if process is not None and self._owner == os.getpid() and process.poll() is None:
            return process
        self.close()
        process = self._process = self._start_process()
        self._owner = os.getpid()
        hello: SimpleQueue[bytes | None] = SimpleQueue()
        threading.Thread(
            target=lambda: hello.put(receive(cast("BinaryIO", process.stdout))), name="foreign file", daemon=True
        ).start()
        try:
            came = self._await_answer(hello, STARTS, _never, _work_of(process))
        except Empty:
            came = None
        except BaseException:
            self.close()
            raise
        if came is None:
            self.close()
            raise Invalid("the process that reads foreign files does not start: install sandtable again")
        return process

    def _start_process(self) -> subprocess.Popen[bytes]:
        """Start a python of its own, without this folder on its path, with ours, and with one thread for numpy."""
        ours = str(Path(__file__).parents[2])
        environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, (ours, os.environ.get("PYTHONPATH"))))
        return subprocess.Popen(
            [sys.executable, "-P", "-m", "sandtable.interchange.worker_process", str(self.limits.bytes), *self._also],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )


def _work_of(process: subprocess.Popen[bytes]) -> Callable[[], float]:
    """Return what tells how many seconds a process has worked, which is less than the clock on a busy machine.

    Only Linux tells; elsewhere it is the clock.
    """
    if sys.platform != "linux":
        return monotonic
    number = (~process.pid << 3) | 2  # the clock of a process, as clock_getcpuclockid(3) has it

    def work() -> float:
        try:
            return time.clock_gettime(number)
        except OSError:  # it has died, which is about to be told
            return 0.0

    return work


@cache
def shared_worker() -> Worker:
    """Return the one worker of this program."""
    worker = Worker()
    atexit.register(worker.close)
    return worker
