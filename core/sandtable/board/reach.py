"""How far one can go, what it costs, which way, and why not there.

Modules fill arrays of prices once per decision; one search answers: over areas (``area_reach``) or hexes
(``hex_reach``). Moves of pieces are ``Ways`` of the engine. Prices and costs are integers in a named unit (sixths of a
movement point):

* the price of a step is that of the road, where one leads, else entering the space plus crossing the edge;
  to either is added the surcharge of the space entered (what depends on the position: stacking, enemies);
* ``BLOCKED`` bars the step and ``ALL`` makes it cost the whole allowance; in a surcharge they hold on roads too,
  in the price of entering or crossing they do not (a marsh that is crossed by road only);
* ``NO_ROAD`` is written where there is none;
* a space that stops may be entered and not left.

Between ways of equal cost the one over the fewest spaces is taken, then the one whose steps, seen from the
end, come from the first spaces: paths do not depend on how the search went.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

import numpy as np

from sandtable.engine.actions.allowance import ALL, BLOCKED, MOST, Allowance
from sandtable.engine.errors import Invalid

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from numpy.typing import ArrayLike, NDArray

    Ints = NDArray[np.int32]
    Why = Callable[[int, int], Iterable[object]]

NO_ROAD: Final = -1


class WhyNot(NamedTuple):
    """Why a step from a space that is reached does not reach the next one."""

    start: int
    kind: Literal["blocked", "too dear", "takes all", "stopped", "off the way"]
    says: str
    reasons: tuple[object, ...] = ()


class SpaceReach(ABC):
    """What can be reached from ``start``; spaces are numbers."""

    def __init__(self, start: int, allowance: Allowance, why: Why | None) -> None:
        self.start = start
        self.allowance = allowance
        self._why = why

    @property
    def costs(self) -> dict[int, int]:
        """Every space reached with its cost, the start (0) included; their order hangs on prices and numbers only."""
        return self._costs_found()

    @abstractmethod
    def _costs_found(self) -> dict[int, int]: ...

    @abstractmethod
    def cost(self, space: int) -> int | None:
        """Return what it costs to get there, ``None`` when it cannot be reached."""

    @abstractmethod
    def steps_into(self, space: int) -> Iterable[tuple[int, int]]:
        """Yield each space a step leads from, in order, and the price of the step."""

    @abstractmethod
    def stops(self, space: int) -> bool:
        """Whether who enters this space may not leave it."""

    def left(self, space: int) -> int | None:
        """Return what is left of the allowance there."""
        cost = self.cost(space)
        return None if cost is None else self.allowance.limit - cost

    def path(self, space: int) -> tuple[int, ...]:
        """Return the spaces of the way there, start and end included."""
        if self.cost(space) is None:
            raise Invalid(f"space {space} cannot be reached from {self.start}: ask why_not for the reasons")
        after: dict[int, int | None] = {space: None}
        ring = [space]
        while self.start not in after:
            nearer: dict[int, int] = {}
            for there in ring:
                for here in self._ways_into(there):
                    if here not in after:
                        nearer.setdefault(here, there)
            after.update(nearer)
            ring = list(nearer)
        way = [self.start]
        while (onward := after[way[-1]]) is not None:
            way.append(onward)
        return tuple(way)

    def predecessor(self, space: int) -> int | None:
        """Return the space before this one on the way, ``None`` for the start."""
        return None if space == self.start else self.path(space)[-2]

    def _ways_into(self, there: int) -> Iterator[int]:
        """Yield the spaces from which the last step of a cheapest way comes."""
        cost = self.cost(there)
        for here, price in self.steps_into(there):
            spent = self.cost(here)
            if spent is None or (self.stops(here) and here != self.start):
                continue
            if self.allowance.spent_after(spent, price, first=here == self.start) == cost:
                yield here

    def why_not(self, space: int) -> tuple[WhyNot, ...]:
        """Return why a space is not reached: a reason per step from a space that is; empty if it is reached."""
        if self.cost(space) is not None:
            return ()
        steps = [
            (here, price, spent) for here, price in self.steps_into(space) if (spent := self.cost(here)) is not None
        ]
        return tuple(self._reason(here, space, price, spent) for here, price, spent in steps) or (
            WhyNot(self.start, "off the way", "no space beside it can be reached"),
        )

    def _reason(self, here: int, there: int, price: int, spent: int) -> WhyNot:
        say, left = self.allowance.unit.say, self.allowance.limit - spent
        if price == BLOCKED:
            reasons = tuple(self._why(here, there)) if self._why else ()
            return WhyNot(here, "blocked", "; ".join(map(str, reasons)) or "there is no way", reasons)
        if self.stops(here) and here != self.start:
            return WhyNot(here, "stopped", "the move ends before it")
        if price == ALL:
            return WhyNot(
                here, "takes all", "the step takes the whole allowance" + (", and some of it is spent" if left else "")
            )
        return WhyNot(here, "too dear", f"the step costs {say(price)}, {say(left)} are left")


def total_prices(entry: Ints, crossing: Ints | None, road: Ints | None, surcharge: Ints | None) -> Ints:
    """Return the price of many steps, from arrays of one shape: see the head of this page."""
    price = entry if crossing is None else add_prices(entry, crossing)
    if road is not None:
        price = np.where(road != NO_ROAD, road, price)
    return price if surcharge is None else add_prices(price, surcharge)


def add_prices(price: Ints, more: Ints) -> Ints:
    """Add prices; what is barred stays barred, what takes all takes all."""
    codes = np.where((price == BLOCKED) | (more == BLOCKED), BLOCKED, ALL)
    return np.where((price < 0) | (more < 0), codes, price + more).astype(np.int32)


def check_prices(what: str, prices: ArrayLike, length: int, least: int = ALL) -> Ints:
    """Return prices as ``(length,) int32``; raises ``Invalid`` for another length, a fraction, a nonsense."""
    array = np.asarray(prices)
    if array.size != length:
        raise Invalid(f"there are {array.size} prices of {what}; give {length}, one for each")
    if array.dtype.kind not in "iu":
        raise Invalid(f"prices of {what} are {array.dtype}: give integers in a named unit, as sixths of a point")
    if array.size and not (least <= int(array.min()) and int(array.max()) <= MOST):
        raise Invalid(f"prices of {what} go from {array.min()} to {array.max()}: give 0 to {MOST}, BLOCKED or ALL")
    return array.reshape(-1).astype(np.int32)
