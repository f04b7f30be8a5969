"""Geometry as WKB: little-endian, in the plane, areas and lines only.

What comes from a file is looked through before GEOS sees it: a WKB of collections nested thousands deep ends the
process, and other damage passes in silence.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Final, cast

import numpy as np
import shapely
from shapely import LineString, MultiLineString
from shapely.geometry.base import BaseGeometry

from sandtable.board.shapely_arrays import Shapes
from sandtable.board.shapes import Shape, array_of

_HEAD: Final = struct.Struct("<BII")
_COUNT: Final = struct.Struct("<I")
_POINT: Final = 16
_ONE_RING: Final = _HEAD.pack(1, 3, 1)

LARGEST: Final = 4 << 20
"""Bytes of the largest geometry: about 260,000 corners."""

LINE, POLYGON, LINES, POLYGONS = 2, 3, 5, 6


def encode(geometries: Sequence[BaseGeometry]) -> list[bytes]:
    """Return geometries as WKB; raises ``ValueError`` for one with too many corners."""
    texts: list[bytes] = shapely.to_wkb(array_of(geometries), byte_order=1).tolist()
    for text in texts:
        _require_moderate(text)
    return texts


def shapes(texts: Sequence[bytes]) -> list[Shape]:
    """Return polygons and multipolygons; raises ``ValueError`` for anything else."""
    for text in texts:
        _require_moderate(text)
        if text[:9] != _ONE_RING or len(text) != 13 + _POINT * int.from_bytes(text[9:13], "little"):
            _look_through(text, POLYGON, POLYGONS)
    return cast("list[Shape]", _decode(texts).tolist())


def lines(texts: Sequence[bytes]) -> list[LineString | MultiLineString]:
    """Return lines and multilines; raises ``ValueError`` for anything else, and for coordinates that are no numbers."""
    for text in texts:
        _require_moderate(text)
        _look_through(text, LINE, LINES)
    found = _decode(texts)
    if not np.isfinite(shapely.get_coordinates(found)).all():
        raise ValueError("a line has coordinates that are not numbers")
    return cast("list[LineString | MultiLineString]", found.tolist())


def _decode(texts: Sequence[bytes]) -> Shapes:
    try:
        found: Shapes = shapely.from_wkb(np.array(texts, object))
    except shapely.errors.ShapelyError as error:
        raise ValueError(f"a geometry cannot be read ({error})") from error
    return found


def _require_moderate(text: bytes) -> None:
    if len(text) > LARGEST:
        raise ValueError(f"a geometry has over {LARGEST // _POINT:,} corners: simplify it")


def _look_through(text: bytes, one: int, many: int) -> None:
    """Raise ``ValueError`` unless counts and lengths are those of one geometry, or of several in one collection."""
    try:
        order, kind, count = _HEAD.unpack_from(text)
        end = _HEAD.size
        if order == 1 and kind == many:
            for _ in range(count):
                order, kind, parts = _HEAD.unpack_from(text, end)
                if order != 1 or kind != one:
                    break
                end = _end(text, end + _HEAD.size, kind, parts)
            else:
                kind = one
        elif order == 1 and kind == one:
            end = _end(text, end, kind, count)
    except struct.error:
        raise ValueError("a geometry is cut short") from None
    if order != 1 or kind != one:
        raise ValueError("a geometry is of a kind that has no place there")
    if end != len(text):
        raise ValueError("a geometry is cut short or goes on after its end")


def _end(text: bytes, at: int, kind: int, count: int) -> int:
    """Return where a line of ``count`` points, or a polygon of ``count`` rings, ends."""
    if kind == LINE:
        return at + count * _POINT
    for _ in range(count):
        (points,) = _COUNT.unpack_from(text, at)
        at += _COUNT.size + points * _POINT
    return at
