"""Where there is nothing to choose, each game that ships says why, in its own words and with its rule."""

from __future__ import annotations

import pytest

from sandtable.engine import Ask, GameSystem, InstalledGame, Referee, Side
from sandtable.engine.running.offers import Offer
from sandtable.play.begin.starts import Start
from sandtable.play.words.objections import of_kind
from sandtable_drill_ground.system import DRILL_GROUND
from sandtable_twin_rivers import TWIN_RIVERS


def without_units(system: GameSystem) -> tuple[Referee, str]:
    """Begin a game in which one side has no units; return that side too."""
    family = InstalledGame(system)
    rows = Start(family, system.scenarios[0]).rows()
    side = next(row.id for row in rows if isinstance(row, Side))
    kept = [row for row in rows if type(row).stored != "Unit" or getattr(row, "side", "") != side]
    return Start(family, system.scenarios[0]).begin(rows=kept).open(), side


@pytest.mark.parametrize(
    ("system", "kind", "said"),
    [
        (DRILL_GROUND, "Fire", "You have no unit left on the field (DRILL-3.1)"),
        (DRILL_GROUND, "March", "You have no unit left on the field (DRILL-2.1)"),
        (TWIN_RIVERS, "March", "You have no unit left (TR-2-own-units)"),
    ],
)
def test_nothing_to_choose_has_its_reason(system: GameSystem, kind: str, said: str) -> None:
    referee, side = without_units(system)
    action = referee.family.kinds[kind]
    offer = Offer(referee.view(side), Ask(side, (action,)), action)
    assert str(of_kind(offer).reasons[0]) == said
