"""Seas: what lies in the frame and is no land, shared out among marks that the recipe sets in the water."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import shapely
from shapely import MultiPoint, Polygon
from shapely.geometry.base import BaseGeometry

from sandtable.board import Place, Shape
from sandtable_empires.maps.cartography.planar import common, parts_of, unite, without


def seas(marks: Mapping[str, Sequence[Place]], water: Shape, least: float) -> tuple[dict[str, Shape], list[Polygon]]:
    """Return the seas, and the water that is none: landlocked pieces, and those without a mark smaller than ``least``.

    A place belongs to the sea of the nearest mark that no land cuts it off from.
    """
    owner = [id for id, places in marks.items() for _ in places]
    places = [place for mine in marks.values() for place in mine]
    cells = shapely.voronoi_polygons(MultiPoint(places), extend_to=water, ordered=True)
    pieces: dict[str, list[Polygon]] = {id: [] for id in marks}
    loose: list[tuple[str, Polygon]] = []
    joined = {
        id: [cell for cell, mine in zip(shapely.get_parts(cells), owner, strict=True) if mine == id] for id in marks
    }
    for id, mine in joined.items():
        for part in parts_of(common(unite(mine), water)):
            if any(part.distance(shapely.Point(place)) == 0 for place in marks[id]):
                pieces[id].append(part)
            else:
                loose.append((id, part))
    ponds = _given_away(loose, pieces, least)
    return {id: unite(parts) for id, parts in pieces.items()}, ponds


def open_water(water: Shape, width: float) -> tuple[Shape, list[Polygon]]:
    """Return the water that is at least so wide, and the narrow ends of it that are not."""
    wide = shapely.buffer(shapely.buffer(water, -width / 2), width / 2, join_style="mitre", mitre_limit=2.0)
    narrow = [part for part in parts_of(without(water, wide)) if part.area > width * width]
    return without(water, unite(narrow)), narrow


def _given_away(loose: list[tuple[str, Polygon]], pieces: dict[str, list[Polygon]], least: float) -> list[Polygon]:
    """Give every piece of water that is cut off from its mark to the sea it borders most; return what borders none."""
    while loose:
        left: list[tuple[str, Polygon]] = []
        for id, part in loose:
            longest, beside = max((_shared_length(part, parts), other) for other, parts in sorted(pieces.items()))
            if longest > 0:
                pieces[beside].append(part)
            else:
                left.append((id, part))
        if len(left) == len(loose):
            for id, part in left:
                if part.area >= least:
                    pieces[id].append(part)
            return [part for _, part in left if part.area < least]
        loose = left
    return []


def _shared_length(part: BaseGeometry, parts: Sequence[Polygon]) -> float:
    return sum(float(shapely.intersection(part.boundary, one.boundary).length) for one in parts if part.intersects(one))


__all__ = ["seas"]
