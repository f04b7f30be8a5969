"""Which borders a stroke runs along: those it follows, and not those it only meets at a corner or crosses."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

from shapely import LineString, Point

from sandtable.board.edge_at import edge_at
from sandtable.board.spaces import Pair, pair_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sandtable.board.areas import AreaMap
    from sandtable.board.maps import Map
    from sandtable.board.shapes import Place

CLICK: Final = 2.0
"""Reaches: a stroke that is shorter is a click."""
FOLLOWED: Final = 4.0
"""Reaches: a border is followed where the stroke is beside it for longer; where it crosses it is for about two."""
MOST: Final = 0.9
"""Of a border that is shorter than that, so much has to lie beside the stroke."""


def borders_along(sheet: Map, stroke: Sequence[Place], reach: float) -> list[Pair]:
    """Return the pairs of areas along whose borders a stroke runs, in its order; ``reach`` in map units.

    A stroke that goes nowhere is a click, and finds the border under it. Left out is a border without an edge.
    """
    areas = sheet.areas
    if areas is None or not stroke:
        return []
    path = LineString(stroke if len(stroke) > 1 else [stroke[0]] * 2).simplify(reach / 10)
    if path.length < CLICK * reach:
        found = edge_at(sheet, stroke[-1], reach)
        return [found] if found is not None and _may_bear(sheet, areas, found) else []
    band = path.buffer(reach)
    followed: list[tuple[float, Pair]] = []
    for one, other in combinations(areas.near(path, reach), 2):
        pair = pair_of(one, other)
        if not _may_bear(sheet, areas, pair):
            continue
        line = areas.borders.line(pair)
        beside = line.intersection(band)
        if beside.length >= min(FOLLOWED * reach, MOST * line.length):
            middle = beside.centroid
            followed.append((path.project(Point(middle.x, middle.y)), pair))
    return [pair for _, pair in sorted(followed)]


def _may_bear(sheet: Map, areas: AreaMap, pair: Pair) -> bool:
    """Tell whether something can lie along the border of a pair: it has a length, and an edge."""
    edge = sheet.graph.edge(*pair)
    return (
        edge is not None and edge.contact == "border" and pair in areas.borders and areas.borders.line(pair).length > 0
    )
