"""Foreign geometry made fit for a map, in the worker process: mended, projected, snapped, or refused with its name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

import numpy as np
import shapely
from msgspec import Struct
from numpy.typing import NDArray
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from sandtable.board.coverage import cleaned
from sandtable.board.geos import in_plane
from sandtable.board.shapes import Shape, array_of, checked, is_shape, mended
from sandtable.board.spaces import SpaceId
from sandtable.engine.errors import Invalid
from sandtable.interchange.drawn import Drawn, built, check_rings, closed
from sandtable.interchange.projection import fitted, on_the_globe

NAMED: Final = 5
"""So many things are named in a notice; of more their number is said."""

GLOBE: Final = re.compile(r"(?i)CRS:?84|\b(?:4326|4258|4269)$")
"""Names of coordinate systems of longitudes and latitudes."""


class Wanted(Struct, frozen=True):
    """What is to be done with a foreign file: ``snap`` is in map units, 0 leaves borders as they are."""

    project: Literal["auto", "lcc", "none"] = "auto"
    mend: bool = False
    snap: float = 0.0


class Found(NamedTuple):
    """A geometry, and what the file calls it."""

    name: str
    geometry: BaseGeometry


class Placed(NamedTuple):
    """What has become of a file's geometries, in their order."""

    geometries: list[BaseGeometry]
    projection: str
    notices: list[str]


def placed(drawn: Sequence[tuple[str, Drawn]], crs: str, wanted: Wanted) -> Placed:
    """Mend, project and snap as wanted; raises ``Invalid`` for a shape that stays unsound."""
    notices: list[str] = []
    opened: list[str] = []
    found = [Found(name, _in_plane(name, one, wanted, opened)) for name, one in drawn]
    if opened:
        notices.append(f"open rings were closed in {_some(opened)}")
    if any(one.width == 3 for _, one in drawn):
        notices.append("heights were left out")
    found = _sound(found, wanted, notices)
    geometries = np.empty(len(found), object)
    geometries[:] = [one.geometry for one in found]
    projection = _project(geometries, crs, wanted, notices)
    if projection:
        again = [Found(one.name, geometry) for one, geometry in zip(found, geometries, strict=True)]
        geometries[:] = [one.geometry for one in _sound(again, wanted, notices)]
    if wanted.snap > 0:
        _snap(geometries, wanted.snap)
        notices.append(f"borders within {wanted.snap:g} of each other were put together")
    return Placed(list(geometries), projection, notices)


# --- one by one -----------------------------------------------------------------------------------------------------


def checked_rings(name: str, drawn: Drawn) -> Drawn:
    """Return a geometry whose rings, if it has any, are closed."""
    if drawn.kind in {"Polygon", "MultiPolygon"}:
        try:
            check_rings(drawn)
        except Invalid as error:
            raise Invalid(f"{name} {error}") from None
    return drawn


def _in_plane(name: str, drawn: Drawn, wanted: Wanted, opened: list[str]) -> BaseGeometry:
    """Return a geometry without heights, its rings closed; ``opened`` takes the names of those that were open."""
    if wanted.mend and drawn.kind in {"Polygon", "MultiPolygon"}:
        try:
            drawn, changed = closed(drawn)
        except Invalid as error:
            raise Invalid(f"{name} {error}") from None
        if changed:
            opened.append(name)
    geometry = built(checked_rings(name, drawn))
    if geometry.is_empty:
        raise Invalid(f"{name} is a {drawn.kind} without positions: draw it, or give it no geometry")
    flat: BaseGeometry = in_plane(array_of([geometry]))[0]
    return flat


def _some(names: Sequence[str]) -> str:
    more = len(names) - NAMED
    return ", ".join(names[:NAMED]) + (f" and {more} more" if more > 0 else "")


# --- soundness ------------------------------------------------------------------------------------------------------


def _unsound(found: Sequence[Found]) -> list[int]:
    shapes = np.empty(len(found), object)
    shapes[:] = [one.geometry if is_shape(one.geometry) else Polygon() for one in found]
    wrong: list[int] = np.flatnonzero(~shapely.is_valid(shapes)).tolist()
    return wrong


def refuse_unsound(found: Sequence[Found], hint: str = "") -> None:
    """Raise ``Invalid`` for the first polygon that is not sound, saying where."""
    wrong = _unsound(found)
    if wrong:
        one = found[wrong[0]]
        try:
            checked([SpaceId("it")], [one.geometry])
        except Invalid as error:
            says = str(error).removeprefix("area 'it' ")
            more = f" ({len(wrong) - 1} more like it)" if len(wrong) > 1 else ""
            raise Invalid(f"{one.name} {says}{hint}{more}") from None


def _sound(found: list[Found], wanted: Wanted, notices: list[str]) -> list[Found]:
    """Return them with polygons that are not sound mended, if that is wanted."""
    if not wanted.mend:
        refuse_unsound(found, " (--mend)")
        return found
    wrong = _unsound(found)
    for at in wrong:
        name, geometry = found[at]
        try:
            found[at] = Found(name, mended(SpaceId("it"), geometry))
        except Invalid:
            raise Invalid(f"{name} cannot be mended, nothing would be left of it: redraw or remove it") from None
    if wrong:
        notices.append(f"mended: {_some([found[at].name for at in wrong])}")
    return found


# --- all at once ----------------------------------------------------------------------------------------------------


def _project(geometries: NDArray[np.object_], crs: str, wanted: Wanted, notices: list[str]) -> str:
    """Put what lies on the globe on paper; return the projection, if there is one."""
    places = shapely.get_coordinates(geometries)
    west, south = places.min(axis=0).tolist()
    east, north = places.max(axis=0).tolist()
    on_globe = on_the_globe((west, south, east, north))
    known = not crs or GLOBE.search(crs) is not None
    if wanted.project == "none":
        return ""
    if wanted.project == "lcc":
        if not known:
            raise Invalid(f"has coordinates of {crs!r}, not longitudes and latitudes: reproject it to WGS 84")
        if not on_globe:
            swapped = on_the_globe((south, west, north, east))
            raise Invalid(
                f"has coordinates from {west:g}, {south:g} to {east:g}, {north:g}, no longitudes and latitudes: "
                + ("exchange the two" if swapped else "import it as it is (no projection)")
            )
    elif not (known and on_globe):
        notices.append(f"coordinates stay as they are, those of {crs or 'no place on the globe'}")
        return ""
    conic = fitted(west, south, east, north)
    geometries[:] = shapely.set_coordinates(geometries, conic.project(places))
    notices.append(f"longitudes and latitudes were laid on paper, in kilometres ({conic.text})")
    return conic.text


def _snap(geometries: NDArray[np.object_], snap: float) -> None:
    """Put borders of polygons that nearly fit together."""
    areas = np.array([is_shape(one) for one in geometries], bool)
    ids = [SpaceId(str(at)) for at in np.flatnonzero(areas).tolist()]
    done: dict[SpaceId, Shape] = cleaned(ids, geometries[areas], snap, 0.0)
    geometries[areas] = list(done.values())
