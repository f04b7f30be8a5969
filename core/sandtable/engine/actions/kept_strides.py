"""Strides that several searches in a position ask for, each looked at and held against the rules once."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from msgspec import Struct

from sandtable.engine.actions.strides import NO_STRIDE, Stride, refuse_no_place, to_their_end

if TYPE_CHECKING:
    from sandtable.engine.actions.strides import StepRules
    from sandtable.engine.failures import NamedCode
    from sandtable.engine.state.tally import Tally

S = TypeVar("S", bound=Hashable)


class EndedWay(Struct, frozen=True, gc=False, cache_hash=True):
    """What makes a state another one for the search where a rule ends the way in it: nothing is reached from there."""

    state: Hashable


JudgedStride = tuple[int, int, int, Hashable, Stride[Any]]
"""A stride that no rule forbids: the numbers of the node it leads to and of the node it comes to (another one where a
rule ends the way there), its price, that node, and itself. A plain tuple, for searches take these apart more than
anything; numbers, for what they know of nodes is looked up faster in a list.
"""
PRICE: Final = itemgetter(2)


class JudgedStrides:
    """The strides from each state that no rule forbids, judged as searches come to them."""

    def __init__(
        self,
        strides: Callable[[Any], Iterable[Stride[Any]]],
        rules: StepRules,
        prices: Mapping[Hashable, int],
        state: Callable[[Any], Hashable] | None,
        code: NamedCode,
    ) -> None:
        self.found: dict[Hashable, tuple[JudgedStride, ...]] = {}
        """Those from the states that searches have come to."""
        self.numbers: dict[Hashable, int] = {}
        """The nodes that were seen so far, numbered."""
        self._strides, self._rules, self._prices, self._state, self._code = strides, rules, prices, state, code

    def look(self, here: Any) -> tuple[JudgedStride, ...]:
        """Look at the strides from a state, and keep those that can be taken, cheapest first, else in their order."""
        rules, prices, state = self._rules, self._prices, self._state
        judged: list[JudgedStride] = []
        stride = NO_STRIDE
        try:
            for stride in to_their_end(self._strides(here), self._code):
                there: Hashable = stride.there if state is None else state(stride.there)
                hash(there)  # what cannot be remembered is found here
                if not rules.refuses(stride):
                    node = EndedWay(there) if rules.ends(stride) else there
                    judged.append((self._number(there), self._number(node), prices[stride.key], node, stride))
        except (TypeError, AttributeError) as error:
            refuse_no_place(stride, self._code, error)
        found = self.found[here] = tuple(sorted(judged, key=PRICE))
        return found

    def _number(self, node: Hashable) -> int:
        return self.numbers.setdefault(node, len(self.numbers))


class KeptStrides(Generic[S]):
    """What leads on from each state, and at what price, for all searches of a position that are given this very object.

    A game makes it in a function that is ``@cached_for_position`` and gives it to ``Ways``, with its ``price``. What
    rules say of a stride is kept with it while the position stands: so another search of the same pieces, with more
    points say, looks nothing up again.

    .. versionadded:: 0.3
    """

    def __init__(self, strides: Callable[[S], Iterable[Stride[S]]], price: Callable[[Any], Tally]) -> None:
        self._strides, self.price = strides, price
        self._judged: tuple[object, JudgedStrides] | None = None

    def __call__(self, here: S) -> Iterable[Stride[S]]:
        """Return the strides from a state."""
        return self._strides(here)

    def judged(
        self,
        version: int,
        rules: StepRules,
        price: Callable[[Any], Tally],
        prices: Mapping[Hashable, int],
        state: Callable[[Any], Hashable] | None,
        code: NamedCode,
    ) -> JudgedStrides:
        """Return the strides with what rules say of them in this version of the position."""
        key = version, rules, price, state
        if self._judged is None or self._judged[0] != key:
            self._judged = key, JudgedStrides(self._strides, rules, prices, state, code)
        return self._judged[1]
