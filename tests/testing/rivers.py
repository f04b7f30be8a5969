"""Positions of Twin Rivers for the tests of the harness: a battle, a march."""

from __future__ import annotations

from typing import Any

from sandtable.engine import Row, Side, SideId
from sandtable.testing import Play, position
from sandtable_twin_rivers import TWIN_RIVERS, Area, AreaId, Unit, UnitId, start

MAP = [row for row in start() if isinstance(row, Side | Area)]


def unit(name: str, area: str, steps: int = 2) -> Unit:
    """Make a unit; the first word of its name is its side."""
    return Unit(UnitId(name), SideId(name.partition(" ")[0]), AreaId(area), steps)


def rivers(*rows: Row, at: str = "Blue: march", **more: Any) -> Play:
    """Set up the map and these units."""
    return position(TWIN_RIVERS, *MAP, *rows, at=at, **more)


def battle(**more: Any) -> Play:
    """Return a battle in Garth, two units of two steps each: its first round has been thrown."""
    return rivers(*(unit(name, "Garth") for name in ("Blue 1", "Blue 2", "Red 1", "Red 2")), at="Blue: battle", **more)
