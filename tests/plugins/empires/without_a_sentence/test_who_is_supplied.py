"""Who may be supplied: those who must be and have not been, by a rule that says so."""

from __future__ import annotations

import pytest

from sandtable.testing import Play
from sandtable_empires.land.foraging import Forage
from sandtable_empires.land.supply import DrawSupply
from sandtable_empires.model import CorpsId, DepotId, Treasury
from sandtable_empires.testing import FR, alter, corps, depot, iberia, position
from tests.plugins.empires.without_a_sentence import house, lacking

F_I = CorpsId("F I")
FROM_BAYONNE = DrawSupply(F_I, DepotId("France depot bayonne"))


def supplied_once(*without: str) -> Play:
    """Return a Supply Step of France in which F I has been supplied and F II has not."""
    two = [corps(name, FR, "Bayonne", infantry=9) for name in ("F I", "F II")]
    step, on = f"{FR}: supply", lacking(without)
    game = position(alter(Treasury, money=20), depot(FR, "Bayonne"), *two, land=iberia, at=step, on=on, family=house())
    game.play(FROM_BAYONNE)
    return game


@pytest.mark.rule("BASE-7.4-supply-due")
def test_what_has_been_supplied_is_not_supplied_again() -> None:
    assert supplied_once().why_not(FROM_BAYONNE) == {"BASE-7.4-supply-due"}
    assert supplied_once("BASE-7.4-supply-due").why_not(FROM_BAYONNE) == set()


@pytest.mark.rule("BASE-7.4-forage-due")
def test_what_has_been_supplied_is_not_chosen_to_forage() -> None:
    assert supplied_once("BASE-7.4-forage-who").why_not(Forage(F_I)) == {"BASE-7.4-forage-due"}
    assert supplied_once("BASE-7.4-forage-who", "BASE-7.4-forage-due").why_not(Forage(F_I)) == set()
