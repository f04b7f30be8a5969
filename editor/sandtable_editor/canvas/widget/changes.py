"""What must be painted anew when a map is shown in another revision: the boxes of what differs."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sandtable.board.spaces import SpaceId
from sandtable_editor.canvas.geometry import shapes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from sandtable_editor.canvas.geometry.geography import CanvasGeography
    from sandtable_editor.canvas.geometry.shapes import Box, Floats


class MapChange(NamedTuple):
    """What differs between two revisions of a map."""

    spaces: frozenset[SpaceId]
    """Spaces that are not what they were, or not where, or whose edges are others."""
    boxes: Floats
    """``(n, 4)``, canvas units: all that looks different lies in them."""


def map_change(old: CanvasGeography, new: CanvasGeography) -> MapChange | None:
    """Return what differs; ``None`` when that is everything."""
    before, now = old.map, new.map
    if before.info.key != now.info.key or old.downwards != new.downwards:
        return None
    hexes = _hexes(old, new)
    if hexes is None:
        return None
    spaces = frozenset((*_spaces(old, new), *_edges(old, new)))
    boxes = [box for id in spaces for one in (old, new) if (box := one.box_of(id)) is not None]
    return MapChange(
        spaces, np.array([*boxes, *_lines(old, new), *_underlays(old, new), *hexes], np.float64).reshape(-1, 4)
    )


def _spaces(old: CanvasGeography, new: CanvasGeography) -> Iterator[SpaceId]:
    """Yield spaces that are not what they were, or not where, or in a region that is another."""
    regions = {id for id, region in new.map.region.items() if old.map.region.get(id) != region}
    for id in {**dict.fromkeys((*old.ids, *old.marks)), **dict.fromkeys((*new.ids, *new.marks))}:
        space = new.space(id)
        within = space is not None and any(value in regions for _, value in space.attributes)
        if within or _differs(old, new, id):
            yield id


def _differs(one: CanvasGeography, other: CanvasGeography, id: SpaceId) -> bool:
    if one.space(id) != other.space(id) or (id in one.order) != (id in other.order):
        return True
    if id in one.order and one.map.areas is not None and other.map.areas is not None:
        a, b = one.map.areas[id], other.map.areas[id]
        if a is not b and a != b:
            return True
    return one.map.places.get(id) != other.map.places.get(id)


def _edges(old: CanvasGeography, new: CanvasGeography) -> Iterator[SpaceId]:
    """Yield both ends of edges that are not what they were."""
    before, now = old.map.graph.edges, new.map.graph.edges
    for pair in {**before, **now}:
        if before.get(pair) != now.get(pair):
            yield from pair


def _lines(old: CanvasGeography, new: CanvasGeography) -> Iterator[Box]:
    before = {line.id: line for line in old.map.lines}
    now = {line.id: line for line in new.map.lines}
    differ = [one[id].geometry for one in (before, now) for id in one if before.get(id) != now.get(id)]
    if differ:
        yield from map(_box, shapes.bounds(shapes.lay_on_canvas(differ, new.downwards)).tolist())


def _underlays(old: CanvasGeography, new: CanvasGeography) -> Iterator[Box]:
    """Yield where images lay that lie otherwise now, or are others, and where they lie."""
    before, now = ({one.id: one for one in geography.map.underlays} for geography in (old, new))
    for id in {**before, **now}:
        if before.get(id) != now.get(id):
            yield from (old.box_of_underlay(one) for one in (before.get(id),) if one is not None)
            yield from (new.box_of_underlay(one) for one in (now.get(id),) if one is not None)


def _box(edges: list[float]) -> Box:
    left, top, right, bottom = edges
    return left, top, right, bottom


def _hexes(old: CanvasGeography, new: CanvasGeography) -> list[Box] | None:
    """Return the boxes of hexes that are not what they were, ``None`` if the grid itself is another."""
    before, now = old.hexes, new.hexes
    if before is None or now is None:
        return [] if before is now else None
    if before is now:
        return []
    grids = [
        (g.columns, g.rows, g.orientation, g.stagger, g.hex_width, g.hex_height, g.left, g.top)
        for g in (before.grid, now.grid)
    ]
    if grids[0] != grids[1] or before.numbering != now.numbering or before.names != now.names:
        return None
    if not np.array_equal(before.grid.present, now.grid.present) or not np.array_equal(before.elevation, now.elevation):
        return None
    differ = _sets(before.terrain.sets, before.terrain.cells) != _sets(now.terrain.sets, now.terrain.cells)
    sides = _sets(before.sides.sets, before.sides.cells) != _sets(now.sides.sets, now.sides.cells)
    differ |= sides[now.grid.side_table].any(axis=1)
    wide, high = now.grid.hex_width, now.grid.hex_height
    return [(x - wide, y - high, x + wide, y + high) for x, y in now.grid.centres(np.flatnonzero(differ)).tolist()]


def _sets(sets: Sequence[tuple[object, ...]], cells: NDArray[np.uint16]) -> shapes.Ints:
    """Return for each place a number that tells sets apart in any layer."""
    return np.array([hash(things) for things in sets], np.int64)[cells]
