"""Some of a side's units that stand in one hex: what a march, a combining can hold."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import combinations
from random import Random

from sandtable.engine import Game, SideId, SpaceId, Subset, cached_while_unchanged
from sandtable_grande_armee.model import Unit, UnitId


class Stacks(Subset[UnitId]):
    """Some of a side's units, those of one hex listed and drawn alone.

    Of those that are ``held`` none is listed, though it may be named: rules say what stands against that.
    """

    def __init__(self, stacks: Mapping[SpaceId, tuple[UnitId, ...]], held: Collection[UnitId]) -> None:
        super().__init__((unit for stack in stacks.values() for unit in stack), least=1)
        able = (tuple(unit for unit in stack if unit not in held) for stack in stacks.values())
        self.stacks = [stack for stack in able if stack]

    def __iter__(self) -> Iterator[tuple[UnitId, ...]]:
        for size in range(1, max(map(len, self.stacks), default=0) + 1):
            for stack in self.stacks:
                yield from combinations(stack, size)

    def sample(self, rng: Random) -> tuple[UnitId, ...] | None:
        if not self.stacks:
            return None
        stack = self.stacks[int(rng.random() * len(self.stacks))]
        if len(stack) == 1:
            return stack
        drawn = (
            {int(rng.random() * len(stack)) for _ in stack} if rng.random() < 0.5 else {int(rng.random() * len(stack))}
        )
        return tuple(unit for at, unit in enumerate(stack) if at in drawn)


class EqualStacks(Subset[UnitId]):
    """Some of a side's units; listed and drawn are so many of one kind in one hex as make a greater one."""

    def __init__(
        self,
        groups: Iterable[tuple[tuple[UnitId, ...], int]],
        stacks: Mapping[SpaceId, tuple[UnitId, ...]],
    ) -> None:
        super().__init__((unit for stack in stacks.values() for unit in stack), least=2)
        self.groups = tuple(groups)

    def __iter__(self) -> Iterator[tuple[UnitId, ...]]:
        for units, number in self.groups:
            yield from combinations(units, number)

    def says(self) -> str:
        return "units of one kind in one hex, as many as make a greater one"

    def sample(self, rng: Random) -> tuple[UnitId, ...] | None:
        if not self.groups:
            return None
        units, number = self.groups[int(rng.random() * len(self.groups))]
        drawn = set(rng.sample(range(len(units)), number))
        return tuple(unit for at, unit in enumerate(units) if at in drawn)


@cached_while_unchanged
def stacks_of(game: Game, side: SideId) -> Mapping[SpaceId, tuple[UnitId, ...]]:
    """Return the units of a side by the hexes in which they stand."""
    found: dict[SpaceId, tuple[UnitId, ...]] = {}
    for unit in game.where(Unit, "side", side):
        if unit.hex is not None:
            found[unit.hex] = (*found.get(unit.hex, ()), unit.id)
    return found
