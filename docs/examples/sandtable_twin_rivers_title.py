"""Twin Rivers' title page: what a list of games shows of it; the game is loaded when somebody plays it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandtable.engine import GameTitle, ScenarioTitle

if TYPE_CHECKING:
    from sandtable.engine import GameSystem


def _load() -> GameSystem:
    from sandtable_twin_rivers import TWIN_RIVERS

    return TWIN_RIVERS


SCENARIO: Final = ScenarioTitle("twin_rivers", "Twin Rivers", "Two sides, two bridges, ten turns.")
TITLE: Final = GameTitle("twin_rivers", "Twin Rivers", (SCENARIO,), _load)
