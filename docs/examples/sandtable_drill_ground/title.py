"""The drill ground's title page: what a list of games shows of it; the game is loaded when somebody plays it."""

from pathlib import Path
from typing import Final

from sandtable.engine import GameTitle, system_at
from sandtable.library import read_title

SCENARIO: Final = read_title(Path(__file__).with_name("scenario.toml"))
SYSTEM: Final = system_at("sandtable_drill_ground.system:DRILL_GROUND")
TITLE: Final = GameTitle("drill_ground", "The Drill Ground", (SCENARIO,), SYSTEM)
