"""What is done surely: where an interrupt has broken something off, play goes on from what is kept."""

from __future__ import annotations

from contextlib import suppress
from functools import wraps
from typing import TYPE_CHECKING, Concatenate, ParamSpec, Protocol, TypeVar

from sandtable.engine.errors import SandtableError

if TYPE_CHECKING:
    from collections.abc import Callable

P = ParamSpec("P")
T = TypeVar("T")


class Doubtful(Protocol):
    """What writes: ``in_doubt`` says that it is open what was done last; ``recall`` goes on from what is kept."""

    in_doubt: bool

    def recall(self) -> None: ...


class RefereePart(Protocol):
    """What writes, or a part of the referee that does so through its runner."""

    @property
    def runner(self) -> Doubtful: ...


W = TypeVar("W", bound=RefereePart)


def certain(act: Callable[Concatenate[W, P], T]) -> Callable[Concatenate[W, P], T]:
    """Where an interrupt leaves open what was done, go on from what is kept: now, or else the next time."""

    @wraps(act)
    def act_surely(part: W, /, *args: P.args, **kwargs: P.kwargs) -> T:
        runner = part.runner
        if runner.in_doubt:
            runner.recall()
        try:
            return act(part, *args, **kwargs)
        except SandtableError:
            raise
        except BaseException:
            runner.in_doubt = True
            with suppress(Exception):  # then whoever does something next is told
                runner.recall()
            raise

    return act_surely


def undo_failed(error: BaseException, take_back: Callable[[], None]) -> None:
    """Take back what has failed. An interrupt may have torn that; then it is what is kept that counts."""
    try:
        take_back()
    except Exception:
        if isinstance(error, SandtableError):
            raise
