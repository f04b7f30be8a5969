"""The hexes of a map by their printed numbers, as rules ask about them: each answer is worked out once and kept."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from sandtable.board.directions import arc_of
from sandtable.board.spaces import SpaceId, pair_of
from sandtable.engine.errors import Invalid

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sandtable.board.directions import Facing, Hex
    from sandtable.board.hex_board import HexBoard
    from sandtable.board.spaces import Pair

ACROSS: Final = frozenset(
    {"road", "minor_road", "major_road", "track", "railway", "rail", "bridge", "ford", "ferry"}
)  # fmt: skip
"""What leads across a hexside; everything else lies along it."""
SLOPES: Final = frozenset({"slope", "steep_slope"})
"""What one of the two hexes at a hexside is up on; everything else that favours one of them protects it."""


class Hexside(NamedTuple):
    """What lies on a hexside: the kinds along it (stream, slope, work) and across it (road, bridge), in order.

    ``up`` is the hex that a slope leads up to; ``protected`` are those that something protects, with what it is.
    """

    along: tuple[str, ...] = ()
    across: tuple[str, ...] = ()
    up: SpaceId | None = None
    protected: tuple[tuple[SpaceId, str], ...] = ()

    def protects(self, hex: str) -> bool:
        """Tell whether something on this side protects a hex."""
        return any(one == hex for one, _ in self.protected)


BARE: Final = Hexside()


class HexSpaces:
    """The hexes of a board by number; what it is asked stays as it is, for the board does."""

    def __init__(self, board: HexBoard, forbidden: Iterable[Pair] = ()) -> None:
        """Of ``forbidden`` pairs no step leads from the one to the other.

        Raises ``Invalid`` for a numbering that cannot be printed on these hexes.
        """
        self.board, self._numbers = board, board.numbers
        self._forbidden = frozenset(forbidden)
        self._hexes: dict[str, Hex | None] = {}
        self._printed: dict[Hex, SpaceId] = {}
        self._beside: dict[str, tuple[SpaceId | None, ...]] = {}
        self._steps: dict[str, tuple[SpaceId, ...]] = {}
        self._sides: dict[tuple[str, int], Hexside] = {}
        self._terrains: dict[str, tuple[str, ...]] = {}
        self._grounds: dict[tuple[str, int], tuple[str, ...]] = {}
        self._arcs: dict[tuple[tuple[str, ...], Facing, int], Mapping[SpaceId, int]] = {}

    # --- which there are ----------------------------------------------------------------------------------------

    def __contains__(self, number: object) -> bool:
        return isinstance(number, str) and self.find(number) is not None

    def __iter__(self) -> Iterator[SpaceId]:
        return map(self.number, self.board.grid)

    def find(self, number: str) -> Hex | None:
        """Return the hex with exactly this number, ``None`` when there is none; of a number printed twice the first."""
        try:
            return self._hexes[number]
        except KeyError:
            index = int(self._numbers.hexes([number])[0])
            found = self._hexes[number] = self.board.grid.hex(index) if index >= 0 else None
            return found

    def at(self, number: str) -> Hex:
        """Return the hex with this number; raises ``Invalid`` when there is none."""
        found = self.find(number)
        return found if found is not None else self._numbers.hex(number)

    def number(self, hex: Hex) -> SpaceId:
        """Return the number of a hex; raises ``Invalid`` when it is not on the map."""
        try:
            return self._printed[hex]
        except KeyError:
            found = self._printed[hex] = SpaceId(self._numbers.of(hex))
            return found

    def name(self, number: str) -> str:
        """Return what a hex is called: by its name where it has one, else by its number."""
        return self.board.names.get(self.at(number)) or number

    # --- who is beside whom -------------------------------------------------------------------------------------

    def beside(self, number: str) -> tuple[SpaceId | None, ...]:
        """Return the hexes around one, from ``d0`` clockwise, ``None`` where the map ends."""
        try:
            return self._beside[number]
        except KeyError:
            around = self.at(number).neighbours()
            grid = self.board.grid
            found = self._beside[number] = tuple(self.number(hex) if hex in grid else None for hex in around)
            return found

    def step(self, number: str, direction: int) -> SpaceId | None:
        """Return the hex into which a step in a direction leads, ``None`` where the map ends or forbids it."""
        there = self.beside(number)[direction % 6]
        if self._forbidden and there is not None and pair_of(SpaceId(number), there) in self._forbidden:
            return None
        return there

    def steps_from(self, number: str) -> tuple[SpaceId, ...]:
        """Return the hexes into which a step leads from one, from ``d0`` clockwise.

        .. versionadded:: 0.3
        """
        try:
            return self._steps[number]
        except KeyError:
            leading = (self.step(number, direction) for direction in range(6))
            found = self._steps[number] = tuple(there for there in leading if there is not None)
            return found

    def direction(self, number: str, other: str) -> int:
        """Return the direction in which a neighbour lies; raises ``Invalid`` for another hex."""
        beside: tuple[str | None, ...] = self.beside(number)
        if other not in beside:
            raise Invalid(f"Hexes {number} and {other} share no hexside: name two neighbours.")
        return beside.index(other)

    def distance(self, numbers: Iterable[str], others: Iterable[str]) -> int:
        """Return how many hexes the nearest of some is from the nearest of others; there must be one of each."""
        there = [self.at(other) for other in others]
        return min(self.at(number).distance(other) for number in numbers for other in there)

    def arc(self, numbers: tuple[str, ...], facing: Facing, reach: int) -> Mapping[SpaceId, int]:
        """Return the hexes before the front of what stands in some, within ``reach``, with how far each is from them.

        They are within 60 degrees where a hexpoint is faced, within 120 where a hexside is; nearest first.
        """
        key = numbers, facing, reach
        try:
            return self._arcs[key]
        except KeyError:
            grid, before = self.board.grid, arc_of(map(self.at, numbers), facing, reach)
            found = {self.number(hex): distance for hex, distance in before.items() if hex in grid}
            return self._arcs.setdefault(key, MappingProxyType(found))

    # --- what lies there ----------------------------------------------------------------------------------------

    def terrain(self, number: str) -> tuple[str, ...]:
        """Return the terrains in a hex, in alphabetical order."""
        try:
            return self._terrains[number]
        except KeyError:
            found = self._terrains[number] = self.board.terrain.of(self.at(number))
            return found

    def level(self, number: str) -> int:
        """Return how high a hex lies, in levels."""
        return int(self.board.elevation[self.board.grid.index(self.at(number))])

    def side(self, number: str, direction: int) -> Hexside:
        """Return what lies on the side of a hex in a direction, without what the designer has forbidden."""
        key = number, direction % 6
        try:
            return self._sides[key]
        except KeyError:
            found = self._sides[key] = self._look_at_side(self.at(number), direction % 6)
            return found

    def side_between(self, number: str, other: str) -> Hexside:
        """Return what lies on the side that two neighbours share; raises ``Invalid`` for others."""
        return self.side(number, self.direction(number, other))

    def ground(self, number: str, direction: int) -> tuple[str, ...]:
        """Return what one who steps out of a hex goes through: the terrains there and what lies along the side.

        A slope is gone through by who goes up, not by who comes down. Where the map ends it is the hex itself.
        """
        key = number, direction % 6
        try:
            return self._grounds[key]
        except KeyError:
            there, side = self.beside(number)[key[1]], self.side(*key)
            along = (kind for kind in side.along if side.up in (None, there))
            found = self._grounds[key] = (*self.terrain(there or number), *along)
            return found

    def _look_at_side(self, hex: Hex, direction: int) -> Hexside:
        features = sorted(self.board.sides.of(hex, direction), key=lambda one: one.kind)
        if not features:
            return BARE
        grid = self.board.grid
        favours = [(one.kind, self.number(there)) for one in features if (there := one.favours) and there in grid]
        return Hexside(
            tuple(one.kind for one in features if one.kind not in ACROSS),
            tuple(one.kind for one in features if one.kind in ACROSS),
            next((there for kind, there in favours if kind in SLOPES), None),
            tuple((there, kind) for kind, there in favours if kind not in SLOPES),
        )

    # --- whether it can be played on ----------------------------------------------------------------------------

    def number_printed_twice(self) -> str:
        """Return the first number that more than one hex has, empty when each has its own."""
        return next(iter(self._numbers.clashes), "")
