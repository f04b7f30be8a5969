"""Rivers: their courses, and the borders that run along them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import shapely
from shapely import LineString, Point
from shapely.geometry.base import BaseGeometry

from sandtable.board import Place
from sandtable_empires.maps.cartography.planar import merge_lines, nearest_on, parts_along


def course(parts: Sequence[BaseGeometry], drawn: Sequence[Sequence[Place]]) -> BaseGeometry:
    """Return a river out of the lines of the base and those the recipe draws."""
    return merge_lines(shapely.union_all([*parts, *(LineString(line) for line in drawn)]))


def join_ends(rivers: Mapping[str, BaseGeometry], reach: float) -> dict[str, BaseGeometry]:
    """Return the rivers with their ends led to the river, or part of the same, that they miss by up to ``reach``."""
    parts = {name: parts_along(river) for name, river in sorted(rivers.items())}
    every = [part for mine in parts.values() for part in mine]
    links = {name: [link for part in mine for link in _links(part, every, reach)] for name, mine in parts.items()}
    return {name: merge_lines(shapely.union_all([river, *links[name]])) for name, river in rivers.items()}


def _links(part: LineString, parts: Sequence[LineString], reach: float) -> Iterator[LineString]:
    for end in (Point(part.coords[0]), Point(part.coords[-1])):
        others = [other for other in parts if other is not part and other.distance(end) <= reach]
        gaps = [other.distance(end) for other in others]
        if gaps and min(gaps) > 0:
            yield LineString([(end.x, end.y), nearest_on(others[gaps.index(min(gaps))], end)])


def beside(
    borders: Mapping[tuple[str, str], BaseGeometry], rivers: Mapping[str, BaseGeometry], width: float, share: float
) -> dict[tuple[str, str], str]:
    """Say which borders run along which river: within ``width`` of it for at least this share of their length."""
    names = sorted(rivers)
    banks = [rivers[name].buffer(width) for name in names]
    for bank in banks:
        shapely.prepare(bank)
    tree = shapely.STRtree(banks)
    found: dict[tuple[str, str], str] = {}
    for pair, border in borders.items():
        near = sorted(int(at) for at in tree.query(border, predicate="intersects"))
        parts = [(float(border.intersection(banks[at]).length) / border.length, -at) for at in near]
        if parts and max(parts)[0] >= share:
            found[pair] = names[-max(parts)[1]]
    return found
