"""What geography makes of the hexes of a map, laid into them again: what was changed by hand meanwhile stays."""

from __future__ import annotations

from math import isclose
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from sandtable.board.hex_board import HexBoard
from sandtable.board.maps import Map
from sandtable.board.same_hexes import same_hexes
from sandtable.design.edits.edit import MapEdit
from sandtable.design.edits.hexes import with_board
from sandtable.design.stored_patches import unpack_board
from sandtable.engine.errors import Invalid
from sandtable.library.files.report_words import count_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sandtable.board.hexes import Ints
    from sandtable.board.layers import SetLayer

    Flags = NDArray[np.bool_]

L = TypeVar("L", bound="SetLayer[Any]")


class Hexify(MapEdit, frozen=True):
    """Lay into the hexes what geography makes of them, as a packed board that ``sandtable map hexify`` has made.

    ``last`` is what the run before has made: where the map differs from it now, somebody has changed it by hand, and
    that stays: the terrain of a hex, its level, its name, what lies on each of its sides. So do hexes that the run
    before did not have. Without ``last`` nothing counts as changed by hand. The board stays as large as it is.
    """

    made: bytes
    last: bytes = b""

    def change(self, sheet: Map, notes: list[str]) -> Map:
        made = unpack_board(self.made)
        if sheet.hexes is None:
            return with_board(sheet, made)
        last = unpack_board(self.last) if self.last else None
        return with_board(sheet, _Merging(sheet.hexes, made, last).board(notes))

    def says(self, sheet: Map) -> str:
        return "Hexify again" if self.last else "Hexify"


class _Merging:
    """A board as it is, as this run makes it, and as the last run made it."""

    def __init__(self, now: HexBoard, made: HexBoard, last: HexBoard | None) -> None:
        self.now, self.made, self.last = now, made, last
        self.fresh = _same_places(now, made)
        self.known = (now.grid.indices, now.grid.indices) if last is None else _same_places(now, last)
        self.kept: Flags = np.zeros(now.grid.size, np.bool_)
        """The hexes of which something stays that this run makes otherwise."""

    def board(self, notes: list[str]) -> HexBoard:
        """Return the board with what this run makes, and what was changed by hand."""
        now, made = self.now, self.made
        last = self.last or now
        board = now.after(
            terrain=self._layer(now.terrain, made.terrain, last.terrain, sides=False),
            sides=self._layer(now.sides, made.sides, last.sides, sides=True),
            elevation=self._merged(now.elevation, made.elevation, last.elevation, sides=False),
            names=self._names(last),
        )
        if many := int(self.kept.sum()):
            keeps = "keeps" if many == 1 else "keep"
            notes.append(f"{count_of(many, 'hex', 'hexes')} {keeps} what was changed by hand")
        if beside := len(made.grid) - len(self.fresh[0]):
            notes.append(f"{count_of(beside, 'hex', 'hexes')} of this run lie beside the board and are left out")
        return board

    def _layer(self, now: L, made: SetLayer[Any], last: SetLayer[Any], *, sides: bool) -> L:
        """Return a layer merged; all three are compared by what lies in a place, not by how it is stored."""
        fresh = now.copy()
        mine, new, old = (
            np.array([fresh.index_of(things) for things in one.sets], np.uint16)[one.cells] for one in (now, made, last)
        )
        fresh.cells = self._merged(mine, new, old, sides=sides)
        return fresh

    def _merged(self, mine: NDArray[Any], new: NDArray[Any], old: NDArray[Any], *, sides: bool) -> NDArray[Any]:
        by_hand: Flags = np.ones(len(mine), np.bool_)
        here, there = self._places(self.last or self.now, self.known, sides=sides)
        by_hand[here] = mine[here] != old[there]
        here, there = self._places(self.made, self.fresh, sides=sides)
        differs = mine[here] != new[there]
        stays = by_hand[here]
        self._keep(here[differs & stays], sides=sides)
        merged = mine.copy()
        merged[here[~stays]] = new[there[~stays]]
        return merged

    def _places(self, other: HexBoard, same: tuple[Ints, Ints], *, sides: bool) -> tuple[Ints, Ints]:
        """Return where the same hexes, or their sides, stand in the arrays of the board and of another."""
        if not sides:
            return same
        mine, first = np.unique(self.now.grid.side_table[same[0]].reshape(-1), return_index=True)
        return mine, other.grid.side_table[same[1]].reshape(-1)[first]

    def _keep(self, places: Ints, *, sides: bool) -> None:
        grid = self.now.grid
        if sides:
            on: Flags = np.zeros(grid.sides, np.bool_)
            on[places] = True
            self.kept[grid.indices] |= on[grid.side_table[grid.indices]].any(axis=1)
        else:
            self.kept[places] = True

    def _names(self, last: HexBoard) -> dict[Any, str]:
        mine, new, old = ({one.grid.index(hex): name for hex, name in one.names.items()}
                          for one in (self.now, self.made, last))  # fmt: skip
        known = dict(zip(*(some.tolist() for some in self.known), strict=True))
        merged = dict(mine)
        for here, there in zip(*(some.tolist() for some in self.fresh), strict=True):
            is_as_it_was = here in known and mine.get(here, "") == old.get(known[here], "")
            if is_as_it_was:
                merged[here] = new.get(there, "")
            elif mine.get(here, "") != new.get(there, ""):
                self.kept[here] = True
        return {self.now.grid.hex(here): name for here, name in sorted(merged.items()) if name}


def _same_places(now: HexBoard, other: HexBoard) -> tuple[Ints, Ints]:
    """Return where the hexes that lie at the same place stand; raises ``Invalid`` for hexes that lie otherwise."""
    one, two = now.grid, other.grid
    sizes = ((one.hex_width, two.hex_width), (one.hex_height, two.hex_height))
    here, there = same_hexes(now, other)
    if one.orientation == two.orientation and all(isclose(*pair) for pair in sizes) and len(here):
        mine, theirs = (
            np.array([grid.centre(grid.hex(int(at))) for at in some[[0, -1]]])
            for grid, some in ((one, here), (two, there))
        )
        if np.allclose(mine, theirs, atol=one.hex_width / 1000):
            return here, there
    raise Invalid("the hexes of this run are of another size, or lie elsewhere, than those of the map: make it anew")
