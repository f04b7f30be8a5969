"""Where an image belongs, from points of it that are known on the map: the fit, and how far each point is off it."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, isfinite
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from sandtable.board.affine import ControlPoint, Placement, Spot
from sandtable.engine.errors import Invalid

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

MOST: Final = 1_000
FARTHEST: Final = 1e12
"""No control point lies farther out, in pixels or map units."""
THIN: Final = 2e-3
"""Points whose extent across is a smaller part of that along lie on one line."""


class Residual(NamedTuple):
    """How far a point of an image comes to lie from where it belongs, in map units and in pixels."""

    units: float
    pixels: float


class PointFit(NamedTuple):
    """How an image lies by its control points: ``placement`` leads from pixels to the map."""

    placement: Placement
    residuals: tuple[Residual, ...]
    """One a point, in their order; all 0 where two points alone decide."""

    @property
    def worst(self) -> int:
        """Which point is farthest off, counted from 0."""
        return max(range(len(self.residuals)), key=lambda at: self.residuals[at].pixels)

    @property
    def mean(self) -> Residual:
        """The root of the mean of the squares, as such fits are compared."""
        squares = np.square(np.array(self.residuals, np.float64)).mean(axis=0)
        units, pixels = np.sqrt(squares).tolist()
        return Residual(units, pixels)


def fit_points(points: Sequence[ControlPoint], *, downwards: bool = True) -> PointFit:
    """Return how an image lies best: two points move, turn and scale it, three or more stretch and skew it besides.

    ``downwards``: ``y`` grows downwards on the map, as in the image. Raises ``Invalid`` for points that do not
    decide it: fewer than two, two at one place, all on one line, or such as show the image mirrored.
    """
    _require_distinct(points)
    pixels = np.array([point.pixel for point in points], np.float64)
    places = np.array([point.at for point in points], np.float64)
    if len(points) == 2:
        found = _similar(pixels, places, downwards)
    else:
        _require_spread(pixels, "image")
        _require_spread(places, "map")
        found = _least_squares(pixels, places)
        if (found.size > 0) != downwards or not abs(found.size) > 0:
            raise Invalid("the control points show the image mirrored: two of them have each other's place")
    return PointFit(found, tuple(_residual(found, point) for point in points))


def _require_distinct(points: Sequence[ControlPoint]) -> None:
    if not 2 <= len(points) <= MOST:
        raise Invalid(f"{_count(len(points))}: give two to {MOST:,} to place an image by")
    for what, spots in (("image", [one.pixel for one in points]), ("map", [one.at for one in points])):
        seen: dict[Spot, int] = {}
        for number, spot in enumerate(spots, 1):
            if not all(isfinite(part) and abs(part) <= FARTHEST for part in spot):
                raise Invalid(f"control point {number} is at {spot[0]}, {spot[1]} on the {what}: give two numbers")
            if spot in seen:
                raise Invalid(
                    f"control points {seen[spot]} and {number} are at one place on the {what} "
                    f"({spot[0]:g}, {spot[1]:g}): move or remove one of them"
                )
            seen[spot] = number


def _count(many: int) -> str:
    return {0: "there are no control points", 1: "there is one control point"}.get(
        many, f"there are {many:,} control points"
    )


def _require_spread(spots: Floats, what: str) -> None:
    along, across = np.linalg.svd(spots - spots.mean(axis=0), compute_uv=False)[:2].tolist()
    if across <= THIN * along:
        raise Invalid(
            f"all {len(spots)} control points lie on one line of the {what}: "
            "move one away from it, or give another to its side"
        )


def _similar(pixels: Floats, places: Floats, downwards: bool) -> Placement:
    """Return what moves, turns and scales two points onto two."""
    (u, v), (x, y) = (pixels[1] - pixels[0]).tolist(), (places[1] - places[0]).tolist()
    mirror = 1.0 if downwards else -1.0
    v *= mirror
    square = u * u + v * v
    cosine, sine = (x * u + y * v) / square, (y * u - x * v) / square
    turned = Placement(cosine, -sine * mirror, 0.0, sine, cosine * mirror, 0.0)
    there = turned.at((float(pixels[0, 0]), float(pixels[0, 1])))
    return turned.moved((float(places[0, 0]) - there[0], float(places[0, 1]) - there[1]))


def _least_squares(pixels: Floats, places: Floats) -> Placement:
    middle, centre = pixels.mean(axis=0), places.mean(axis=0)
    spread = pixels - middle
    (uu, uv), (_, vv) = (spread.T @ spread).tolist()
    (ux, uy), (vx, vy) = (spread.T @ (places - centre)).tolist()
    size = uu * vv - uv * uv
    xx, xy, yx, yy = vv * ux - uv * vx, uu * vx - uv * ux, vv * uy - uv * vy, uu * vy - uv * uy
    turned = Placement(xx / size, xy / size, 0.0, yx / size, yy / size, 0.0)
    there = turned.at((float(middle[0]), float(middle[1])))
    return turned.moved((float(centre[0]) - there[0], float(centre[1]) - there[1]))


def _residual(placement: Placement, point: ControlPoint) -> Residual:
    x, y = placement.at(point.pixel)
    u, v = placement.inverse().at(point.at)
    return Residual(hypot(x - point.at[0], y - point.at[1]), hypot(u - point.pixel[0], v - point.pixel[1]))
