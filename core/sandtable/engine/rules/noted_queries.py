"""Queries that note which options have changed the numbers they answer (see ``noted_rules``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, cast

from sandtable.engine.state.noted_rules import begin_noting, note, noting
from sandtable.engine.state.tally import Part

if TYPE_CHECKING:
    from sandtable.engine.rules.dispatch import Call, Implementation


def note_amendment(call: Call, old: Call, rule: str) -> Call:
    """Wrap an amended query: where its number or choice is another than the old one, the amending rule is noted."""

    def call_noting(*args: Any) -> Any:
        answer = _whole(call(*args))
        with noting():
            before = _whole(old(*args))
        if _is_domain(answer) and _is_domain(before):
            if answer.says() != before.says():
                note(rule)
        elif before != answer and (_is_number(answer) or _is_number(before)):
            note(rule)
        return answer

    return call_noting


def note_refusal(voice: Implementation) -> Implementation:
    """Wrap a rule that may refuse: what is noted while it is asked is for its refusal alone."""

    def call_noting(*args: Any) -> Any:
        begin_noting()
        return voice.call(*args)

    return replace(voice, call=call_noting)


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


def _is_domain(answer: object) -> bool:
    """Tell whether an answer is what a field may hold."""
    return hasattr(answer, "says") and hasattr(answer, "count")


def _is_number(answer: object) -> bool:
    """Tell whether an answer is a number, or has some."""
    if isinstance(answer, list | tuple):
        return any(isinstance(one, Part) or _is_number(one) for one in cast("Sequence[object]", answer))
    return isinstance(answer, int | Fraction) and not isinstance(answer, bool)
