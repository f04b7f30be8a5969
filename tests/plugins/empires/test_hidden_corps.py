"""A house rule hides corps from the enemy: nothing that a side sees, may do or is told gives away where they are."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.engine import Option, Refused, RuleModule, conceals, rule
from sandtable.testing import Play, leaks
from sandtable_empires.march import March, plan
from sandtable_empires.model import Corps, CorpsId
from sandtable_empires.testing import FR, SP, area, corps, iberia, position

F_I, S_I = CorpsId("F I"), CorpsId("S I")


class Fog(RuleModule):
    """What Spain has in the field lies hidden."""

    key, game = "fog", "empires"
    option = Option("Fog", "For the tests.", ("HOUSE-fog",))

    @conceals(Corps)
    @rule("HOUSE-fog")
    def unseen(self, row: Corps, viewers: frozenset[str]) -> Corps | None:
        return None if row.side == SP and SP not in viewers else row


def in_fog(at: str, strength: int = 10) -> Play:
    """France is about to march from Bayonne; Spain's army is somewhere."""
    pieces = corps("F I", FR, "Bayonne", infantry=10), corps("S I", SP, at, infantry=strength)
    return position(*pieces, land=iberia, extra=(Fog,), on=("fog",), at=f"{FR}: land_movement")


def reach(play: Play, side: str) -> dict[str, int]:
    return {space: goals[0].cost for space, goals in plan(play.seen_by(side), F_I).ways.reach().items()}


@pytest.mark.parametrize("at", ["burgos", "valladolid", "saragossa", "madrid", "bayonne"])
def test_wherever_a_hidden_corps_stands_the_enemy_can_reach_the_same(at: str) -> None:
    far, near = in_fog("Cadiz"), in_fog(at)
    assert reach(far, FR) == reach(near, FR)
    for strength in (1, 20):
        elsewhere = replace(far[Corps][S_I], area=area(at), infantry=strength)
        assert leaks(far, FR, elsewhere) == []
        assert "rows of Corps differ" in leaks(far, SP, elsewhere)


def test_a_hidden_corps_in_the_way_is_a_discovery() -> None:
    """What is offered and refused on the map is what France sees; the true position says more when it marches."""
    play, to = in_fog("Burgos"), area("madrid")
    act = next(act for act in play.may(March) if act.way == (area("burgos"), to))
    assert play.referee.verdict(act) == []
    assert plan(play.seen_by(FR), F_I).ways.why_not(to) == []
    with pytest.raises(Refused, match=r"F I must stop in Burgos: S I stands in Burgos \(BASE-7.3-stop-on-enemy\)"):
        play.play(act)
    assert [goal.way for goal in plan(play.game, F_I).ways.goals(to)] != [act.way]
