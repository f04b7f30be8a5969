"""Political status: who begins where on the display."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.engine import Game, ScenarioFault, ScenarioFinding
from sandtable_empires.charts.keys import BOXES
from sandtable_empires.model import Nation, powers
from sandtable_empires.model.status import PoliticalStatus

NO_STATUS: Final = ScenarioFault("status-missing", "error", "A major power that begins nowhere on the display.")
OFF_DISPLAY: Final = ScenarioFault("status-off-display", "error", "A political status beyond the ends of the display.")
NO_POWER: Final = ScenarioFault("status-no-power", "error", "A political status of a side without a major power.")
STATUS_FAULTS: Final = (NO_STATUS, OFF_DISPLAY, NO_POWER)


def statuses(game: Game) -> Iterator[ScenarioFinding]:
    """Name powers without a status, and statuses that cannot be as they are."""
    played = powers(game)
    for nation in game[Nation]:
        if nation.major and nation.side is not None and nation.side not in game[PoliticalStatus]:
            words = f"{nation.title} has no political status: say in which box it begins, 1 to {len(BOXES)}"
            yield NO_STATUS.finding(words, nation)
    for row in game[PoliticalStatus]:
        if not 1 <= row.box <= len(BOXES):
            words = f"{row.id} stands in box {row.box} of the display: let it be 1 to {len(BOXES)}"
            yield OFF_DISPLAY.finding(words, row, field="start")
        if row.id not in played:
            words = f"{row.id} has a political status, which only major powers have: take it out"
            yield NO_POWER.finding(words, row)
