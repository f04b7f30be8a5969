"""The shapes of which a picture of a map is made."""

from __future__ import annotations

from msgspec import Struct

Line = tuple[tuple[float, float], ...]
"""Places one after the other, in units of the picture."""


class PictureShape(Struct, frozen=True):
    """A piece of ground: its rings (holes too), the word for its terrain, what a map mode fills it with, its name."""

    rings: tuple[Line, ...]
    terrain: str
    fill: str = ""
    title: str = ""
