"""From the globe to the paper: Lambert's conic projection, conformal, on a sphere, in kilometres, ``y`` to the north.

Europe looks like Europe on it. Equal places come out equal to the last bit, wherever they stand in an array, so
shared borders stay shared; the last digit kept is a millimetre, so that they are the same on every machine.
"""

from __future__ import annotations

import re
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from sandtable.board.maps import Map
from sandtable.engine.errors import Invalid

Floats = NDArray[np.float64]

RADIUS: Final = 6371.0088
"""Kilometres: the mean radius of the earth."""

SOUTHWARDS: Final = "+axis=esu"
DIGITS: Final = 6
DEGREES: Final = 9
"""Decimals of a degree: a tenth of a millimetre."""
WIDEST: Final = 180.0
"""Degrees of longitude that a cone can show."""


class Conic(Struct, frozen=True):
    """A projection, in degrees: the parallels that keep their length, and the place that becomes 0, 0.

    ``radius`` is that of the globe, in kilometres.
    """

    first: float
    second: float
    latitude: float
    longitude: float
    radius: float = RADIUS

    @classmethod
    def read(cls, text: str) -> Conic | None:
        """Return the projection that ``text`` tells, as ``text`` below writes it; none for any other."""
        said = dict(re.findall(r"\+(\w+)=(\S+)", text))
        if (said.get("proj"), said.get("units")) != ("lcc", "km"):
            return None
        try:
            first, second, latitude, longitude = (float(said[name]) for name in ("lat_1", "lat_2", "lat_0", "lon_0"))
            return cls(first, second, latitude, longitude, float(said["R"]) / 1000)
        except (KeyError, ValueError):
            return None

    @property
    def text(self) -> str:
        """The projection in the words of PROJ."""
        parts = (
            f"+lat_1={self.first:g} +lat_2={self.second:g}",
            f"+lat_0={self.latitude:g} +lon_0={self.longitude:g}",
        )
        return f"+proj=lcc {' '.join(parts)} +R={self.radius * 1000:.1f} +units=km +no_defs"

    @property
    def _cone(self) -> tuple[float, float, float]:
        """How far the cone is opened, its scale, and the radius of the middle latitude."""
        low, high = np.radians(self.first), np.radians(self.second)
        if abs(low - high) < 1e-9:
            opened = float(np.sin(low))
        else:
            opened = float(np.log(np.cos(low) / np.cos(high)) / np.log(_stretch(high) / _stretch(low)))
        scale = float(np.cos(low) * _stretch(low) ** opened / opened) * self.radius
        return opened, scale, float(scale / _stretch(np.radians(self.latitude)) ** opened)

    def project(self, places: Floats) -> Floats:
        """Return longitudes and latitudes (``(n, 2)``, degrees) as kilometres east and north."""
        opened, scale, middle = self._cone
        each, where = np.unique(places, axis=0, return_inverse=True)
        angle = opened * np.radians(each[:, 0] - self.longitude)
        far = scale / _stretch(np.radians(np.clip(each[:, 1], -89.9, 89.9))) ** opened
        done = np.stack((far * np.sin(angle), middle - far * np.cos(angle)), axis=1)
        return np.asarray((np.round(done, DIGITS) + 0.0)[where.reshape(-1)], np.float64)

    def degrees(self, places: Floats) -> Floats:
        """Return kilometres east and north (``(n, 2)``) as longitudes and latitudes: ``project`` turned round."""
        opened, scale, middle = self._cone
        side = np.copysign(1.0, opened)
        east, south = side * places[:, 0], side * (middle - places[:, 1])
        stretch = (scale / (side * np.hypot(east, south))) ** (1 / opened)
        longitude = self.longitude + np.degrees(np.arctan2(east, south) / opened)
        latitude = np.degrees(2 * np.arctan(stretch)) - 90
        return np.asarray(np.round(np.stack((longitude, latitude), axis=1), DEGREES) + 0.0, np.float64)


def _stretch(latitude: Floats | float) -> Floats:
    return np.asarray(np.tan(np.pi / 4 + latitude / 2), np.float64)


def conic_for(west: float, south: float, east: float, north: float) -> Conic:
    """Return the projection that suits a box of the globe: parallels a sixth of its height from its edges."""
    if east - west > WIDEST:
        raise Invalid(
            f"covers {east - west:g} degrees of longitude: a conic projection shows {WIDEST:g} at most; "
            f"import it as it is (no projection), or a part of it"
        )
    sixth = (north - south) / 6
    first, second = round(max(south + sixth, -80.0), 2), round(min(north - sixth, 80.0), 2)
    if abs(first + second) < 2.0:  # a cone over the equator would be a cylinder
        first, second = (first + 1.0, second + 1.0) if first + second >= 0 else (first - 1.0, second - 1.0)
    return Conic(first, second, round((south + north) / 2, 2), round((west + east) / 2, 2))


def on_the_globe(bounds: tuple[float, float, float, float]) -> bool:
    """Say whether a box can be one of longitudes and latitudes."""
    west, south, east, north = bounds
    return max(abs(west), abs(east)) <= 180.0 and max(abs(south), abs(north)) <= 90.0


def downwards(sheet: Map) -> bool:
    """Say whether ``y`` grows downwards on a map, as on a picture; it grows to the north where a globe was projected.

    Hexes lie on pictures (`sandtable.board.hexes`), so a map with both says ``+axis=esu``: east and south.
    """
    return sheet.hexes is not None or not sheet.info.projection or SOUTHWARDS in sheet.info.projection
