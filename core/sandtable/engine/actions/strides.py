"""One step of a way, and what the rules in force say of it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final, Generic, NoReturn, Protocol, TypeVar

from msgspec import Struct

from sandtable.engine.errors import Broken

if TYPE_CHECKING:
    from sandtable.engine.actions.refusals import Refusal, Stop
    from sandtable.engine.failures import NamedCode

S = TypeVar("S", bound=Hashable)


class Stride(Struct, Generic[S], frozen=True, gc=False):
    """A step that could be taken next: the state it leads to, and the key of its price.

    Strides of one ``key`` cost the same and share a tally. A game subclasses it with the fields that its rules look at
    (``MarchStep(there, key, corps, here)``); rules are told of no others.
    """

    there: S
    key: Hashable


FROM_ONE_STATE: Final = 100_000
"""More strides than this from one state are a mistake."""
NO_STRIDE: Final[Stride[Any]] = Stride(None, None)
"""Where no stride has been looked at yet."""


class StepRules(Protocol):
    """The rules on the steps of a kind of action in one position; each is asked once for what it looks at."""

    @property
    def asks(self) -> bool:
        """Whether there are any."""
        ...

    def refuses(self, stride: Stride[S], /) -> bool:
        """Tell whether a rule forbids a step."""
        ...

    def ends(self, stride: Stride[S], /) -> bool:
        """Tell whether a way ends with this step."""
        ...

    def refuses_end(self, stride: Stride[S], /) -> bool:
        """Tell whether a rule forbids that a way ends with this step."""
        ...

    def against(self, stride: Stride[S], /) -> list[Refusal]:
        """Return all reasons against a step, each with its rule."""
        ...

    def stops(self, stride: Stride[S], /) -> list[Stop]:
        """Return all reasons why a way ends with this step, each with its rule."""
        ...

    def against_end(self, stride: Stride[S], /) -> list[Refusal]:
        """Return all reasons why a way may not end with this step, each with its rule."""
        ...


def to_their_end(strides: Iterable[Stride[S]], code: NamedCode) -> Iterable[Stride[S]]:
    """Return the strides from a state; where there is no end to them, that is said as they are gone through."""
    return strides if strides.__class__ in (tuple, list) else _counted(strides, code)


def _counted(strides: Iterable[Stride[S]], code: NamedCode) -> Iterator[Stride[S]]:
    for number, stride in enumerate(strides):
        if number == FROM_ONE_STATE:
            raise Broken(
                f"more than {FROM_ONE_STATE:,} strides lead on from one state ({code.where}): let them come to an end",
                code.module,
            )
        yield stride


def refuse_no_place(stride: object, code: NamedCode, error: Exception) -> NoReturn:
    """Raise for what is no stride, and for one that leads to what cannot be a state; else go on with the error."""
    if not isinstance(stride, Stride):
        raise Broken(f"{stride!r} is not a Stride in {code.where}: give Stride(there, key)", code.module) from error
    for what in ("there", "key"):
        value: object = getattr(stride, what)  # pyright: ignore[reportUnknownArgumentType]  # of any state
        try:
            hash(value)
        except TypeError:
            raise Broken(
                f"a stride has {value!r} for its {what!r} in {code.where}: states and keys are remembered and "
                "compared, so make it an id, a number, a tuple or a frozen Struct",
                code.module,
            ) from error
    raise error
