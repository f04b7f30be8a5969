"""The commander chart: two tactical ratings compared, in a combat as in a storm."""

from __future__ import annotations

from typing import Final

from sandtable.engine import Game, Part
from sandtable_empires.model import Role

COMPARISON: Final = "EIA-10.6.1-rating-comparison"
HIGHEST: Final = 5
"""The highest rating that the chart prints."""


def compare_on_chart(game: Game, role: Role, mine: int, theirs: int) -> list[Part]:
    """Return what the ratings of both commanders add to the die of a role: no part where it is nothing."""
    keys = (theirs, mine) if role == "attacker" else (mine, theirs)
    printed = (min(HIGHEST, key) for key in keys)
    says = f"tactical {mine} against {theirs}"
    part = game.chart(f"commander {role}").part("add", *printed, rule=COMPARISON, says=says)
    return [part] if part.value else []
