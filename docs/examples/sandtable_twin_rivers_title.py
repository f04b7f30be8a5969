"""Twin Rivers' title page: what a list of games shows of it; the game is loaded when somebody plays it."""

from typing import Final

from sandtable.engine import GameTitle, ScenarioTitle, system_at

SCENARIO: Final = ScenarioTitle("twin_rivers", "Twin Rivers", "Two sides, two bridges, ten turns.")
TITLE: Final = GameTitle("twin_rivers", "Twin Rivers", (SCENARIO,), system_at("sandtable_twin_rivers:TWIN_RIVERS"))
