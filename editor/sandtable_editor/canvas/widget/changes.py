"""What must be painted anew when a map is shown in another revision: the boxes of what differs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from sandtable.board.spaces import SpaceId
from sandtable.design.swaps import swaps
from sandtable_editor.canvas.geometry import shapes
from sandtable_editor.canvas.geometry.change import MapChange
from sandtable_editor.canvas.ground.hex_ground import middle_level

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from sandtable.board.areas import AreaMap
    from sandtable.board.hex_board import HexBoard
    from sandtable.board.hexes import HexGrid
    from sandtable.board.layers import SetLayer
    from sandtable_editor.canvas.geometry.geography import CanvasGeography
    from sandtable_editor.canvas.geometry.shapes import Box, Floats


NEAR: Final = 8
"""Hexes in a square of so many columns and rows are painted anew together."""


def map_change(old: CanvasGeography, new: CanvasGeography) -> MapChange | None:
    """Return what differs; ``None`` where it is another map altogether, of which nothing can be taken over."""
    before, now = old.map, new.map
    if before.info.key != now.info.key or old.downwards != new.downwards:
        return None
    if not same_grid(before.hexes, now.hexes) or _shines_otherwise(before.hexes, now.hexes):
        return MapChange(frozenset(_spaces(old, new)), np.array([old.box, new.box], np.float64))
    hexes, boxes = _hexes(before.hexes, now.hexes)
    spaces = frozenset((*_spaces(old, new), *_edges(old, new)))
    found = [box for id in spaces for one in (old, new) if (box := one.box_of(id)) is not None]
    found += [*_lines(old, new), *_underlays(old, new)]
    return MapChange(spaces, np.concatenate((np.array(found, np.float64).reshape(-1, 4), boxes)), hexes)


def _spaces(old: CanvasGeography, new: CanvasGeography) -> Iterator[SpaceId]:
    """Yield spaces that are not what they were, or not where, or in a region that is another."""
    before, now = old.map, new.map
    yield from _redrawn(before.areas, now.areas)
    yield from swaps(before.graph.spaces, now.graph.spaces)
    yield from swaps(before.places, now.places)
    if before.regions != now.regions:
        regions = {id for id, region in now.region.items() if before.region.get(id) != region}
        for id, space in now.graph.spaces.items():
            if any(value in regions for _, value in space.attributes):
                yield id


def _redrawn(before: AreaMap | None, now: AreaMap | None) -> Iterator[SpaceId]:
    """Yield the areas that are of another shape, new or gone."""
    if before is now:
        return
    if before is None or now is None:
        yield from (before or now or ())
        return
    yield from (id for id in now.changed_since(before) if id not in before or now[id] != before[id])
    if before.ids != now.ids:
        yield from (id for id in before if id not in now)


def _edges(old: CanvasGeography, new: CanvasGeography) -> Iterator[SpaceId]:
    """Yield both ends of edges that are not what they were."""
    for pair in swaps(old.map.graph.edges, new.map.graph.edges):
        yield from pair


def _lines(old: CanvasGeography, new: CanvasGeography) -> Iterator[Box]:
    if old.map.lines == new.map.lines:
        return
    before = {line.id: line for line in old.map.lines}
    now = {line.id: line for line in new.map.lines}
    differ = [one[id].geometry for one in (before, now) for id in one if before.get(id) != now.get(id)]
    if differ:
        yield from map(_box, shapes.bounds(shapes.lay_on_canvas(differ, new.downwards)).tolist())


def _box(edges: list[float]) -> Box:
    left, top, right, bottom = edges
    return left, top, right, bottom


def _underlays(old: CanvasGeography, new: CanvasGeography) -> Iterator[Box]:
    """Yield where images lay that lie otherwise now, or are others, and where they lie."""
    before, now = ({one.id: one for one in geography.map.underlays} for geography in (old, new))
    for id in {**before, **now}:
        if before.get(id) != now.get(id):
            yield from (old.box_of_underlay(one) for one in (before.get(id),) if one is not None)
            yield from (new.box_of_underlay(one) for one in (now.get(id),) if one is not None)


# --- hexes ----------------------------------------------------------------------------------------------------------


def same_grid(before: HexBoard | None, now: HexBoard | None) -> bool:
    """Tell whether two boards have their hexes in the same places, with the same numbers."""
    if before is None or now is None:
        return before is now
    one, other = before.grid, now.grid
    if before.numbering != now.numbering:
        return False
    facts = ("columns", "rows", "orientation", "stagger", "hex_width", "hex_height", "left", "top")
    return one is other or (
        all(getattr(one, name) == getattr(other, name) for name in facts) and np.array_equal(one.present, other.present)
    )


def _hexes(before: HexBoard | None, now: HexBoard | None) -> tuple[NDArray[np.int32], Floats]:
    """Return the hexes that are not what they were, and boxes around all that looks different for it."""
    if before is None or now is None or before is now:
        return np.empty(0, np.int32), np.empty((0, 4))
    grid = now.grid
    painted = _differing(before.terrain, now.terrain)
    lifted = np.flatnonzero(before.elevation != now.elevation) if before.elevation is not now.elevation else painted[:0]
    beside = [grid.find(hex) for side in _differing(before.sides, now.sides).tolist() for hex in grid.hexes_at(side)]
    sides = np.array([at for at in beside if at >= 0], np.int64)
    boxes = np.concatenate((_around(grid, np.concatenate((painted, sides)), 1.0), _around(grid, lifted, 2.0)))
    differ = np.union1d(painted, lifted) if len(lifted) else painted
    return differ.astype(np.int32), boxes


def _shines_otherwise(before: HexBoard | None, now: HexBoard | None) -> bool:
    """Tell whether all hexes are brighter or darker, because another level lies in the middle of all."""
    if before is None or now is None or before.elevation is now.elevation:
        return False
    return not np.array_equal(before.elevation, now.elevation) and middle_level(before) != middle_level(now)


def _differing(before: SetLayer[Any], now: SetLayer[Any]) -> NDArray[np.int64]:
    """Return where other things lie in a layer than did."""
    if before is now:
        return np.empty(0, np.int64)
    few = min(len(before.sets), len(now.sets))
    if before.sets[:few] == now.sets[:few]:
        return np.flatnonzero(before.cells != now.cells)
    known: dict[tuple[Any, ...], int] = {}
    was, has = (
        np.array([known.setdefault(things, len(known)) for things in one.sets], np.int64)[one.cells]
        for one in (before, now)
    )
    return np.flatnonzero(was != has)


def _around(grid: HexGrid, cells: NDArray[np.int64], hexes: float) -> Floats:
    """Return boxes that hold hexes, and as much of a hex around them as is looked at together with them.

    Hexes near each other are in one: a box is compared with every tile.
    """
    row, column = np.divmod(cells, grid.columns)
    block = row // NEAR * (grid.columns // NEAR + 1) + column // NEAR
    order = np.argsort(block, kind="stable")
    starts = np.flatnonzero(np.diff(block[order], prepend=-1))
    if not len(starts):
        return np.empty((0, 4))
    middles, by = grid.centres(cells[order]), np.array([grid.hex_width, grid.hex_height]) * hexes
    least, most = np.minimum.reduceat(middles, starts), np.maximum.reduceat(middles, starts)
    return np.concatenate((least - by, most + by), axis=1)
