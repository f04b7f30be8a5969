"""From the globe to the plane: a Lambert conformal conic projection, y upward to the north."""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Floats = NDArray[np.float64]

RADIUS = 6371.0072
"""Kilometres: the sphere with the surface of the earth."""


class Conic(Struct, frozen=True):
    """A cone through two parallels, all in degrees; the place ``longitude, latitude`` becomes 0, 0."""

    south: float
    north: float
    longitude: float
    latitude: float

    def __str__(self) -> str:
        return (
            f"Lambert conformal conic on a sphere of {RADIUS} km, standard parallels {self.south:g}° and "
            f"{self.north:g}°, origin {self.longitude:g}° E {self.latitude:g}° N, x to the east and y to the north"
        )

    def plane(self, degrees: Floats) -> Floats:
        """Return kilometres for degrees: ``(n, 2)`` east and north each."""
        south, north, middle = np.radians([self.south, self.north, self.latitude])
        bend = np.log(np.cos(south) / np.cos(north)) / np.log(_height(north) / _height(south))
        scale = RADIUS * np.cos(south) * _height(south) ** bend / bend
        radius = scale / _height(np.radians(degrees[:, 1])) ** bend
        turn = bend * np.radians(degrees[:, 0] - self.longitude)
        top = scale / _height(middle) ** bend
        return np.column_stack((radius * np.sin(turn), top - radius * np.cos(turn))).astype(np.float64)


def _height(latitude: Floats) -> Floats:
    return np.asarray(np.tan(np.pi / 4 + latitude / 2), np.float64)
