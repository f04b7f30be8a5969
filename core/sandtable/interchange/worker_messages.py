"""What goes over the pipes between this process and the one that parses foreign files: frames of MessagePack."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import BinaryIO, Final, Generic, TypeVar

import msgspec
from msgspec import Struct

from sandtable.engine.errors import Invalid

MOST: Final = 1 << 30
"""No frame is longer than this, in bytes."""


class WorkerJob(Struct, array_like=True, frozen=True):
    """Something to be done: a `Task` by module and name, what is asked of it (MessagePack), the file's bytes."""

    module: str
    name: str
    asked: bytes
    data: bytes
    seconds: float


class Done(Struct, array_like=True, frozen=True, tag=True):
    """The answer (MessagePack), and by how many bytes the process has grown since it began."""

    answer: bytes
    grown: int


class Rejected(Struct, array_like=True, frozen=True, tag=True):
    """The file is wrong, in one sentence."""

    says: str


class Exhausted(Struct, array_like=True, frozen=True, tag=True):
    """The memory did not suffice."""


class Crashed(Struct, array_like=True, frozen=True, tag=True):
    """Something that the task has not foreseen."""

    says: str


Reply = Done | Rejected | Exhausted | Crashed

Asked = TypeVar("Asked")
Answered = TypeVar("Answered")


@dataclass(frozen=True)
class WorkerTask(Generic[Asked, Answered]):
    """A function that parses foreign bytes in the worker process, with the types of what is asked and answered.

    It stands in its module under its function's name in capitals, so that the process finds it. ``does`` is what it
    does to a file, for a sentence about one that takes too much.
    """

    function: Callable[[bytes, Asked], Answered]
    asked: type[Asked]
    answered: type[Answered]
    does: str = "reading"

    def job(self, data: bytes, asked: Asked, seconds: float) -> WorkerJob:
        """Return what is sent."""
        function = self.function
        return WorkerJob(function.__module__, function.__name__.upper(), msgspec.msgpack.encode(asked), data, seconds)

    def perform(self, job: WorkerJob) -> bytes:
        """Do it here and return what is sent back."""
        return msgspec.msgpack.encode(self.function(job.data, msgspec.msgpack.decode(job.asked, type=self.asked)))

    def read(self, answer: bytes) -> Answered:
        """Return the answer, checked against its type; raises ``Invalid`` for one that is not of it."""
        try:
            return msgspec.msgpack.decode(answer, type=self.answered)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise Invalid(f"its reader gave an answer that makes no sense ({error})") from error


def send(pipe: BinaryIO, message: WorkerJob | Reply) -> None:
    """Write one frame."""
    body = msgspec.msgpack.encode(message)
    pipe.write(len(body).to_bytes(8, "little"))
    pipe.write(body)
    pipe.flush()


def receive(pipe: BinaryIO) -> bytes | None:
    """Read one frame, ``None`` when the pipe has ended or what comes is no frame."""
    head = pipe.read(8)
    length = int.from_bytes(head, "little")
    if len(head) < 8 or length > MOST:
        return None
    body = pipe.read(length)
    return body if len(body) == length else None
