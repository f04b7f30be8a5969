"""Which edge lies at a place: along a border, at a corner, or on the line between two spaces that are joined."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from shapely import Point

from sandtable.board.spaces import Pair, SpaceId, pair_of

if TYPE_CHECKING:
    from sandtable.board.contacts import Floats
    from sandtable.board.maps import Map
    from sandtable.board.shapes import Place


def edge_at(sheet: Map, at: Place, reach: float) -> Pair | None:
    """Return the two spaces whose edge, or border, is nearest to a place; ``None``: none is within reach, map units.

    Two areas that share a border are found there, whether they have an edge or not. Any other edge is found where it
    is drawn: on the straight line between its ends.
    """
    found = sorted([*_borders(sheet, at, reach), *_links(sheet, at, reach)])
    return found[0][1] if found else None


def link_ends(sheet: Map, pair: Pair) -> tuple[Place, Place] | None:
    """Return where the two ends of an edge are drawn, ``None`` where the map does not say."""
    one, other = (sheet.locate(id) if sheet.knows(id) else None for id in pair)
    return (one, other) if one is not None and other is not None else None


def _borders(sheet: Map, at: Place, reach: float) -> Iterator[tuple[float, Pair]]:
    areas = sheet.areas
    if areas is None:
        return
    point = Point(at)
    for pair in combinations(areas.near(point, reach), 2):
        if pair in areas.borders:
            far = float(areas.borders.line(pair).distance(point))
            if far <= reach:
                yield far, pair_of(*pair)


def _links(sheet: Map, at: Place, reach: float) -> Iterator[tuple[float, Pair]]:
    """Yield the edges that are no borders, and lie within reach as they are drawn."""
    known = [pair for pair in sheet.graph.edges if not _is_border(sheet, pair)]
    drawn = [(pair, ends) for pair in known if (ends := link_ends(sheet, pair)) is not None]
    if not drawn:
        return
    far = _distances(np.array([ends for _, ends in drawn], np.float64), at)
    for row in np.flatnonzero(far <= reach).tolist():
        yield float(far[row]), drawn[row][0]


def _is_border(sheet: Map, pair: tuple[SpaceId, SpaceId]) -> bool:
    return sheet.areas is not None and pair in sheet.areas.borders


def _distances(ends: Floats, at: Place) -> Floats:
    """Return how far a place is from each of these stretches, ``(n, 2, 2)``."""
    start, along = ends[:, 0], ends[:, 1] - ends[:, 0]
    length = (along**2).sum(axis=1)
    part = ((np.array(at) - start) * along).sum(axis=1) / np.where(length > 0, length, 1.0)
    near = start + along * part.clip(0.0, 1.0)[:, None]
    found: Floats = np.hypot(*(near - np.array(at)).T)
    return found
