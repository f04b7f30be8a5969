"""What lies in hexes and on hexsides of a map, kept in numpy arrays.

Several things may lie in one place, so a layer holds a small number per place: the index of a *set* of
things. A question about a whole map is asked once per different set (`table`), not once per hex.
"""

from __future__ import annotations

from copy import copy
from itertools import pairwise
from typing import TYPE_CHECKING, Final, Generic, Literal, NamedTuple, Self, TypeVar

import numpy as np

from sandtable.board.directions import Hex
from sandtable.board.spaces import Status
from sandtable.engine.errors import Invalid

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from numpy.typing import NDArray

    from sandtable.board.hexes import HexGrid, Ints

T = TypeVar("T")
MOST_SETS: Final = 1 << 16


class SetLayer(Generic[T]):
    """Per place the index of a set of things; index 0 is the empty set."""

    def __init__(self, places: int) -> None:
        self.cells: NDArray[np.uint16] = np.zeros(places, np.uint16)
        self.sets: list[tuple[T, ...]] = [()]
        self._known: dict[tuple[T, ...], int] = {(): 0}

    def at(self, place: int) -> tuple[T, ...]:
        """Return the set at a place."""
        return self.sets[int(self.cells[place])]

    def index_of(self, things: tuple[T, ...]) -> int:
        """Return the index of a set, a new one if need be."""
        index = self._known.get(things)
        if index is None:
            if len(self.sets) >= MOST_SETS:
                raise Invalid(f"a layer holds at most {MOST_SETS} different sets: {things} would be one more")
            index = self._known[things] = len(self.sets)
            self.sets.append(things)
        return index

    def copy(self) -> Self:
        """Return a layer that may be edited while this one is shown."""
        fresh = copy(self)
        fresh.__dict__.update(cells=self.cells.copy(), sets=[*self.sets], _known={**self._known})
        return fresh

    def restore(self, cells: NDArray[np.uint16], sets: Iterable[tuple[T, ...]]) -> None:
        """Take over stored arrays; raises ``Invalid`` when they do not fit."""
        sets = [tuple(things) for things in sets]
        if cells.shape != self.cells.shape or not sets or sets[0] or int(cells.max(initial=0)) >= len(sets):
            raise Invalid(
                f"the stored layer has {cells.size} places and {len(sets)} sets; this map needs {self.cells.size} "
                "places, the empty set first and no place with a set that is not there"
            )
        self.cells, self.sets = cells.astype(np.uint16), sets
        self._known = {things: index for index, things in reversed(list(enumerate(sets)))}


class TerrainLayer(SetLayer[str]):
    """The terrains of every hex, several in one if need be."""

    def __init__(self, grid: HexGrid) -> None:
        super().__init__(grid.size)
        self.grid = grid

    def of(self, hex: Hex) -> tuple[str, ...]:
        """Return the terrains in a hex, in alphabetical order."""
        return self.at(self.grid.index(hex))

    def paint(self, hexes: Iterable[Hex], *terrains: str) -> None:
        """Make these the only terrains there."""
        index = self.index_of(tuple(sorted(set(terrains))))
        self.cells[[self.grid.index(hex) for hex in hexes]] = index

    def add(self, hex: Hex, *terrains: str) -> None:
        self.paint((hex,), *self.of(hex), *terrains)

    def remove(self, hex: Hex, *terrains: str) -> None:
        self.paint((hex,), *(terrain for terrain in self.of(hex) if terrain not in terrains))

    def where(self, terrain: str) -> NDArray[np.bool_]:
        """Return where a terrain lies, ``(size,) bool``."""
        return np.array([terrain in terrains for terrains in self.sets])[self.cells] & self.grid.present

    def table(self, answer: Callable[[tuple[str, ...]], int]) -> Ints:
        """Ask once per different set of terrains; return the answer for every cell, ``(size,) int32``."""
        return np.array([answer(terrains) for terrains in self.sets], np.int32)[self.cells]


class SideFeature(NamedTuple):
    """What lies on a hexside, and which of its hexes it favours: the one that is up, the one it protects."""

    kind: str
    favours: Hex | None = None
    status: Status = "added"


class Crossed(NamedTuple):
    """What lies on a hexside, seen by one who crosses it."""

    kind: str
    favours: Literal["", "entered", "left"] = ""


class StoredFeature(NamedTuple):
    """A feature in a layer: ``favours`` 0 neither hex, 1 the hex that has the side in ``d0..d2``, 2 the other."""

    kind: str
    favours: int
    status: Status


class SideLayer(SetLayer[StoredFeature]):
    """What lies along hexsides (streams, slopes, works) or across them (roads); each hexside is stored once."""

    def __init__(self, grid: HexGrid) -> None:
        super().__init__(grid.sides)
        self.grid = grid

    def of(self, hex: Hex, direction: int) -> tuple[SideFeature, ...]:
        """Return what lies on a hexside, without what the designer has forbidden."""
        return tuple(feature for feature in self.all_of(hex, direction) if feature.status != "forbidden")

    def all_of(self, hex: Hex, direction: int) -> tuple[SideFeature, ...]:
        """Return what lies on a hexside and what the designer has forbidden there."""
        side = self.grid.side(hex, direction)
        ends = (None, *self.grid.hexes_at(side))
        return tuple(SideFeature(one.kind, ends[one.favours], one.status) for one in self.at(side))

    def add(self, hex: Hex, direction: int, kind: str, favours: Hex | None = None) -> None:
        """Put a feature on a hexside: the designer's word."""
        self._say(hex, direction, kind, "added", favours)

    def add_along(self, path: Iterable[Hex], kind: str) -> None:
        """Put a feature on each hexside between the hexes of a path: a road."""
        for here, there in pairwise(path):
            side = self.grid.side_between(here, there)
            owner, other = self.grid.hexes_at(side)
            self.add(owner, owner.direction_to(other) or 0, kind)

    def confirm(self, hex: Hex, direction: int, kind: str) -> None:
        """Keep a derived feature, whatever is derived later."""
        present = {feature.kind: feature for feature in self.of(hex, direction)}
        if kind not in present:
            raise Invalid(f"there is no {kind} on hexside d{direction % 6} of {tuple(hex)} to confirm: add it")
        if present[kind].status == "derived":
            self._say(hex, direction, kind, "confirmed", present[kind].favours)

    def forbid(self, hex: Hex, direction: int, kind: str) -> None:
        """Take a feature off a hexside and keep it off, whatever is derived later."""
        self._say(hex, direction, kind, "forbidden", None)

    def clear(self, hex: Hex, direction: int, kind: str) -> None:
        """Forget a feature and the designer's word about it."""
        side = self.grid.side(hex, direction)
        self.cells[side] = self.index_of(tuple(one for one in self.at(side) if one.kind != kind))

    def _say(self, hex: Hex, direction: int, kind: str, status: Status, favours: Hex | None) -> None:
        side = self.grid.side(hex, direction)
        ends = (None, *self.grid.hexes_at(side))
        if favours not in ends:
            raise Invalid(
                f"{kind} on hexside d{direction % 6} of {tuple(hex)} cannot favour {favours}: name one of its two hexes"
            )
        others = [one for one in self.at(side) if one.kind != kind]
        self.cells[side] = self.index_of(tuple(sorted((*others, StoredFeature(kind, ends.index(favours), status)))))

    def where(self, kind: str) -> NDArray[np.bool_]:
        """Return on which hexsides a feature lies, ``(sides,) bool``."""
        return np.array([any(one.kind == kind for one in _standing(things)) for things in self.sets])[self.cells]

    def heights(self, answer: Callable[[tuple[str, ...]], int]) -> Ints:
        """Ask once per different set of names; return the answer for every hexside, ``(sides,) int32``."""
        return np.array([answer(tuple(one.kind for one in _standing(things))) for things in self.sets], np.int32)[
            self.cells
        ]

    def table(self, answer: Callable[[tuple[Crossed, ...]], int]) -> Ints:
        """Ask once per different set and way of crossing it; return an answer per step out of a cell, ``(size, 6)``."""
        answers = np.empty((2, len(self.sets)), np.int32)
        for index, things in enumerate(self.sets):
            answers[0, index] = answer(_seen_from(things, ("", "left", "entered")))
            answers[1, index] = answer(_seen_from(things, ("", "entered", "left")))
        sets = self.cells[self.grid.side_table]
        return np.concatenate([answers[0][sets[:, :3]], answers[1][sets[:, 3:]]], axis=1)

    def derive_slopes(
        self, elevation: NDArray[np.integer], steps: Mapping[int, str], cells: NDArray[np.integer] | None = None
    ) -> None:
        """Put slopes where the ground rises, favouring the upper hex; the designer's word stands.

        ``elevation``: ``(size,)`` or ``(rows, columns)`` levels. ``steps`` names the slope from each difference
        on, ``{1: "slope", 2: "steep_slope"}``. Derived anew, former derived slopes go; a hexside with a slope
        that was added or confirmed keeps just that, one with a forbidden slope gets any but that. ``cells``: only
        on the sides of these.
        """
        if not steps or min(steps) < 1:
            raise Invalid(
                f"slopes begin at a difference of 1 or more levels, not {sorted(steps)}: "
                f"give the smallest difference for each"
            )
        levels = np.asarray(elevation).reshape(-1).astype(np.int64)
        if levels.size != self.grid.size:
            raise Invalid(f"the elevation has {levels.size} cells, the map {self.grid.size}: give one level per cell")
        names = ["", *(steps[least] for least in sorted(steps))]
        sides, rise = self._rises(levels, cells)
        kind = np.searchsorted(sorted(steps), np.abs(rise), side="right") * 2 + (rise > 0)
        pairs, places = np.unique(self.cells[sides].astype(np.int64) * 2 * len(names) + kind, return_inverse=True)
        known: list[int] = pairs.tolist()
        merged = [
            self.index_of(_with_slope(self.sets[pair // (2 * len(names))], names, pair % (2 * len(names))))
            for pair in known
        ]
        self.cells[sides] = np.array(merged, np.uint16)[places]

    def _rises(self, levels: NDArray[np.int64], cells: NDArray[np.integer] | None) -> tuple[Ints, NDArray[np.int64]]:
        """Return hexsides, all or those of some hexes, and how much the ground rises beyond each, from its owner."""
        table, beside = self.grid.side_table, self.grid.neighbour_table
        if cells is None:
            rise = np.zeros(self.grid.sides, np.int64)
            rise[table[:, :3]] = np.where(beside[:, :3] >= 0, levels[beside[:, :3]] - levels[:, None], 0)
            return np.arange(self.grid.sides, dtype=np.int32), rise
        some = np.where(beside[cells] >= 0, levels[beside[cells]] - levels[cells, None], 0)
        some[:, 3:] *= -1
        return table[cells].reshape(-1), some.reshape(-1)


def _standing(things: tuple[StoredFeature, ...]) -> list[StoredFeature]:
    return [one for one in things if one.status != "forbidden"]


def _seen_from(
    things: tuple[StoredFeature, ...], ways: tuple[Literal["", "entered", "left"], ...]
) -> tuple[Crossed, ...]:
    return tuple(Crossed(one.kind, ways[one.favours]) for one in _standing(things))


def _with_slope(things: tuple[StoredFeature, ...], names: list[str], kind: int) -> tuple[StoredFeature, ...]:
    """Return the set with a slope derived; ``kind`` is twice the place of its name, 1 more if the other hex is up."""
    name = names[kind // 2]
    kept = [one for one in things if one.status != "derived" or not (one.favours or one.kind in names)]
    said = {one.kind for one in kept if one.kind in names and one.status != "forbidden"}
    forbidden = {one.kind for one in kept if one.status == "forbidden"}
    if name and not said and name not in forbidden:
        kept.append(StoredFeature(name, 1 + kind % 2, "derived"))
    return tuple(sorted(kept))
