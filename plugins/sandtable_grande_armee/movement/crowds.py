"""Which troops of a crowd are left out: so many that the others find room, and none without need."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, product
from random import Random

from sandtable.engine import Subset
from sandtable_grande_armee.model import UnitId

Units = tuple[UnitId, ...]


class LeftOut(Subset[UnitId]):
    """Some of a crowd; listed and drawn are those without whom the others, and no more, have room.

    ``strengths`` are those of all units, ``room`` what there is. Any may be named: rules say what stands against that.
    """

    __slots__ = ("groups", "room", "strengths")

    def __init__(self, strengths: Mapping[UnitId, int], room: int) -> None:
        super().__init__(strengths, least=1)
        self.strengths, self.room = strengths, room
        self.groups = {
            points: [unit for unit in self.values if strengths[unit] == points] for points in sorted(strengths.values())
        }

    def __iter__(self) -> Iterator[Units]:
        for numbers in product(*(range(len(group) + 1) for group in self.groups.values())):
            gone = dict(zip(self.groups, numbers, strict=True))
            left = sum(points * (len(self.groups[points]) - number) for points, number in gone.items())
            if any(numbers) and left <= self.room < left + min(points for points, number in gone.items() if number):
                some = (combinations(self.groups[points], number) for points, number in gone.items())
                yield from (self._in_order({unit for part in parts for unit in part}) for parts in product(*some))

    def sample(self, rng: Random) -> Units | None:
        """Let units stay in random order, each that still finds room."""
        stay, room = set[UnitId](), self.room
        for unit in rng.sample(self.values, len(self.values)):
            if self.strengths[unit] <= room:
                stay.add(unit)
                room -= self.strengths[unit]
        return self._in_order(set(self.values) - stay) or None

    def _in_order(self, chosen: set[UnitId]) -> Units:
        return tuple(unit for unit in self.values if unit in chosen)
