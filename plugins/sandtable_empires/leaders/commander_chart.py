"""The commander chart: two tactical ratings compared, in a combat as in a storm."""

from __future__ import annotations

from typing import Final

from sandtable.engine import Game, Part
from sandtable_empires.charts.keys import RATINGS, ROLES, numbers
from sandtable_empires.model import Role

COMPARISON: Final = "EIA-10.6.1-rating-comparison"
HIGHEST: Final = 5
"""The highest rating that the chart prints."""


def _chart_of(role: str) -> str:
    return f"commander {role}"


COMMANDER_CHARTS: Final = tuple(numbers(_chart_of(role), RATINGS, RATINGS, least=-5, most=5) for role in ROLES)
"""What is looked up wherever commanders are compared."""


def compare_on_chart(game: Game, role: Role, mine: int, theirs: int) -> list[Part]:
    """Return what the ratings of both commanders add to the die of a role: no part where it is nothing."""
    keys = (theirs, mine) if role == "attacker" else (mine, theirs)
    printed = (min(HIGHEST, key) for key in keys)
    says = f"tactical {mine} against {theirs}"
    part = game.chart(_chart_of(role)).part("add", *printed, rule=COMPARISON, says=says)
    return [part] if part.value else []
