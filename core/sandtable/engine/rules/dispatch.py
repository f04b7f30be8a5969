"""Compiled dispatch: plain loops over plain callables, each failure laid at its module's door."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Coroutine, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from types import CoroutineType, NoneType
from typing import TYPE_CHECKING, Any, Final

from sandtable.engine.errors import Broken
from sandtable.engine.failures import as_broken
from sandtable.engine.state.queries import as_query, names_of, next_answer, wrong_answer

if TYPE_CHECKING:
    from sandtable.engine.rules.rule_functions import RuleFunction
    from sandtable.engine.state.queries import Item

Call = Callable[..., Any]
NOTHING: Final = ()
"""What most hooks answer most of the time: there is but one empty tuple."""


@dataclass(frozen=True, slots=True)
class Implementation:
    """One implementation that counts now, ready to be called with all arguments of its place by position."""

    call: Call
    function: RuleFunction
    rank: int
    citation: tuple[str, tuple[str, ...]] = ("", ())
    looks_at: tuple[str, ...] = ()
    amender: RuleFunction | None = None
    """The outermost of its amendments: the answer is what that one makes of it."""

    @property
    def answering(self) -> RuleFunction:
        """The function whose answer it is in the end."""
        return self.amender or self.function

    @property
    def where(self) -> str:
        return self.answering.where

    @property
    def module(self) -> str:
        return self.answering.module.key

    @property
    def rule_ids(self) -> str:
        return self.answering.rule_ids


def fit_arguments(method: Call, wanted: tuple[str, ...], given: tuple[str, ...]) -> Call:
    """Return ``method`` as a callable that takes ``given`` by position and passes on what it wants."""
    if wanted == given:
        return method
    places = tuple(given.index(name) for name in wanted)
    match places:
        case ():
            return lambda *_: method()
        case (0,):

            def one(a: object, *_: object) -> Any:
                return method(a)

            return one
        case (0, 1):

            def two(a: object, b: object, *_: object) -> Any:
                return method(a, b)

            return two
        case (0, 1, 2):

            def three(a: object, b: object, c: object, *_: object) -> Any:
                return method(a, b, c)

            return three
        case _:
            return lambda *args: method(*[args[at] for at in places])


def collecting(voices: Sequence[Implementation], item: Item | None) -> Call:
    """Compile a collecting query; ``item`` is what every answer must be an instance of, if that is known."""
    if not voices:
        return lambda *_: []

    def face(*args: Any) -> list[Any]:
        found: list[Any] = []
        voice, answer = voices[0], None
        with args[0].gate:
            try:
                for voice in voices:
                    answer = voice.call(*args)
                    if answer is None or answer is NOTHING:
                        continue
                    if answer.__class__ is str:
                        raise wrong_answer(voice, answer, names_of(item) if item else "a list")
                    before = len(found)
                    found += answer
                    if item is not None:
                        for one in found[before:] if before else found:
                            if not isinstance(one, item):
                                raise wrong_answer(voice, one, names_of(item))
            except BaseException as error:  # a list may be made while it is gone through
                raise _no_list(voice, answer, error) from error
        return found

    return face


def _no_list(voice: Implementation, answer: object, error: BaseException) -> BaseException:
    """Return what to raise where an answer could not be had, or is no list."""
    if isinstance(error, TypeError):
        if inspect.iscoroutine(answer):
            return wrong_answer(voice, answer, "a list")
        if error.__traceback__ is not None and error.__traceback__.tb_next is None:
            return Broken(f"module {voice.module} did not answer a list in {voice.where}: {error}", voice.module)
    return as_broken(error, voice)


def deciding(
    name: str,
    voices: Sequence[Implementation],
    defaults: Sequence[Implementation],
    item: Item | None,
    ordered: set[tuple[RuleFunction, RuleFunction]],
    *,
    optional: bool,
) -> Call:
    """Compile a deciding query; ``optional``: its answer may be ``None``.

    ``ordered`` holds the pairs of functions whose order is declared.
    """
    if len(voices) + len(defaults) == 1:
        return _decided_by(name, (*voices, *defaults)[0], item, optional=optional)

    def face(*args: Any) -> Any:
        left = iter(voices)
        said = next_answer(left, args, item)
        if said is None:
            left = iter(defaults)
            said = next_answer(left, args, item)
        if said is None:
            if optional:
                return None
            raise _no_answer(name)
        first, answer = said[0].function, said[1]
        while (more := next_answer(left, args, item)) is not None:
            other, different = more[0].function, more[1]
            if different != answer and (first, other) not in ordered:
                raise Broken(
                    f"{name}: {first.where} ({first.rule_ids}) says {answer!r} and "
                    f"{other.where} ({other.rule_ids}) says {different!r}; "
                    "declare which module comes after the other",
                    other.module.key,
                )
        return answer

    return as_query(face)


def _decided_by(name: str, voice: Implementation, item: Item | None, *, optional: bool) -> Call:
    """Compile a deciding query that one voice answers."""
    call = voice.call

    def face(*args: Any) -> Any:
        with args[0].gate:
            try:
                answer = call(*args)
            except BaseException as error:
                raise as_broken(error, voice) from error
        if answer is None:
            if optional:
                return None
            raise _no_answer(name)
        if answer.__class__ is CoroutineType or (item is not None and not isinstance(answer, item)):
            raise wrong_answer(voice, answer, names_of(item) if item is not None else "a plain value")
        return answer

    return face


def _no_answer(name: str) -> Broken:
    return Broken(f"no module in force answers {name}: the base game must have a default (@hookimpl(default=True))")


def happening(voices: Sequence[Implementation], item: Item | None = NoneType) -> Call:
    """Compile an event: each in turn, finished before the next; ``item`` is what answers must be instances of."""
    if len(voices) == 1:
        return partial(_list_of, voices[0], item)

    async def face(*args: Any) -> list[Any]:
        out: list[Any] = []
        for voice in voices:  # as ``run`` does, which would be a coroutine for each
            try:
                answer = voice.call(*args)
                if answer.__class__ is CoroutineType:
                    answer = await answer
            except BaseException as error:
                raise as_broken(error, voice) from error
            if answer is not None:
                if item is not None and not isinstance(answer, item):
                    raise wrong_answer(voice, answer, names_of(item))
                out.append(answer)
        return out

    return face


def settling(voices: Sequence[Implementation], item: Item | None) -> Call:
    """Compile an event that stops at the first answer."""
    if len(voices) == 1:
        return partial(_run_with, voices[0], item)

    async def face(*args: Any) -> Any:
        for voice in voices:
            answer = await run(voice, args, item)
            if answer is not None:
                return answer
        return None

    return face


async def run(voice: Implementation, args: Iterable[Any], item: Item | None) -> Any:
    """Call one implementation of an event to its end, plain or asking."""
    try:
        answer = voice.call(*args)
        if answer.__class__ is CoroutineType:
            answer = await answer
    except BaseException as error:  # what a Blame does, at no price while nothing fails
        raise as_broken(error, voice) from error
    if answer is not None and item is not None and not isinstance(answer, item):
        raise wrong_answer(voice, answer, names_of(item))
    return answer


async def _list_of(voice: Implementation, item: Item | None, *args: Any) -> list[Any]:
    """Run the one voice of an event, as ``run`` does; its answer is the list."""
    try:
        answer = voice.call(*args)
        if answer.__class__ is CoroutineType:
            answer = await answer
    except BaseException as error:
        raise as_broken(error, voice) from error
    if answer is None:
        return []
    if item is not None and not isinstance(answer, item):
        raise wrong_answer(voice, answer, names_of(item))
    return [answer]


def _run_with(voice: Implementation, item: Item | None, *args: Any) -> Coroutine[Any, Any, Any]:
    """Run the one voice of an event that stops at the first answer."""
    return run(voice, args, item)
