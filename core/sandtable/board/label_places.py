"""Where the name of an area stands: where it can be written largest, whatever form the area has."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np
import shapely
from shapely import Polygon

from sandtable.board.shapely_arrays import widest_at
from sandtable.board.shapes import parts_of

if TYPE_CHECKING:
    from sandtable.board.shapes import Place, Shape

LETTER: Final = 0.55
"""Width of a letter, as a part of its height."""
WIDEST: Final = 6.0
"""A name counts as no longer than so many times its height: what is longer is written in several lines, or small."""
FINE: Final = 0.05
"""How exactly the place is found, and how much of an outline counts, as a part of the size of the area."""
NEARLY: Final = 0.9
"""A place nearer to the middle will do, if letters are so high there for their largest."""
LARGE: Final = 0.6
"""Parts that are smaller than so much of the largest are not looked at."""


class _SameShape:
    """A shape as a key: it is never changed, and to compare its coordinates would take longer than they are worth."""

    __slots__ = ("shape",)

    def __init__(self, shape: Shape) -> None:
        self.shape = shape

    def __hash__(self) -> int:
        return id(self.shape)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _SameShape) and self.shape is other.shape


def label_place(shape: Shape, name: str) -> Place:
    """Return where the largest ellipse lies in a shape that is as wide for its height as a name is."""
    return _label_place(_SameShape(shape), min(WIDEST, max(1.0, round(LETTER * len(name), 1))))


@lru_cache(maxsize=8192)
def _label_place(same: _SameShape, wide: float) -> Place:
    parts = parts_of(same.shape)
    large = LARGE * max(part.area for part in parts)
    found = [_in_part(part, wide) for part in parts if part.area >= large]
    _, (x, y) = max(found)
    if not same.shape.covers(shapely.Point(x, y)):  # what was left out of the outline counts here
        inside = same.shape.representative_point()
        return inside.x, inside.y
    return x, y


def _in_part(part: Polygon, wide: float) -> tuple[float, Place]:
    """Return the place in a part, with how high the letters can be there; one in the midst counts a little more."""
    size = float(part.area) ** 0.5
    simple = part.simplify(FINE * size)
    plain = simple if isinstance(simple, Polygon) else part
    places = [(part.centroid.x, part.centroid.y)]
    for narrow in dict.fromkeys((1.0, wide**0.5, wide)):
        _, (x, y) = widest_at(_narrowed(plain, narrow), FINE * size / narrow**0.5)
        places.append((x * narrow, y))
    inside = _narrowed(plain, wide)
    room = [_room(inside, (x / wide, y)) for x, y in places]
    best = next(at for at, high in enumerate(room) if high >= NEARLY * max(room))
    return room[best], places[best]


def _narrowed(shape: Polygon, by: float) -> Polygon:
    narrow: Polygon = shapely.transform(shape, lambda xy: xy / np.array([by, 1.0]))
    return narrow


def _room(shape: Polygon, at: Place) -> float:
    """Return how far a place is from the border of a shape, below 0 outside."""
    spot = shapely.Point(at)
    far = float(shape.boundary.distance(spot))
    return far if shape.covers(spot) else -far
