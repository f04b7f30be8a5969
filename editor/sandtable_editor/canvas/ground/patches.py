"""Pieces of the map to be painted: a tile, a part of the overview."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from sandtable_editor.canvas.geometry.shapes import Box

EDGE: Final = 256
"""Device pixels of a tile, across and down."""
REACH: Final = 24.0
"""Logical pixels that what is painted for a space may reach beyond its box: lines, the band along a coast."""


def grow_box(box: Box, by: float) -> Box:
    """Return a box with so much more around it."""
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


class Patch(NamedTuple):
    """A piece of the map to be painted: its box on the canvas, and how large."""

    box: Box
    zoom: float
    """Logical pixels per map unit."""
    dpr: float
    wide: int
    high: int
    """Device pixels."""
