"""Compiled dispatch: plain loops over plain callables, each failure laid at its module's door."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from types import CoroutineType, NoneType
from typing import TYPE_CHECKING, Any, cast

from sandtable.engine.actions.actions import Refusal
from sandtable.engine.errors import Broken
from sandtable.engine.failures import as_broken
from sandtable.engine.state.tally import Part

if TYPE_CHECKING:
    from sandtable.engine.rules.rule_functions import RuleFunction

Call = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Implementation:
    """One implementation that counts now, ready to be called with all arguments of its place by position."""

    call: Call
    function: RuleFunction
    rank: int
    citation: tuple[str, tuple[str, ...]] = ("", ())
    looks_at: tuple[str, ...] = ()

    @property
    def where(self) -> str:
        return self.function.where

    @property
    def module(self) -> str:
        return self.function.module.key


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


def amend(amender: Call, old: Call, *, over: bool = False, awaits: bool = False) -> Call:
    """Wrap ``old``: the amender gets ``was`` (no arguments, the old answer) before the arguments.

    ``over``: ``old`` is an amendment itself and gets a ``was`` of its own. ``awaits``: the amender awaits
    ``was()``, so a plain ``old`` is made to be awaited too.
    """
    first = int(over)

    def call(*args: Any) -> Any:
        return amender(lambda: old(*args), *args[first:])

    def call_awaiting(*args: Any) -> Any:
        return amender(lambda: call_to_end(old, args), *args[first:])

    return call_awaiting if awaits else call


async def call_to_end(call: Call, args: tuple[Any, ...]) -> Any:
    """Call a plain or asking function to its end."""
    answer = call(*args)
    return await answer if inspect.iscoroutine(answer) else answer


def cite_refusals(call: Call, rule: str, instead_of: tuple[str, ...]) -> Call:
    """Write the citation on a refusal that does not have one yet (an amender may hand on an old one)."""

    def cite(*args: Any) -> Any:
        refusal = call(*args)
        if isinstance(refusal, Refusal) and not refusal.rule:
            refusal.rule, refusal.instead_of = rule, instead_of
        return refusal

    return cite


def cite_parts(call: Call, rule: str, instead_of: tuple[str, ...]) -> Call:
    """Write on the parts of a number that are ``rule``'s own which rules it stands in the place of."""

    def account(*args: Any) -> Any:
        answer = call(*args)
        parts: Iterable[object] = answer
        if not isinstance(answer, Iterable):  # ``collecting`` says whose answer it is
            return answer
        return [
            replace(one, instead_of=instead_of) if isinstance(one, Part) and one.rule == rule else one for one in parts
        ]

    return account


def amend_parts(amender: Call, old: Call, rule: str, *, over: bool = False) -> Call:
    """Wrap ``old``, which answers with the parts of a number; those that the amender has changed are cited by its rule.

    ``over`` as for ``amended``.
    """
    first = int(over)

    def call(*args: Any) -> Any:
        before: list[object] = []

        def was() -> Any:
            answer = old(*args)
            if isinstance(answer, Iterable):
                before[:] = answer = list(cast("Iterable[object]", answer))
            return answer

        answer = amender(was, *args[first:])
        if not isinstance(answer, Iterable):  # ``collecting`` says whose answer it is
            return answer
        cited = {part.rule for part in before if isinstance(part, Part)}
        return [_cite_change(one, before, cited, rule) for one in cast("Iterable[object]", answer)]

    return call


def _cite_change(one: object, before: list[object], cited: set[str], rule: str) -> object:
    """Return a part with the rule that has changed it; all else as it is."""
    if not isinstance(one, Part) or one in before or one.rule == rule or one.rule not in cited:
        return one
    return replace(one, rule=rule, instead_of=tuple(dict.fromkeys((one.rule, *one.instead_of))))


def blame(voice: Implementation, error: BaseException) -> BaseException:
    """Return what to raise for an error in a module: ``Broken`` naming module, function and rule."""
    cited = f" ({voice.function.rule_ids})" if voice.function.rule_ids else ""
    return as_broken(error, voice.module, voice.where + cited)


def wrong_answer(voice: Implementation, answer: object, wanted: str) -> Broken:
    """Return ``Broken`` for an answer of the wrong class; a coroutine among them is closed."""
    if inspect.iscoroutine(answer):
        answer.close()
        return Broken(f"module {voice.module} awaits in the query {voice.where}: queries only answer", voice.module)
    return Broken(f"module {voice.module} answered {answer!r} in {voice.where}, where {wanted} belongs", voice.module)


def collecting(voices: Sequence[Implementation], item: type | tuple[type, ...] | None) -> Call:
    """Compile a collecting query; ``item`` is what every answer must be an instance of, if that is known."""
    calls = tuple(voice.call for voice in voices)
    if not calls:
        return lambda *_: []
    sound: set[type] = set()  # classes of answers that have been found to be right

    def face(*args: Any) -> list[Any]:
        gate = args[0].gate
        gate.queries += 1
        call = answer = None
        out: list[Any] = []
        try:
            for call in calls:
                answer = call(*args)
                if answer is not None:
                    if answer.__class__ is str:
                        raise wrong_answer(_implementation_of(voices, call), answer, _names(item) if item else "a list")
                    out += answer
            for one in out:
                if one.__class__ not in sound and item is not None:
                    if not isinstance(one, item):
                        raise _wrong_answer_in(voices, args, item)
                    sound.add(one.__class__)
        except TypeError as error:
            raise _not_iterable(_implementation_of(voices, call), answer, error) from error
        except BaseException as error:
            raise blame(_implementation_of(voices, call), error) from error
        finally:
            gate.queries -= 1
        return out

    return face


def _implementation_of(voices: Sequence[Implementation], call: Call | None) -> Implementation:
    return next(voice for voice in voices if voice.call is call)


def _wrong_answer_in(voices: Sequence[Implementation], args: tuple[Any, ...], item: type | tuple[type, ...]) -> Broken:
    """Ask again, one by one, to name the module whose answer is of the wrong class."""
    for voice in voices:
        for one in voice.call(*args) or ():
            if not isinstance(one, item):
                return wrong_answer(voice, one, _names(item))
    return Broken("a query was answered in two ways when it was asked twice: a module keeps a state of its own")


def _not_iterable(voice: Implementation, answer: object, error: TypeError) -> BaseException:
    if inspect.iscoroutine(answer):
        return wrong_answer(voice, answer, "a list")
    if error.__traceback__ is not None and error.__traceback__.tb_next is None:
        return Broken(f"module {voice.module} answered no list in {voice.where}: {error}", voice.module)
    return blame(voice, error)


def _names(item: type | tuple[type, ...]) -> str:
    kinds = item if isinstance(item, tuple) else (item,)
    return " or ".join("nothing" if kind is NoneType else kind.__name__ for kind in kinds)


def deciding(
    name: str,
    voices: Sequence[Implementation],
    defaults: Sequence[Implementation],
    item: type | tuple[type, ...] | None,
    ordered: set[tuple[RuleFunction, RuleFunction]],
    *,
    optional: bool,
) -> Call:
    """Compile a deciding query; ``optional``: its answer may be ``None``.

    ``ordered`` holds the pairs of functions whose order is declared.
    """

    def ask(voices: Sequence[Implementation], args: tuple[Any, ...]) -> list[tuple[Implementation, Any]]:
        answers: list[tuple[Implementation, Any]] = []
        for voice in voices:
            try:
                answer = voice.call(*args)
            except BaseException as error:
                raise blame(voice, error) from error
            if answer is not None:
                if inspect.iscoroutine(answer) or (item is not None and not isinstance(answer, item)):
                    raise wrong_answer(voice, answer, _names(item) if item else "a plain value")
                answers.append((voice, answer))
        return answers

    def face(*args: Any) -> Any:
        gate = args[0].gate
        gate.queries += 1
        try:
            answers = ask(voices, args) or ask(defaults, args)
        finally:
            gate.queries -= 1
        if not answers:
            if optional:
                return None
            raise Broken(
                f"no module in force answers {name}: the base game must have a default (@hookimpl(default=True))"
            )
        first, answer = answers[0]
        for other, different in answers[1:]:
            if different != answer and (first.function, other.function) not in ordered:
                raise Broken(
                    f"{name}: {first.where} ({first.function.rule_ids}) says {answer!r} and "
                    f"{other.where} ({other.function.rule_ids}) says {different!r}; "
                    "declare which module comes after the other",
                    other.module,
                )
        return answer

    return face


def happening(voices: Sequence[Implementation], item: type | tuple[type, ...] | None = NoneType) -> Call:
    """Compile an event: each in turn, finished before the next; ``item`` is what answers must be instances of."""

    async def face(*args: Any) -> list[Any]:
        out: list[Any] = []
        for voice in voices:
            answer = await run(voice, args, item)
            if answer is not None:
                out.append(answer)
        return out

    return face


def settling(voices: Sequence[Implementation], item: type | tuple[type, ...] | None) -> Call:
    """Compile an event that stops at the first answer."""

    async def face(*args: Any) -> Any:
        for voice in voices:
            answer = await run(voice, args, item)
            if answer is not None:
                return answer
        return None

    return face


async def run(voice: Implementation, args: Iterable[Any], item: type | tuple[type, ...] | None) -> Any:
    """Call one implementation of an event to its end, plain or asking."""
    try:
        answer = voice.call(*args)
        if answer.__class__ is CoroutineType:
            answer = await answer
    except BaseException as error:
        raise blame(voice, error) from error
    if answer is not None and item is not None and not isinstance(answer, item):
        raise wrong_answer(voice, answer, _names(item))
    return answer
