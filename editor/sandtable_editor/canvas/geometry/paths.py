"""From coordinates in arrays to the paths that Qt paints.

Paths are made for a *rung* of zoom: at rung ``n`` a map unit is up to ``2**n`` pixels, and vertices lie on a grid of
half a pixel of it. Vertices that fall together are one, so a coast of thousands is drawn from a hundred when it is
far away; neighbours snap alike, so shared borders stay shared.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, log2
from typing import TYPE_CHECKING, Final, cast

import numpy as np
from PySide6.QtGui import QPainterPath, QPolygonF
from shiboken6 import Shiboken

from sandtable_editor.canvas.geometry.shapes import all_rings, bounds, simplify_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

FINE: Final = 2.0
"""Grid lines per pixel."""
BEND: Final = 0.4
"""Pixels of the largest bend that is left out of a line."""
LEAST: Final = 0.7
"""Pixels that a shape must be wide or high to be drawn."""

_memory = cast("Callable[[object, int, bool], memoryview]", Shiboken.VoidPtr)


def rung_of(zoom: float) -> int:
    """Return the rung for a zoom, pixels per map unit."""
    return ceil(log2(zoom) - 1e-9)


def polygon(xy: Floats) -> QPolygonF:
    """Return ``(n, 2)`` coordinates as Qt's polygon."""
    made = QPolygonF()
    if len(xy):
        made.resize(len(xy))
        np.frombuffer(_memory(made.data(), len(xy) * 16, True), np.float64)[:] = np.ascontiguousarray(
            xy, np.float64
        ).reshape(-1)
    return made


class Paths:
    """The paths of some shapes, or of some lines, each made when it is first painted at a rung."""

    def __init__(self, shapes: NDArray[np.object_], before: Paths | None = None) -> None:
        """``before``: paths of other shapes; those of the same objects are taken over."""
        self.shapes = shapes
        self.objects = list(map(id, shapes.tolist()))
        self.made: dict[int, dict[int, QPainterPath]] = {}
        """By rung and object."""
        if before is not None:
            gone = set(before.objects).difference(self.objects)
            for rung, made in before.made.items():
                self.made[rung] = dict(made)
                for one in gone.intersection(made):
                    del self.made[rung][one]

    def at(self, place: int, rung: int) -> QPainterPath:
        """Return the path of the shape in that place, in pixels of a rung."""
        return self._made([place], rung)[self.objects[place]]

    def warm(self, rung: int, most: int) -> int:
        """Make paths for a rung before they are wanted, at most so many; return how many more could have been made."""
        made = self.made.setdefault(rung, {})
        missing = [place for place, one in enumerate(self.objects) if one not in made]
        self._made(missing[:most], rung)
        return max(0, most - len(missing))

    def some(self, places: Sequence[int], rung: int) -> dict[int, QPainterPath]:
        """Return the paths of shapes that are large enough to be seen, by their places."""
        made, objects = self._made(places, rung), self.objects
        return {place: path for place in places if not (path := made[objects[place]]).isEmpty()}

    def _made(self, places: Sequence[int], rung: int) -> dict[int, QPainterPath]:
        """Make the paths of the shapes in these places that are missing; return all of the rung."""
        made, objects = self.made.setdefault(rung, {}), self.objects
        missing = [place for place in places if objects[place] not in made]
        if missing:
            paths = _paths_of(self.shapes[missing], rung)
            made.update(zip([objects[place] for place in missing], paths, strict=True))
        return made


def _paths_of(shapes: NDArray[np.object_], rung: int) -> list[QPainterPath]:
    """Return the path of each shape; that of one too small to be seen is empty."""
    made = [QPainterPath() for _ in shapes]
    boxes = bounds(shapes)
    extent = np.maximum(boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1])
    seen = np.flatnonzero(extent * 2.0**rung > LEAST)
    if not len(seen):
        return made
    some = shapes[seen]
    if some[0].geom_type.endswith("Polygon"):
        rings, least = all_rings(some), 4
        xy, ring = _snap_to_grid(rings.xy, rings.ring, rung)
    else:
        rings, least = all_rings(simplify_lines(some, BEND / 2.0**rung)), 2
        xy, ring = rings.xy * 2.0**rung, rings.ring
    starts = np.flatnonzero(np.diff(ring, prepend=-1)).tolist()
    for start, end in zip(starts, [*starts[1:], len(ring)], strict=True):
        if end - start >= least:
            made[int(seen[rings.shape[ring[start]]])].addPolygon(polygon(xy[start:end]))
    return made


def _snap_to_grid(xy: Floats, ring: NDArray[np.int64], rung: int) -> tuple[Floats, NDArray[np.int64]]:
    """Return the coordinates that are left on the grid of a rung, in its pixels, and the ring of each."""
    fine = np.rint(xy * (FINE * 2.0**rung))
    keep = np.ones(len(fine), np.bool_)
    keep[1:] = (fine[1:] != fine[:-1]).any(axis=1) | (ring[1:] != ring[:-1])
    kept: Floats = fine[keep] / FINE
    return kept, ring[keep]


def line_path(segments: Floats) -> QPainterPath:
    """Return a path of single segments, ``(n, 4)``."""
    path = QPainterPath()
    move, line = path.moveTo, path.lineTo
    for x1, y1, x2, y2 in segments.tolist():
        move(x1, y1)
        line(x2, y2)
    return path
