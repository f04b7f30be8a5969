"""The drill ground as data: its sequence, its modules, its texts."""

from functools import cache
from pathlib import Path

from sandtable import interchange
from sandtable.board import Map
from sandtable.engine import GameSystem, Phase, Sequence, Step, read_texts
from sandtable.library import text_scenario
from sandtable.present import PresentHooks
from sandtable_drill_ground.lessons import Lessons
from sandtable_drill_ground.looks import Looks, Volleys

from sandtable_drill_ground.model import (  # isort: skip
    FIRE_STEP, GROUND, MARCH_STEP, RALLY_STEP, RECKONING_STEP, Army, DrillHooks, Unit,
)  # fmt: skip
from sandtable_drill_ground.rules import Firing, Hiding, Marching, Morale, Opportunity, RoughGround, Victory

FOLDER = Path(__file__).parent
SIDE_TURN = Phase("turn", (Step(RALLY_STEP), Step(FIRE_STEP, "Fire"), Step(MARCH_STEP, "March")), each="side")
DRILL = Sequence("drill", (SIDE_TURN, Phase("end", (Step(RECKONING_STEP),))))
MODULES = (Marching, RoughGround, Firing, Opportunity, Morale, Hiding, Victory, Looks, Volleys, Lessons)


@cache
def drill_map() -> Map:
    """Return the map, read when somebody wants it."""
    return interchange.read_hex_map(FOLDER / "map.toml")


DRILL_GROUND: GameSystem = GameSystem(
    "drill_ground", "The Drill Ground", (DRILL,), MODULES, read_texts(FOLDER / "rules.toml"), (Unit, Army),
    (DrillHooks, PresentHooks), (text_scenario(FOLDER / "scenario.toml", lambda: DRILL_GROUND, drill_map),),
    ground=GROUND,
)  # fmt: skip
