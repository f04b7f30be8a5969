"""Which part of a map is looked at: where something lies, as near as it fits, or as must be for it to be read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

import numpy as np
from PySide6.QtCore import QPointF

from sandtable_editor.canvas.counters.faces import legible_from

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PySide6.QtWidgets import QWidget

    from sandtable.board.spaces import SpaceId
    from sandtable_editor.canvas.geometry.geography import CanvasGeography, Place
    from sandtable_editor.canvas.geometry.shapes import Floats
    from sandtable_editor.canvas.widget.navigation import Navigation

NEARER: Final = 1.5
"""So much larger a part of the map must be to be gone to."""


class LooksAround(Protocol):
    """A view of a map that can be moved."""

    navigation: Navigation

    @property
    def geography(self) -> CanvasGeography:
        """Where everything lies."""
        ...

    @property
    def zoom(self) -> float:
        """Logical pixels per canvas unit."""
        ...

    def zoom_by(self, factor: float) -> None:
        """Zoom in or out."""
        ...

    def viewport(self) -> QWidget:
        """What the map is painted on."""
        ...


def look_at(view: LooksAround, spaces: Iterable[SpaceId]) -> None:
    """Go to the part of the map in which these spaces lie, as near as they fit; unless all of it does as well."""
    places = _places(view, spaces)
    if not len(places):
        return
    low, high = places.min(axis=0), places.max(axis=0)
    size, (wide, tall) = view.viewport().size(), high - low + view.geography.size * 2
    zoom = min(size.width() / wide, size.height() / tall)
    if zoom > NEARER * view.zoom:
        view.zoom_by(zoom / view.zoom)
        view.navigation.centre(QPointF(*(low + high) / 2))


def look_at_counters(view: LooksAround, spaces: Iterable[SpaceId], letters: float) -> None:
    """Go to where counters lie, one in each of these; where they could not be read there, nearer to most of them.

    ``letters``: how many times larger than usual what is printed is to be.
    """
    there = list(spaces)
    look_at(view, there)
    needed = legible_from(hexes=view.geography.hexes is not None, letters=letters) / view.geography.size
    places = _places(view, there)
    if view.zoom < needed and len(places):
        view.zoom_by(needed / view.zoom)
        size = view.viewport().size()
        view.navigation.centre(QPointF(*most_of(places, size.width() / view.zoom, size.height() / view.zoom)))


def _places(view: LooksAround, spaces: Iterable[SpaceId]) -> Floats:
    """Return where spaces lie on the canvas, (n, 2); those without a place are left out."""
    found = [place for space in spaces if (place := view.geography.place(space)) is not None]
    return np.array(found, dtype=np.float64).reshape(-1, 2)


def most_of(places: Floats, wide: float, high: float) -> Place:
    """Return the middle of a box of this size in which as many of the places, (n, 2), lie as round any one of them."""
    apart = np.abs(places[:, None, :] - places[None, :, :])
    inside = np.all(apart <= np.array([wide / 2, high / 2]), axis=2)
    near = places[inside[inside.sum(axis=1).argmax()]]
    x, y = (near.min(axis=0) + near.max(axis=0)) / 2
    return float(x), float(y)
