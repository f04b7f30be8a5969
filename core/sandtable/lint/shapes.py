"""Shapes that are no map yet: what of raw data no area can have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from shapely.geometry.base import BaseGeometry

from sandtable.board.shapes import is_shape, mend_shape, sound_shapes
from sandtable.board.spaces import SpaceId
from sandtable.engine.errors import Invalid
from sandtable.library.files.report_words import amount
from sandtable.lint.findings import Finding, Fix, Place
from sandtable.lint.registry import code

Shapes = Mapping[SpaceId, BaseGeometry]
"""What was read, by id, before anything has been made of it."""

UNSOUND = code(
    "shape-unsound", "shapes", "error",
    "A shape that no area can have: its border crosses itself, rings touch or nest, or it is empty or not a polygon.",
    "mends the rings: what they enclose twice is enclosed once",
)  # fmt: skip


def check_shapes(key: str, shapes: Shapes) -> list[Finding[Shapes]]:
    """Say of each shape why no area can have it; a map can be made of the others."""
    return list(_unsound(key, shapes))


def _unsound(key: str, shapes: Shapes) -> Iterator[Finding[Shapes]]:
    for id, shape in sorted(shapes.items()):
        try:
            sound_shapes([id], [shape])
        except Invalid as error:
            spot = _spot(shape)
            yield UNSOUND.finding(Place("map", key, (id,), at=spot), str(error), _mend(id, shape))


def _mend(id: SpaceId, shape: BaseGeometry) -> Fix[Shapes] | None:
    try:
        whole = mend_shape(id, shape)
        sound_shapes([id], [whole])
    except Invalid:
        return None
    before = abs(shape.area) if is_shape(shape) else 0.0
    says = f"mend the rings of {id!r}: an area of {amount(before)} becomes one of {amount(whole.area)}"
    return Fix(says, partial(_with_shape, id, whole))


def _with_shape(id: SpaceId, shape: BaseGeometry, shapes: Shapes) -> Shapes:
    return {**shapes, id: shape}


def _spot(shape: BaseGeometry) -> tuple[float, float] | None:
    """Return the middle of a shape's box, if it has one."""
    left, low, right, high = shape.bounds
    middle = ((left + right) / 2, (low + high) / 2)
    return middle if all(abs(one) < float("inf") for one in middle) else None
