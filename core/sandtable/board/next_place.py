"""The next place in a direction, for whoever goes over a map by keys: near, and well in that direction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sandtable.board.shapes import Place

ASKEW: Final = 0.35
"""How well a place must lie in the direction: the cosine between the two."""


def next_place(places: NDArray[np.float64], at: Place, way: Place) -> int | None:
    """Return which of the places (``(n, 2)``, map units) comes next in a direction; ``None`` where none lies there."""
    if not len(places):
        return None
    away = places - np.array(at, np.float64)
    far = np.hypot(away[:, 0], away[:, 1])
    ahead = away @ (np.array(way, np.float64) / np.hypot(*way))
    straight = np.divide(ahead, far, out=np.zeros_like(far), where=far > 0)
    fits = np.flatnonzero(straight > ASKEW)
    if not len(fits):
        return None
    worth = far[fits] / straight[fits] ** 2
    return int(fits[np.argmin(worth)])
