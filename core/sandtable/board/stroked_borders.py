"""Which borders a stroke runs along: those it follows, and not those it only meets at a corner or crosses."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

import numpy as np
from shapely import LineString

from sandtable.board.edge_at import edge_at
from sandtable.board.shapely_arrays import distances
from sandtable.board.shapes import array_of
from sandtable.board.spaces import Pair, pair_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapely.geometry.base import BaseGeometry

    from sandtable.board.areas import AreaMap
    from sandtable.board.contacts import Ints
    from sandtable.board.maps import Map
    from sandtable.board.shapes import Place

CLICK: Final = 2.0
"""Reaches: a stroke that is shorter is a click."""
FOLLOWED: Final = 1.5
"""Reaches: a border is followed where it is the nearest of all for so long."""
BESIDE: Final = 4.0
"""Reaches: so much of a border has to lie beside the stroke; of one that is crossed it is about two."""
MOST: Final = 0.9
"""Of a border that is shorter than that, so much has to lie beside the stroke."""
STEP: Final = 0.25
"""Reaches from one place of the stroke at which is asked which border is nearest to the next."""


def borders_along(sheet: Map, stroke: Sequence[Place], reach: float) -> list[Pair]:
    """Return the pairs of areas along whose borders a stroke runs, in its order; ``reach`` in map units.

    A stroke that goes nowhere is a click, and finds the border under it. Left out is a border without an edge.
    """
    areas = sheet.areas
    if areas is None or not stroke:
        return []
    path = LineString(stroke if len(stroke) > 1 else [stroke[0]] * 2)
    if path.length < CLICK * reach:
        found = edge_at(sheet, stroke[-1], reach)
        return [found] if found is not None and _may_bear(sheet, areas, found) else []
    near = [pair_of(one, other) for one, other in combinations(areas.near(path, reach), 2)]
    pairs = [pair for pair in near if _may_bear(sheet, areas, pair)]
    if not pairs:
        return []
    lines, band = [areas.borders.line(pair) for pair in pairs], path.buffer(reach)
    nearest = _nearest_on_the_way(path, lines, reach)
    followed: list[tuple[float, Pair]] = []
    for at, (pair, line) in enumerate(zip(pairs, lines, strict=True)):
        steps, whole = np.flatnonzero(nearest == at), line.length
        if len(steps) * STEP * reach < min(FOLLOWED * reach, whole / 2):
            continue
        if line.intersection(band).length >= min(BESIDE * reach, MOST * whole):
            followed.append((float(steps.mean()), pair))
    return [pair for _, pair in sorted(followed)]


def _nearest_on_the_way(path: LineString, lines: Sequence[BaseGeometry], reach: float) -> Ints:
    """Return which line is nearest at each step of a path; -1 where none is within reach."""
    there, steps = array_of(lines), np.arange(0.0, path.length, STEP * reach).tolist()
    far = np.array([distances(there, path.interpolate(step)) for step in steps])
    found: Ints = np.where(far.min(axis=1) <= reach, far.argmin(axis=1), -1)
    return found


def _may_bear(sheet: Map, areas: AreaMap, pair: Pair) -> bool:
    """Tell whether something can lie along the border of a pair: it has a length, and an edge."""
    edge = sheet.graph.edge(*pair)
    return (
        edge is not None and edge.contact == "border" and pair in areas.borders and areas.borders.line(pair).length > 0
    )
