"""A projected map on the globe: its shapes in degrees, wound as RFC 7946 has it, and back on paper."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple, TypeVar, cast

import numpy as np
import shapely
from msgspec import structs
from shapely import Point
from shapely.geometry.base import BaseGeometry

from sandtable.board.areas import AreaMap
from sandtable.board.maps import Map, MapInfo
from sandtable.interchange.projection import SOUTHWARDS, Conic, Floats

G = TypeVar("G", bound=BaseGeometry)


class Globe(NamedTuple):
    """How a map was projected; ``south`` says that its ``y`` grows downwards."""

    conic: Conic
    south: bool

    @classmethod
    def of(cls, info: MapInfo) -> Globe | None:
        """Return it for a map that says how it was projected, as importing and hexify do."""
        conic = Conic.read(info.projection)
        return None if conic is None else cls(conic, SOUTHWARDS in info.projection)

    def degrees(self, geometry: G) -> G:
        """Return what lies on paper in longitudes and latitudes; outer rings run against the clock."""
        moved = _transform(geometry, lambda xy: self.conic.degrees(self._northwards(xy)))
        return shapely.orient_polygons(moved)

    def paper(self, geometry: G) -> G:
        """Return what lies on the globe on paper, to the millimetre."""
        return _transform(geometry, lambda lonlat: self._northwards(self.conic.project(lonlat)))

    def there_and_back(self, sheet: Map) -> Map:
        """Return a map as it comes back from its degrees: the same, but for a millimetre and how rings are wound."""

        def round_trip(geometry: G) -> G:
            return self.paper(self.degrees(geometry))

        areas = sheet.areas
        if areas is not None:
            areas = AreaMap({id: round_trip(areas[id]) for id in areas}, areas.tolerance)
        drawn = set(areas or ())
        places = {
            id: place if id in drawn else cast("tuple[float, float]", round_trip(Point(place)).coords[0])
            for id, place in sheet.places.items()
        }
        lines = tuple(structs.replace(line, geometry=round_trip(line.geometry)) for line in sheet.lines)
        return replace(sheet, areas=areas, places=places, lines=lines)

    def _northwards(self, xy: Floats) -> Floats:
        return xy * (1.0, -1.0) if self.south else xy


def _transform(geometry: G, move: Callable[[Floats], Floats]) -> G:
    """Move all places of a geometry; heights stay, and one with measures stays as it is: nobody can write it."""
    if getattr(geometry, "has_m", False):
        return geometry
    if not geometry.has_z:
        return shapely.transform(geometry, move)

    def in_place(xyz: Floats) -> Floats:
        return np.column_stack((move(xyz[:, :2]), xyz[:, 2]))

    return shapely.transform(geometry, in_place, include_z=True)
