"""A foreign file looked at before a map is made of it, in the worker process: every shape that no area can have."""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct
from shapely.geometry.base import BaseGeometry

from sandtable.board.spaces import SpaceId
from sandtable.engine.errors import Invalid
from sandtable.interchange.plain_geometry import build_geometry, check_rings, of_json
from sandtable.interchange.strict_json import is_list, is_object, parse_json
from sandtable.interchange.worker_messages import WorkerTask
from sandtable.lint.findings import Finding, Fix, Place
from sandtable.lint.shapes import UNSOUND, Shapes, check_shapes

MOST: Final = 1_000
"""So many shapes at fault are named."""


class Flaw(Struct, array_like=True, frozen=True):
    """A shape at fault: what the file calls it, why, where, and what mending it would do."""

    id: str
    words: str
    at: tuple[float, float] | None
    fix: str


def flaws(data: bytes, asked: None) -> list[Flaw]:
    """Return every polygon of a GeoJSON file that no area can have."""
    whole: Any = parse_json(data)
    features: Any = whole.get("features") if is_object(whole) else None
    found: list[Flaw] = []
    for number, feature in enumerate(features if is_list(features) else (), 1):
        geometry: Any = feature.get("geometry") if is_object(feature) else None
        if is_object(geometry) and geometry.get("type") in ("Polygon", "MultiPolygon"):
            found += _flaw(_id(number, feature), geometry)
        if len(found) >= MOST:
            break
    return found


FLAWS: Final = WorkerTask(flaws, type(None), list[Flaw])


def as_finding(key: str, flaw: Flaw) -> Finding[Shapes]:
    """Return a flaw as a finding of the file ``key``; its fix is to have the file read with its shapes mended."""
    place = Place("map", key, (SpaceId(flaw.id),), at=flaw.at)
    return UNSOUND.finding(place, flaw.words, Fix(flaw.fix, lambda shapes: shapes) if flaw.fix else None)


def _id(number: int, feature: dict[str, Any]) -> str:
    """Return what a feature is called: its id, its name, or its number."""
    properties: Any = feature.get("properties")
    inner: dict[str, Any] = properties if is_object(properties) else {}
    given = (feature.get("id"), inner.get("id"), inner.get("name"))
    return next((str(one)[:60] for one in given if one not in (None, "")), f"feature {number}")


def _flaw(id: str, geometry: Any) -> list[Flaw]:
    try:
        drawn = of_json(geometry)
        check_rings(drawn)
        shape: BaseGeometry = build_geometry(drawn)
    except Invalid as error:
        return [Flaw(id, f"area {id!r} {error}", None, "")]
    return [
        Flaw(id, one.words, one.place.at, one.fix.says if one.fix else "")
        for one in check_shapes("", {SpaceId(id): shape})
    ]
