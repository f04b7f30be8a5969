"""Boards of hexes that two have changed: hex by hex, side by side, level by level."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sandtable.design.hex_patch import CellPatch, LayerPatch, hex_patch
from sandtable.engine.errors import Invalid

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandtable.board.hex_board import HexBoard
    from sandtable.board.layers import SetLayer
    from sandtable.design.merging.conflicts import Umpire

    Things = tuple[Any, ...]


def merge_boards(
    umpire: Umpire, base: HexBoard | None, mine: HexBoard | None, theirs: HexBoard | None
) -> HexBoard | None:
    """Return the board as both have changed it; mine, with a note, where one of them has laid out other hexes."""
    patch, ours = hex_patch(base, theirs), hex_patch(base, mine)
    if patch is None or (ours is not None and hex_patch(mine, theirs) is None):
        return mine
    if ours is None:
        return theirs
    if patch.board is not None or ours.board is not None or base is None or mine is None or theirs is None:
        umpire.note("the board of hexes", "laid out and painted so", "otherwise")
        return mine
    board = _Boards(umpire, base, mine)
    terrain = board.layer(mine.terrain, patch.terrain, board.terrain)
    sides = board.layer(mine.sides, patch.sides, board.side)
    names = {
        hex: name
        for hex in {**mine.names, **theirs.names}
        if (
            name := umpire.pick(
                f"the name of hex {board.number(hex)}", *(one.names.get(hex) for one in (base, mine, theirs))
            )
        )
    }
    numbering = umpire.pick("how hexes are numbered", base.numbering, mine.numbering, theirs.numbering)
    fresh = mine.after(terrain=terrain, sides=sides, elevation=board.levels(patch.elevation), names=names)
    return (
        fresh
        if numbering == mine.numbering
        else type(fresh)(fresh.grid, fresh.terrain, fresh.sides, fresh.elevation, numbering, fresh.names)
    )


class _Boards:
    """What both began with, and mine; what they have changed is laid into mine."""

    def __init__(self, umpire: Umpire, base: HexBoard, mine: HexBoard) -> None:
        self._umpire, self._base, self._mine = umpire, base, mine

    def number(self, hex: Any) -> str:
        """Return what is printed in a hex; its coordinates where nothing can be."""
        try:
            return self._mine.numbers.of(hex)
        except Invalid:
            return str(tuple(hex))

    def layer(
        self, layer: Any, patch: LayerPatch[Any] | None, pick: Callable[[int, Things, Things, Things], Things]
    ) -> Any:
        """Return a layer with what they have changed; it decides place by place what lies there."""
        if patch is None:
            return layer
        fresh: SetLayer[Any] = layer.copy()
        cells = patch.cells
        steps = zip(cells.places.tolist(), cells.before.tolist(), cells.after.tolist(), strict=True)
        for place, before, after in steps:
            was, now, there = patch.sets[before], patch.sets[after], fresh.at(place)
            if there != now:
                fresh.cells[place] = fresh.index_of(now if there == was else pick(place, was, there, now))
        return fresh

    def terrain(self, place: int, was: Things, mine: Things, theirs: Things) -> Things:
        """Return the terrain of a hex that both have changed: together, where one of them has only added to it."""
        if was and (set(was) <= set(mine) or set(was) <= set(theirs)):
            return tuple(sorted((set(mine) | (set(theirs) - set(was))) - (set(was) - set(theirs))))
        self._umpire.note(f"the terrain of hex {self._at(place)}", mine, theirs)
        return mine

    def side(self, side: int, was: Things, mine: Things, theirs: Things) -> Things:
        """Return what lies on a hexside of which both have changed something, kind by kind."""
        kinds = [{one.kind: one for one in things} for things in (was, mine, theirs)]
        hexes = " and ".join(self.number(hex) for hex in self._base.grid.hexes_at(side))
        picked = (
            self._umpire.pick(f"{kind} between hexes {hexes}", *(some.get(kind) for some in kinds))
            for kind in dict.fromkeys(kind for some in kinds for kind in some)
        )
        return tuple(sorted(one for one in picked if one is not None))

    def levels(self, patch: CellPatch | None) -> Any:
        """Return the levels with what they have changed."""
        if patch is None:
            return self._mine.elevation
        fresh = self._mine.elevation.copy()
        steps = zip(patch.places.tolist(), patch.before.tolist(), patch.after.tolist(), strict=True)
        for place, was, now in steps:
            fresh[place] = self._umpire.pick(f"the level of hex {self._at(place)}", was, int(fresh[place]), now)
        return fresh

    def _at(self, place: int) -> str:
        return self.number(self._base.grid.hex(place))
