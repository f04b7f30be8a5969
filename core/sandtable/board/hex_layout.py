"""How the hexes of a map lie, as files tell it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class HexLayout(Struct, frozen=True):
    """How many hexes there are and how they lie: the fields of a ``HexGrid``, of which some hexes may be cut out."""

    columns: int
    rows: int
    orientation: Literal["flat", "pointy"]
    stagger: Literal["odd", "even"]
    hex_width: float
    hex_height: float
    left: float
    top: float
