"""Foreign geometry made fit for a map, in the worker process: mended, projected, snapped, or refused with its name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

import numpy as np
import shapely
from msgspec import Struct
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from sandtable.board.coverage import clean_coverage
from sandtable.board.shapely_arrays import in_plane
from sandtable.board.shapes import Shape, is_shape, mend_shape, sound_shapes
from sandtable.board.spaces import SpaceId
from sandtable.engine.errors import Invalid
from sandtable.interchange.plain_geometry import PlainGeometry, build_geometries, check_rings, close_rings
from sandtable.interchange.projection import conic_for, on_the_globe

NAMED: Final = 5
"""So many things are named in a notice; of more their number is said."""

SURFACES: Final = frozenset({"Polygon", "MultiPolygon"})

GLOBE: Final = re.compile(r"(?i)CRS:?84|\b(?:4326|4258|4269)$")
"""Names of coordinate systems of longitudes and latitudes."""


class PlacingOptions(Struct, frozen=True):
    """What is to be done with a foreign file: ``snap`` is in map units, 0 leaves borders as they are."""

    project: Literal["auto", "lcc", "none"] = "auto"
    mend: bool = False
    snap: float = 0.0


class NamedGeometry(NamedTuple):
    """What a file calls a geometry, and how it is drawn there."""

    name: str
    drawn: PlainGeometry


class PlacedGeometries(NamedTuple):
    """What has become of a file's geometries, in their order."""

    geometries: list[BaseGeometry]
    projection: str
    notices: list[str]


def as_drawn(drawn: Sequence[NamedGeometry], wanted: PlacingOptions, notices: list[str]) -> list[BaseGeometry]:
    """Return what is drawn, as it is, or mended if that is wanted; raises ``Invalid`` for what stays unsound."""
    geometries = build_geometries([_require_closed(one).drawn for one in drawn])
    _make_sound([one.name for one in drawn], geometries, wanted, notices)
    found: list[BaseGeometry] = geometries.tolist()
    return found


def place_geometries(drawn: Sequence[NamedGeometry], crs: str, wanted: PlacingOptions) -> PlacedGeometries:
    """Mend, project and snap as wanted; raises ``Invalid`` for a shape that stays unsound."""
    notices: list[str] = []
    opened: list[str] = []
    drawn = [_require_closed(_close_open_rings(one, opened) if wanted.mend else one) for one in drawn]
    geometries = in_plane(build_geometries([one.drawn for one in drawn]))
    for one in np.flatnonzero(shapely.is_empty(geometries)).tolist():
        name, empty = drawn[one]
        raise Invalid(f"{name} is a {empty.kind} without positions: draw it, or give it no geometry")
    if opened:
        notices.append(f"open rings were closed in {_some(opened)}")
    if any(one.width == 3 for _, one in drawn):
        notices.append("heights were left out")
    names = [one.name for one in drawn]
    _make_sound(names, geometries, wanted, notices)
    projection = _project(geometries, crs, wanted, notices)
    if projection:
        _make_sound(names, geometries, wanted, notices)
    if wanted.snap > 0:
        _snap(names, geometries, wanted.snap)
        notices.append(f"borders within {wanted.snap:g} of each other were put together")
    if projection:
        geometries = shapely.orient_polygons(geometries)  # as it goes out in degrees again
    return PlacedGeometries(geometries.tolist(), projection, notices)


# --- one by one -----------------------------------------------------------------------------------------------------


def _require_closed(one: NamedGeometry) -> NamedGeometry:
    """Return a geometry whose rings, if it has any, are closed."""
    if one.drawn.kind in SURFACES:
        try:
            check_rings(one.drawn)
        except Invalid as error:
            raise Invalid(f"{one.name} {error}") from None
    return one


def _close_open_rings(one: NamedGeometry, opened: list[str]) -> NamedGeometry:
    """Return a geometry with its rings closed; ``opened`` takes its name if one was open."""
    if one.drawn.kind not in SURFACES:
        return one
    try:
        drawn, changed = close_rings(one.drawn)
    except Invalid as error:
        raise Invalid(f"{one.name} {error}") from None
    if changed:
        opened.append(one.name)
    return NamedGeometry(one.name, drawn)


def _some(names: Sequence[str]) -> str:
    more = len(names) - NAMED
    return ", ".join(names[:NAMED]) + (f" and {more} more" if more > 0 else "")


# --- soundness ------------------------------------------------------------------------------------------------------


def _unsound(geometries: NDArray[np.object_]) -> list[int]:
    wrong: list[int] = np.flatnonzero(~shapely.is_valid(geometries)).tolist()
    return [at for at in wrong if is_shape(geometries[at])]


def _refuse_unsound(names: Sequence[str], geometries: NDArray[np.object_]) -> None:
    """Raise ``Invalid`` for the first polygon that is not sound, saying where."""
    wrong = _unsound(geometries)
    if wrong:
        try:
            sound_shapes([SpaceId("it")], [geometries[wrong[0]]])
        except Invalid as error:
            says = str(error).removeprefix("area 'it' ")
            more = f" ({len(wrong) - 1} more like it)" if len(wrong) > 1 else ""
            raise Invalid(f"{names[wrong[0]]} {says}, or have it mended{more}") from None


def _make_sound(
    names: Sequence[str], geometries: NDArray[np.object_], wanted: PlacingOptions, notices: list[str]
) -> None:
    """Mend polygons that are not sound, if that is wanted."""
    if not wanted.mend:
        _refuse_unsound(names, geometries)
        return
    wrong = _unsound(geometries)
    for at in wrong:
        try:
            geometries[at] = mend_shape(SpaceId("it"), geometries[at])
        except Invalid:
            raise Invalid(f"{names[at]} cannot be mended, nothing would be left of it: redraw or remove it") from None
    if wrong:
        notices.append(f"mended: {_some([names[at] for at in wrong])}")


# --- all at once ----------------------------------------------------------------------------------------------------


def _project(geometries: NDArray[np.object_], crs: str, wanted: PlacingOptions, notices: list[str]) -> str:
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
                f"has coordinates from {west:g}, {south:g} to {east:g}, {north:g}, "
                f"which are not longitudes and latitudes: "
                + ("swap the two" if swapped else "import it as it is (no projection)")
            )
    elif not (known and on_globe):
        notices.append(f"coordinates stay as they are, those of {crs or 'no place on the globe'}")
        return ""
    conic = conic_for(west, south, east, north)
    geometries[:] = shapely.set_coordinates(geometries, conic.project(places))
    notices.append(f"longitudes and latitudes were laid on paper, in kilometres ({conic.text})")
    return conic.text


def _snap(names: Sequence[str], geometries: NDArray[np.object_], snap: float) -> None:
    """Put borders of polygons that nearly fit together, and close the gaps between them that are as narrow."""
    areas = np.array([is_shape(one) for one in geometries], bool)
    if areas.any():
        ids = [SpaceId(names[at]) for at in np.flatnonzero(areas).tolist()]
        done: dict[SpaceId, Shape] = clean_coverage(ids, geometries[areas], snap, snap)
        geometries[areas] = list(done.values())
