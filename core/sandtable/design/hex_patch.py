"""What an edit has changed on a board of hexes: cells of layers, levels, names; the whole board where its grid changed.

A layer is never edited in place: what is shown stays as it was, and the next map has a layer of its own.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np

from sandtable.board.directions import Hex
from sandtable.board.hex_board import HexBoard
from sandtable.board.numbering import Numbering
from sandtable.design.swaps import Swap, after_of, swaps, turned
from sandtable.engine.errors import Invalid

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sandtable.board.layers import SetLayer

    Ints = NDArray[np.int64]

T = TypeVar("T")
L = TypeVar("L", bound="SetLayer[Any]")


@dataclass(frozen=True, eq=False)
class CellPatch:
    """Numbers of cells before and after; ``places`` are the cells."""

    places: Ints
    before: Ints
    after: Ints

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CellPatch) and all(
            np.array_equal(getattr(self, name), getattr(other, name)) for name in ("places", "before", "after")
        )

    __hash__ = None  # type: ignore[assignment]

    def turned_round(self) -> CellPatch:
        return CellPatch(self.places, self.after, self.before)


@dataclass(frozen=True)
class LayerPatch(Generic[T]):
    """What lies in some places of a layer before and after: ``cells`` are indices of ``sets``."""

    cells: CellPatch
    sets: tuple[tuple[T, ...], ...]

    def turned_round(self) -> LayerPatch[T]:
        return LayerPatch(self.cells.turned_round(), self.sets)

    def applied_to(self, layer: L) -> L:
        """Return another layer with these changes; the given one stays as it is."""
        fresh = layer.copy()
        index = np.array([fresh.index_of(things) for things in self.sets], np.uint16)
        there = fresh.cells[self.cells.places]
        if not np.array_equal(there, index[self.cells.before]) and not _same_sets(fresh, there, self):
            raise Invalid("the change does not fit the map: what lies in its hexes is not what it was")
        fresh.cells[self.cells.places] = index[self.cells.after]
        return fresh


@dataclass(frozen=True)
class HexPatch:
    """What changed; ``board`` instead of all others where hexes came or went, or lie otherwise."""

    board: Swap[HexBoard] | None = None
    numbering: Swap[Numbering] | None = None
    terrain: LayerPatch[Any] | None = None
    sides: LayerPatch[Any] | None = None
    elevation: CellPatch | None = None
    names: Mapping[Hex, Swap[str]] = field(default_factory=dict[Hex, Swap[str]])

    def turned_round(self) -> HexPatch:
        return HexPatch(
            self.board and self.board.turned_round(),
            self.numbering and self.numbering.turned_round(),
            self.terrain and self.terrain.turned_round(),
            self.sides and self.sides.turned_round(),
            self.elevation and self.elevation.turned_round(),
            turned(self.names),
        )

    def applied_to(self, board: HexBoard | None) -> HexBoard | None:
        """Return the board with these changes; raises ``Invalid`` for one that is not as they found it."""
        if self.board is not None:
            return self.board.after
        if board is None:
            raise Invalid("the change does not fit the map: it has no hexes")
        fresh = board.after(
            terrain=board.terrain if self.terrain is None else self.terrain.applied_to(board.terrain),
            sides=board.sides if self.sides is None else self.sides.applied_to(board.sides),
            elevation=board.elevation if self.elevation is None else _levelled(board.elevation, self.elevation),
            names=after_of(board.names, self.names, "name of") if self.names else board.names,
        )
        if self.numbering is not None and self.numbering.after is not None:
            return dataclasses.replace(fresh, numbering=self.numbering.after)
        return fresh

    def cells(self, board: HexBoard) -> frozenset[int]:
        """Return the cells that look otherwise now, on the board of before or after; all where the grid changed."""
        if self.board is not None or self.numbering is not None:
            return frozenset(board.grid.indices.tolist())
        found: set[int] = {board.grid.index(hex) for hex in self.names}
        for part in (self.terrain.cells if self.terrain is not None else None, self.elevation):
            found |= set(part.places.tolist()) if part is not None else set()
        for side in self.sides.cells.places.tolist() if self.sides is not None else ():
            found |= {board.grid.index(hex) for hex in board.grid.hexes_at(side) if hex in board.grid}
        return frozenset(found)

    def frames(self, board: HexBoard | None) -> Iterator[tuple[float, float, float, float]]:
        """Yield the boxes around what changed."""
        cells = sorted(self.cells(board)) if board is not None else []
        if board is not None and cells:
            xy = board.grid.outlines(cells).reshape(-1, 2)
            (left, low), (right, high) = xy.min(axis=0).tolist(), xy.max(axis=0).tolist()
            yield left, low, right, high


def hex_patch(was: HexBoard | None, now: HexBoard | None) -> HexPatch | None:
    """Return what makes one board of the other, ``None`` where nothing differs."""
    if was is now:
        return None
    if was is None or now is None or not _same_grid(was, now):
        return HexPatch(board=Swap(was, now))
    found = HexPatch(
        numbering=None if was.numbering == now.numbering else Swap(was.numbering, now.numbering),
        terrain=_layer(was.terrain, now.terrain),
        sides=_layer(was.sides, now.sides),
        elevation=_cells(was.elevation, now.elevation),
        names=swaps(was.names, now.names),
    )
    return found if found != HexPatch() else None


def _same_grid(was: HexBoard, now: HexBoard) -> bool:
    one, other = was.grid, now.grid
    if one is other:
        return True
    facts = ("columns", "rows", "orientation", "stagger", "hex_width", "hex_height", "left", "top")
    same = all(getattr(one, name) == getattr(other, name) for name in facts)
    return same and np.array_equal(one.present, other.present)


def _cells(was: NDArray[Any], now: NDArray[Any]) -> CellPatch | None:
    places = np.flatnonzero(was != now) if was is not now else np.empty(0, np.int64)
    return CellPatch(places, was[places].astype(np.int64), now[places].astype(np.int64)) if len(places) else None


def _layer(was: SetLayer[T], now: SetLayer[T]) -> LayerPatch[T] | None:
    """Compare two layers; the sets of the later are those of the earlier and more, or they are matched."""
    if was is now:
        return None
    sets: list[tuple[T, ...]] = [*now.sets]
    mine = was.cells
    if now.sets[: len(was.sets)] != was.sets:
        known = {things: at for at, things in enumerate(sets)}
        table = np.array([known.setdefault(things, len(known)) for things in was.sets], np.int64)
        sets += [things for things in known if known[things] >= len(sets)]
        mine = table[was.cells].astype(np.uint16)
    places = np.flatnonzero(mine != now.cells)
    if not len(places):
        return None
    used, packed = np.unique(np.concatenate((mine[places], now.cells[places])), return_inverse=True)
    before, after = packed.reshape(2, -1).astype(np.int64)
    return LayerPatch(CellPatch(places, before, after), tuple(sets[int(at)] for at in used))


def _same_sets(layer: SetLayer[Any], there: NDArray[np.uint16], patch: LayerPatch[Any]) -> bool:
    """Tell whether the same things lie there: a stored layer may hold a set twice."""
    lie: list[int] = there.tolist()
    lay: list[int] = patch.cells.before.tolist()
    return all(layer.sets[one] == patch.sets[other] for one, other in zip(lie, lay, strict=True))


def _levelled(levels: NDArray[np.int16], patch: CellPatch) -> NDArray[np.int16]:
    if not np.array_equal(levels[patch.places], patch.before):
        raise Invalid("the change does not fit the map: its hexes do not lie as high as they did")
    fresh = levels.copy()
    fresh[patch.places] = patch.after
    return fresh
