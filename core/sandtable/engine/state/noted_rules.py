"""What a reason rests on: numbers and cells of charts, read while it was worked out, that an option has changed.

They are noted only while reasons are told, by a rulebook that is compiled to note: play itself pays nothing for it.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final

_noted: Final[ContextVar[list[str] | None]] = ContextVar("noted", default=None)


def note(rule: str) -> None:
    """Note that a number which this rule has changed was read."""
    noted = _noted.get()
    if noted is not None and rule:
        noted.append(rule)


def begin_noting() -> None:
    """Forget what was noted for another reason."""
    noted = _noted.get()
    if noted:
        noted.clear()


def noted_so_far() -> tuple[str, ...]:
    """Return the rules that were noted, each once."""
    return tuple(dict.fromkeys(_noted.get() or ()))


@contextmanager
def noting() -> Generator[None]:
    """Have rules noted from now on, apart from what was noted before."""
    token = _noted.set([])
    try:
        yield
    finally:
        _noted.reset(token)


class NotedCache(dict[Any, Any]):
    """Answers that are kept together with what was noted while they were worked out; who gets one notes that again.

    A key that is looked for and not there is being worked out, until its answer is set.
    """

    def __init__(self) -> None:
        super().__init__()
        self._begun: list[tuple[Any, int]] = []
        self._rules: dict[Any, tuple[str, ...]] = {}

    def get(self, key: Any, default: Any = None) -> Any:
        if key in self:
            return self[key]
        return default

    def __contains__(self, key: object) -> bool:
        there = super().__contains__(key)
        if not there:
            self._begun.append((key, len(_noted.get() or ())))
        return there

    def __getitem__(self, key: Any) -> Any:
        noted = _noted.get()
        if noted is not None:
            noted += self._rules.get(key, ())
        return super().__getitem__(key)

    def __setitem__(self, key: Any, answer: Any) -> None:
        since = 0
        while self._begun:  # what has failed was begun and never set
            begun, since = self._begun.pop()
            if begun == key:
                break
        self._rules[key] = tuple(dict.fromkeys((_noted.get() or [])[since:]))
        super().__setitem__(key, answer)


def name_amenders(text: str, rules: tuple[str, ...]) -> str:
    """Return a sentence with the rules that have changed what it rests on, where it does not name them itself."""
    others = [rule for rule in rules if rule not in text]
    return f"{text} (as amended by {' and '.join(others)})" if others else text
