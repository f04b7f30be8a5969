"""Questions that the code of modules answers: nothing is written meanwhile, and each failure is its module's."""

from __future__ import annotations

from inspect import iscoroutine
from types import CoroutineType, NoneType
from typing import TYPE_CHECKING, Any, Final, ParamSpec, Protocol, TypeVar, cast

from sandtable.engine.errors import Broken
from sandtable.engine.failures import Code, as_broken

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Iterator

    Item = type | tuple[type, ...]


IN_WORDS: Final[dict[type, str]] = {NoneType: "nothing", bool: "True or False"}


class Answering(Code, Protocol):
    """A function of a module that can be asked."""

    @property
    def call(self) -> Callable[..., Any]: ...


A = TypeVar("A", bound=Answering)
P = ParamSpec("P")
T = TypeVar("T")


def answer_of(code: Code, call: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Return what a call answers; what it raises is laid at the door of ``code``."""
    try:
        return call(*args, **kwargs)
    except BaseException as error:  # what a Blame does, at no price while nothing fails
        raise as_broken(error, code) from error


def next_answer(
    asked: Iterable[A], args: tuple[Any, ...], item: Item | None = None, wanted: str = ""
) -> tuple[A, Any] | None:
    """Ask these functions in turn, up to the first that answers (``None`` is no answer); return it with its answer.

    An iterator can be asked on for the next.

    What one raises is laid at its door, and so is an answer that is no ``item`` (``wanted`` in words).
    """
    for one in asked:
        try:
            answer = one.call(*args)
        except BaseException as error:  # what a Blame does, at no price while nothing fails
            raise as_broken(error, one) from error
        if answer is not None:
            if answer.__class__ is CoroutineType or (item is not None and not isinstance(answer, item)):
                wanted = wanted or (names_of(item) if item is not None else "a plain value")
                raise wrong_answer(one, answer, wanted)
            return one, answer
    return None


def answers(
    asked: Iterable[A], args: tuple[Any, ...], item: Item | None = None, wanted: str = ""
) -> Iterator[tuple[A, Any]]:
    """Ask all these functions in turn; go through those that answer, each with its answer."""
    left = iter(asked)
    while (found := next_answer(left, args, item, wanted)) is not None:
        yield found


def as_query(face: Callable[..., Any]) -> Callable[..., Any]:
    """Make a call a question."""

    def ask(*args: Any) -> Any:
        with args[0].gate:
            return face(*args)

    return ask


def wrong_answer(code: Code, answer: object, wanted: str) -> Broken:
    """Return ``Broken`` for an answer of the wrong class; a coroutine among them is closed."""
    if iscoroutine(answer):
        answer.close()
        return Broken(f"module {code.module} awaits in the query {code.where}: queries only answer", code.module)
    if hasattr(answer, "__await__"):
        cast("Awaitable[object]", answer).__await__().close()
        mends = "make it `async def`, and await what it calls"
        return Broken(f"module {code.module} answered a coroutine in {code.where}: {mends}", code.module)
    return Broken(f"module {code.module} answered {answer!r} in {code.where}, where {wanted} belongs", code.module)


def names_of(item: Item) -> str:
    """Return what an answer must be, in words."""
    kinds = item if isinstance(item, tuple) else (item,)
    return " or ".join(IN_WORDS.get(kind, kind.__name__) for kind in kinds)
