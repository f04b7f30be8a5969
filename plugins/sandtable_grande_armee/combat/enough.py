"""As many of some units as a fight needs: too few may be named, for rules say what stands against that.

More of them are never worse, so what is left of too few is not looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random

from sandtable.engine import Subset
from sandtable_grande_armee.model import UnitId

Units = tuple[UnitId, ...]


class Enough(Subset[UnitId]):
    """Some of a side's units, none perhaps; listed and drawn are those that ``are_enough``, the fewest first."""

    __slots__ = ("_are_enough",)

    def __init__(self, units: Iterable[UnitId], are_enough: Callable[[Units], bool], least: int = 0) -> None:
        super().__init__(units, least)
        self._are_enough = are_enough

    def __iter__(self) -> Iterator[Units]:
        if self._are_enough(self.values):
            yield from filter(self._are_enough, super().__iter__())

    def sample(self, rng: Random) -> Units | None:
        """Draw some; where they are not enough, all."""
        drawn = super().sample(rng)
        if drawn is not None and self._are_enough(drawn):
            return drawn
        return self.values if self._are_enough(self.values) else None


class StrongEnough(Enough):
    """Units that are strong enough, the most first: of those that are able; where none is, all of them together."""

    __slots__ = ("_able",)

    def __init__(self, units: Iterable[UnitId], able: Iterable[UnitId], are_enough: Callable[[Units], bool]) -> None:
        super().__init__(units, are_enough, least=1)
        self._able = Enough(able, are_enough, least=1)

    def __iter__(self) -> Iterator[Units]:
        if not self._able.values:
            yield from filter(self._are_enough, (self.values,))
            return
        level = [self._able.values]
        while level := [units for units in level if units and self._are_enough(units)]:
            yield from level
            level = [*dict.fromkeys(units[:at] + units[at + 1 :] for units in level for at in range(len(units)))]

    def sample(self, rng: Random) -> Units | None:
        return self._able.sample(rng) if self._able.values else next(iter(self), None)
