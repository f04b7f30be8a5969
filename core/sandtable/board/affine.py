"""Where one plane lies on another: moved, turned, stretched and skewed, straight lines staying straight."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct

Spot = tuple[float, float]


class ControlPoint(Struct, frozen=True):
    """A point of an image, in pixels from its upper left corner, and where on the map it belongs."""

    pixel: Spot
    at: Spot


class Placement(NamedTuple):
    """``x' = xx x + xy y + x0`` and ``y' = yx x + yy y + y0``."""

    xx: float
    xy: float
    x0: float
    yx: float
    yy: float
    y0: float

    def at(self, spot: Spot) -> Spot:
        """Return where a place of the one plane lies on the other."""
        x, y = spot
        return self.xx * x + self.xy * y + self.x0, self.yx * x + self.yy * y + self.y0

    @property
    def size(self) -> float:
        """How large a square of one unit lies there; below 0 where it lies mirrored."""
        return self.xx * self.yy - self.xy * self.yx

    def inverse(self) -> Placement:
        """Return the way back; a plane without extent has none (``ZeroDivisionError``)."""
        size = self.size
        xx, xy, yx, yy = self.yy / size, -self.xy / size, -self.yx / size, self.xx / size
        return Placement(xx, xy, -(xx * self.x0 + xy * self.y0), yx, yy, -(yx * self.x0 + yy * self.y0))

    def before(self, other: Placement) -> Placement:
        """Return both, this one first."""
        corner, right, down = (other.at(self.at(spot)) for spot in ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0)))
        return Placement(
            right[0] - corner[0], down[0] - corner[0], corner[0], right[1] - corner[1], down[1] - corner[1], corner[1]
        )

    def moved(self, by: Spot) -> Placement:
        """Return it with all of it moved."""
        return self._replace(x0=self.x0 + by[0], y0=self.y0 + by[1])


def scaling(across: float, down: float) -> Placement:
    """Return what stretches both ways from the corner."""
    return Placement(across, 0.0, 0.0, 0.0, down, 0.0)
