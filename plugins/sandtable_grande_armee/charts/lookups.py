"""What the rules look up in the charts: a scenario whose charts have a hole there is not played."""

from __future__ import annotations

from typing import Final

from sandtable.engine import ChartId, Lookup
from sandtable_grande_armee.charts.keys import (
    FORCE_MARCH,
    FORCE_MARCH_RATE,
    LIMITS,
    MOVEMENT_COST,
    TERRAIN_COST,
)

Keys = tuple[str, ...]
DIE: Final[Keys] = ("1", "2", "3", "4", "5", "6")
RATES: Final[Keys] = ("single", "double")


def numbers(chart: str, *axes: Keys, least: int = 0, most: int = 99) -> Lookup:
    """Return the lookup of a chart of numbers between bounds."""
    return Lookup(ChartId(chart), axes, "number", least, most)


def limit(key: str, least: int = 0) -> Lookup:
    """Return the lookup of one of the limits."""
    return numbers(LIMITS, (key,), least=least, most=999)


TERRAIN_COSTS: Final = numbers(TERRAIN_COST, ("clear", "wood", "rough", "pass"), least=1)
STEP_COSTS: Final = numbers(MOVEMENT_COST, ("river", "pass to pass", "stack", "leave breakdown"))
COMBINING_COSTS: Final = numbers(MOVEMENT_COST, ("combine", "break down"))
MARCH_RATES: Final = numbers(FORCE_MARCH_RATE, RATES, least=100, most=400)
MARCH_RESULTS: Final = Lookup(
    ChartId(FORCE_MARCH), (RATES, DIE), "text", among=("disrupted", "eliminated"), empty=True
)  # fmt: skip
