"""How a drawing lies on its map: by the scale of its mapping, or where a drawing of ours says that it was made from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import floor, log10
from typing import Final

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from sandtable.board.maps import MapInfo
from sandtable.interchange.drawings.mapping import SvgMapping

Floats = NDArray[np.float64]


DIGITS: Final = 6
"""Behind the point of a pixel."""


@dataclass(frozen=True)
class OwnPaper:
    """``scale`` map units for a pixel; the pixel ``at`` lies on ``to``, and ``y`` grows as ``way`` has it."""

    scale: float
    at: tuple[float, float] = (0.0, 0.0)
    to: tuple[float, float] = (0.0, 0.0)
    way: float = 1.0
    own: Mapping[str, str] | None = None

    @classmethod
    def of(cls, own: Mapping[str, str], mapping: SvgMapping) -> OwnPaper:
        """Return the paper; a drawing whose own words make none lies as its mapping has it."""
        return own_paper(own) or cls(mapping.per_pixel)

    def places(self, places: Floats) -> Floats:
        """Return places of the page on the map, ``(n, 2)``, without the noise of changing from inches."""
        x = (places[:, 0] - self.at[0]) * self.scale + self.to[0]
        y = (places[:, 1] - self.at[1]) * self.scale * self.way + self.to[1]
        laid: Floats = np.stack((x, y), axis=1)
        return laid.round(max(0, DIGITS - floor(log10(self.scale))))

    def info(self, info: MapInfo) -> MapInfo:
        """Return what a map is, with what a drawing of ours says of it."""
        if self.own is None:
            return info
        return replace(
            info, unit=self.own.get("unit", info.unit), projection=self.own.get("projection", info.projection)
        )


def own_paper(own: Mapping[str, str]) -> OwnPaper | None:
    """Return how a drawing of ours lies on the map it was made from; ``None`` for any other drawing."""
    try:
        left, top, x, y, scale, down = map(float, own["paper"].split())
    except (KeyError, ValueError):
        return None
    if not (np.isfinite([left, top, x, y]).all() and 1e-12 < scale < 1e12):
        return None
    return OwnPaper(1 / scale, (left, top), (x, y), 1.0 if down > 0 else -1.0, own)
