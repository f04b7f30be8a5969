"""What may be awaited is awaited: a throw or a question that is called and let go is found, with its line."""

from __future__ import annotations

import threading
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Generator

    from sandtable.engine.state.gate import Gate

F = TypeVar("F", bound="Callable[..., Any]")


class _Running(threading.local):
    """The ply that this thread works out: its gate, while it is open."""

    gate: Gate | None = None
    ply: object = None


_running = _Running()


class Awaited:
    """The work of a call that somebody is to await. Dropped before that, in the same ply, it is an offence."""

    __slots__ = ("_begun", "_name", "_ply", "_work")

    def __init__(self, name: str, work: Coroutine[Any, Any, Any]) -> None:
        self._name, self._work, self._begun, self._ply = name, work, False, _running.ply

    def __await__(self) -> Generator[Any, Any, Any]:
        self._begun = True
        return self._work.__await__()

    def close(self) -> None:
        """Let it go: it will not be awaited."""
        self._begun = True
        self._work.close()

    def __del__(self) -> None:
        if self._begun:
            return
        self._work.close()
        gate = _running.gate
        if gate is not None and self._ply is not None and self._ply is _running.ply:
            gate.refuse(f"`{self._name}` is called and not awaited: write `await {self._name}(...)`")


def awaited(function: F) -> F:
    """Have what a coroutine function returns found where nobody awaits it."""
    name = function.__name__

    @wraps(function)
    def call(*args: Any, **kwargs: Any) -> Awaited:
        return Awaited(name, function(*args, **kwargs))

    return cast("F", call)


def begin_ply(gate: Gate) -> None:
    """From now on this thread works out a ply."""
    _running.gate, _running.ply = gate, object()


def end_ply() -> None:
    """The ply is worked out so far: what is let go from now on is nobody's offence."""
    _running.gate = _running.ply = None
