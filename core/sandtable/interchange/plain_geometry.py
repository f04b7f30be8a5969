"""Geometry as plain data: from the coordinates of GeoJSON, over a pipe, into shapely and back, to the last bit."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any, Final, Literal, cast, get_args

import numpy as np
import shapely
from msgspec import Struct
from numpy.typing import NDArray
from shapely import LineString, MultiLineString, MultiPolygon, Point, Polygon
from shapely.geometry.base import BaseGeometry

from sandtable.board.shapely_arrays import Shapes
from sandtable.engine.errors import Invalid
from sandtable.interchange.shapely_values import polygons_of
from sandtable.interchange.strict_json import is_list, is_object

Kind = Literal["Point", "LineString", "MultiLineString", "Polygon", "MultiPolygon"]
Geometry = Point | LineString | MultiLineString | Polygon | MultiPolygon
Floats = NDArray[np.float64]

KINDS: Final = get_args(Kind)
FARTHEST: Final = 3e7
"""Beyond all that maps are measured in: half the girth of the earth is 20,037,508 metres."""

MOST_VERTICES: Final = 200_000
"""Of one shape."""

MOST_IN_ALL: Final = 5_000_000
MOST_HOLES: Final = 10_000


class PlainGeometry(Struct, array_like=True, frozen=True):
    """A geometry: parts of rings (polygons) or of one line or point each; a ring is float64 coordinates, in bytes."""

    kind: Kind
    width: Literal[2, 3]
    parts: list[list[bytes]]

    @property
    def vertices(self) -> int:
        """How many positions it has."""
        return sum(len(ring) for part in self.parts for ring in part) // (8 * self.width)


# --- from the coordinates of a file ---------------------------------------------------------------------------------


def of_json(geometry: Any, farthest: float = FARTHEST) -> PlainGeometry:
    """Return a geometry of GeoJSON, every number looked at; raises ``Invalid`` saying what is wrong with it."""
    kind, given = _kind_and_coordinates(geometry)
    rings = _rings_of_json(kind, given)
    if any((np.abs(ring) > farthest).any() for part in rings for ring in part):
        raise Invalid(f"has a coordinate beyond ±{farthest:,.0f}: rescale it, or mend that place")
    widths = {ring.shape[1] for part in rings for ring in part if len(ring)}
    if len(widths) > 1:
        raise Invalid("has some positions with heights and some without: give all of them two numbers")
    if sum(len(ring) for part in rings for ring in part) > MOST_VERTICES:
        raise Invalid(f"has more than {MOST_VERTICES:,} vertices: simplify it")
    width = cast("Literal[2, 3]", widths.pop() if widths else 2)
    return PlainGeometry(kind, width, [[ring.tobytes() for ring in part] for part in rings])


def _kind_and_coordinates(geometry: Any) -> tuple[Kind, Any]:
    if not is_object(geometry):
        raise Invalid("has a geometry that is not an object: write {'type': ..., 'coordinates': ...}")
    kind, given = geometry.get("type"), geometry.get("coordinates")
    if kind == "GeometryCollection":
        raise Invalid("is a GeometryCollection, several things in one: make each a feature of its own")
    if kind == "MultiPoint":
        raise Invalid("is a MultiPoint: make each point a feature of its own")
    if kind not in KINDS:
        raise Invalid(f"has a geometry of the type {str(kind)[:40]!r}: use one of {', '.join(KINDS)}")
    if given is None:
        raise Invalid(f"is a {kind} without coordinates: draw it, or give it no geometry")
    return cast("Kind", kind), given


def _rings_of_json(kind: Kind, given: Any) -> list[list[Floats]]:
    match kind:
        case "Point":
            return [[_positions([given], "place")]]
        case "LineString":
            return [[_line(given)]]
        case "MultiLineString":
            return [[_line(line)] for line in _list(given, "lines")]
        case "Polygon":
            return [_polygon(given)]
        case "MultiPolygon":
            return [_polygon(part) for part in _list(given, "polygons")]


def _list(given: Any, what: str) -> list[Any]:
    if not is_list(given):
        raise Invalid(f"has coordinates that are not a list of {what}: export it again")
    return given


def _line(given: Any) -> Floats:
    line = _positions(given, "line")
    if len(line) == 1:
        raise Invalid("has a line of one position: give it two or more")
    return line


def _polygon(given: Any) -> list[Floats]:
    rings = _list(given, "rings")
    if len(rings) > MOST_HOLES:
        raise Invalid(f"has more than {MOST_HOLES:,} holes: simplify it")
    return [_positions(ring, "ring") for ring in rings]


def _positions(given: Any, what: str) -> Floats:
    """Return positions as ``(n, 2 or 3)``, every one a number."""
    places = _list(given, "positions")
    if not places:
        return np.empty((0, 2))
    if set(map(type, places)) != {list}:
        raise Invalid(f"has a {what} with something in it that is not a position: write [x, y]")
    if len(widths := set(map(len, places))) > 1:
        raise Invalid(f"has a {what} with positions of length {_join_widths(widths)}: give all of them two numbers")
    width = widths.pop()
    if width not in {2, 3}:
        raise Invalid(f"has a {what} with positions of length {width}: write [x, y]")
    flat: list[Any] = list(chain.from_iterable(places))
    if not set(map(type, flat)) <= {int, float}:
        odd = next(one for one in flat if type(one) not in {int, float})
        raise Invalid(f"has a {what} with {str(odd)[:40]!r} as a coordinate: give a number")
    try:
        return np.array(flat, np.float64).reshape(-1, width)
    except OverflowError:  # a whole number of hundreds of digits
        return np.full((1, width), np.inf)


def _join_widths(widths: set[int]) -> str:
    return " and ".join(map(str, sorted(widths)))


def check_rings(drawn: PlainGeometry) -> None:
    """Raise ``Invalid`` for a polygon with a ring that encloses nothing or does not come back to where it began."""
    for part in drawn.parts:
        if not part:
            raise Invalid("is a polygon without rings: draw it, or give it no geometry")
        for ring in part:
            places = positions_of(ring, drawn.width)
            if len(places) < 4:
                raise Invalid(
                    f"has a ring of {len(places)} positions: a ring needs four or more, and the last repeats the first"
                )
            if (places[0] != places[-1]).any():
                raise Invalid("has a ring that is not closed: let it end where it begins")


def close_rings(drawn: PlainGeometry) -> tuple[PlainGeometry, bool]:
    """Return a polygon with its open rings closed and without those that enclose nothing; say if that changed it."""
    parts: list[list[bytes]] = []
    for part in drawn.parts:
        rings: list[bytes] = []
        for ring in part:
            places = positions_of(ring, drawn.width)
            if len(places) and (places[0] != places[-1]).any():
                places = np.vstack((places, places[:1]))
            if len(places) >= 4:
                rings.append(places.tobytes())
            elif not rings:
                break
        if rings:
            parts.append(rings)
    if not parts:
        raise Invalid("has no ring of four or more positions: draw it again")
    after = PlainGeometry(drawn.kind, drawn.width, parts)
    return after, after != drawn


# --- into shapely and back ------------------------------------------------------------------------------------------


def positions_of(ring: bytes, width: int) -> Floats:
    """Return the coordinates of a ring, ``(n, width)``; raises ``Invalid`` for bytes that are none."""
    if len(ring) % (8 * width):
        raise Invalid("its reader gave half a position")
    array = np.frombuffer(ring, "<f8").reshape(-1, width)
    if not np.isfinite(array).all():
        raise Invalid("its reader gave a coordinate that is not a number")
    return array


def build_geometry(drawn: PlainGeometry) -> Geometry:
    """Return the geometry, as it was drawn."""
    parts = [[positions_of(ring, drawn.width) for ring in part] for part in drawn.parts]
    match drawn.kind:
        case "Point":
            return Point(parts[0][0][0])
        case "LineString":
            return LineString(parts[0][0])
        case "MultiLineString":
            return MultiLineString([part[0] for part in parts])
        case "Polygon":
            return _surface(parts[0]) if parts else Polygon()
        case "MultiPolygon":
            return MultiPolygon([_surface(part) for part in parts])


def build_geometries(drawn: Sequence[PlainGeometry]) -> Shapes:
    """Return many geometries; plain polygons, of which there are most, are made in one go."""
    array = np.empty(len(drawn), object)
    plain = [one.kind == "Polygon" and one.width == 2 and [*map(len, one.parts)] == [1] for one in drawn]
    array[:] = [None if easy else build_geometry(one) for one, easy in zip(drawn, plain, strict=True)]
    rings = [one.parts[0][0] for one, easy in zip(drawn, plain, strict=True) if easy]
    if rings:
        array[np.flatnonzero(plain)] = _surfaces(rings)
    return array


def _surfaces(rings: Sequence[bytes]) -> Shapes:
    """Return the polygons of one ring each."""
    places = positions_of(b"".join(rings), 2)
    many = np.array([len(ring) // 16 for ring in rings])
    last = many.cumsum() - 1
    if (many < 4).any() or (places[last] != places[last - many + 1]).any():
        raise Invalid("its reader gave a ring that is not closed")
    return polygons_of(places, np.arange(len(rings)).repeat(many))


def line_of(drawn: PlainGeometry) -> LineString | MultiLineString:
    """Return a line or several; raises ``Invalid`` for anything else."""
    line = build_geometry(drawn)
    if not isinstance(line, LineString | MultiLineString):
        raise Invalid(f"its reader gave a {drawn.kind} for a line")
    return line


def _surface(rings: list[Floats]) -> Polygon:
    if any(len(ring) < 4 or (ring[0] != ring[-1]).any() for ring in rings):
        raise Invalid("its reader gave a ring that is not closed")
    return Polygon(rings[0], rings[1:]) if rings else Polygon()


def plain_of(geometry: BaseGeometry) -> PlainGeometry:
    """Return a geometry as plain data; raises ``Invalid`` for one of a kind that maps do not have."""
    kind = geometry.geom_type
    if kind not in KINDS:
        raise Invalid(f"a {kind} cannot be drawn on a map: make it polygons, lines or points")
    width: Literal[2, 3] = 3 if geometry.has_z else 2
    return PlainGeometry(
        cast("Kind", kind), width, [[_bytes(ring, width) for ring in _rings(part)] for part in _parts(geometry)]
    )


def _parts(geometry: BaseGeometry) -> list[BaseGeometry]:
    inner = getattr(geometry, "geoms", None)
    return [geometry] if inner is None else list(inner)


def _rings(part: BaseGeometry) -> Sequence[BaseGeometry]:
    if isinstance(part, Polygon):
        return [] if part.is_empty else [part.exterior, *part.interiors]
    return [part]


def _bytes(line: BaseGeometry, width: int) -> bytes:
    array: Floats = shapely.get_coordinates(line, include_z=width == 3)
    return array.astype("<f8").tobytes()


def json_of(geometry: BaseGeometry) -> dict[str, Any]:
    """Return a geometry as GeoJSON has it; raises ``Invalid`` for one that it cannot have."""
    drawn = plain_of(geometry)
    if getattr(geometry, "has_m", False):
        raise Invalid("a line with measures cannot be written as GeoJSON: leave the measures out")
    if not np.isfinite(shapely.get_coordinates(geometry, include_z=True)[:, : drawn.width]).all():
        raise Invalid("a line with coordinates that are not numbers cannot be written: draw it again")
    parts = [[np.frombuffer(ring, "<f8").reshape(-1, drawn.width).tolist() for ring in part] for part in drawn.parts]
    match drawn.kind:
        case "Point":
            coordinates = parts[0][0][0] if parts[0][0] else []
        case "LineString":
            coordinates = parts[0][0]
        case "MultiLineString":
            coordinates = [part[0] for part in parts]
        case "Polygon":
            coordinates = parts[0]
        case "MultiPolygon":
            coordinates = parts
    return {"type": drawn.kind, "coordinates": coordinates}
