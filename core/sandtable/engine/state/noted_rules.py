"""What a reason rests on: numbers and cells of charts, read while it was worked out, that an option has changed.

They are noted only while reasons are told, by a rulebook that is compiled to note: play itself pays nothing for it.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, cast

from sandtable.engine.state.tally import Part

if TYPE_CHECKING:
    from sandtable.engine.rules.dispatch import Call, Implementation

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


def note_amendment(call: Call, old: Call, rule: str) -> Call:
    """Wrap an amended query: where its number is another than the old one, the amending rule is noted."""

    def call_noting(*args: Any) -> Any:
        answer = _whole(call(*args))
        with noting():
            before = _whole(old(*args))
        if before != answer and (_is_number(answer) or _is_number(before)):
            note(rule)
        return answer

    return call_noting


def note_parts(voice: Implementation) -> Implementation:
    """Wrap what an option's module adds to a number: each part is noted by its rule, a bare number by its own."""

    def call_noting(*args: Any) -> Any:
        answer = _whole(voice.call(*args))
        for part in _items(answer):
            if isinstance(part, Part) and part.value:
                note(part.rule)
            elif _is_number(part):
                note(voice.citation[0])
        return answer

    return replace(voice, call=call_noting)


def note_decision(face: Call, voices: Sequence[Implementation], defaults: Sequence[Implementation]) -> Call:
    """Wrap a deciding query: a number that one of these voices gives, and not the base, is noted."""

    def call_noting(*args: Any) -> Any:
        answer = face(*args)
        if not _is_number(answer):
            return answer
        with noting():
            said = [voice for voice in voices if voice.call(*args) == answer]
            usual = [voice.call(*args) for voice in defaults]
        if said and answer not in usual:
            note(said[0].citation[0] or said[0].module)
        return answer

    return call_noting


def _whole(answer: Any) -> Any:
    """Return an answer that can be looked at twice."""
    return [*cast("Iterator[object]", answer)] if isinstance(answer, Iterator) else answer


def _items(answer: object) -> Sequence[object]:
    """Return what stands in an answer that is a list."""
    return cast("Sequence[object]", answer) if isinstance(answer, list | tuple) else ()


def _is_number(answer: object) -> bool:
    """Tell whether an answer is a number, or has some."""
    if isinstance(answer, list | tuple):
        return any(isinstance(one, Part) or _is_number(one) for one in cast("Sequence[object]", answer))
    return isinstance(answer, int | Fraction) and not isinstance(answer, bool)


def name_amenders(text: str, rules: tuple[str, ...]) -> str:
    """Return a sentence with the rules that have changed what it rests on, where it does not name them itself."""
    others = [rule for rule in rules if rule not in text]
    return f"{text} (as amended by {' and '.join(others)})" if others else text
