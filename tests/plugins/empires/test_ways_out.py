"""7.5.2, 10.6: where the beaten go, and leaders whose corps falls."""

from __future__ import annotations

import pytest

from sandtable.engine import Row, SideId
from sandtable.testing import Play
from sandtable_empires.combat.bearing import BearLosses
from sandtable_empires.combat.captives import NameCorps
from sandtable_empires.combat.retreat import CITY, Retreat
from sandtable_empires.model import CorpsId, Leader, Siege, SiegeId
from sandtable_empires.testing import FR, GB, SP, Piece, area, attack, choose_chits, corps, holdings, leader
from tests.plugins.empires.fights import ready


def withdrawn(*pieces: Piece) -> Play:
    """S I has withdrawn from Toledo before a probe, and must go."""
    forces = corps("F I", FR, "Toledo", infantry=10), corps("S I", SP, "Toledo", infantry=5)
    game = ready(*forces, *pieces)
    attack(game, "Toledo")
    choose_chits(game, "probe", "withdraw")
    return game


@pytest.mark.rule("BASE-7.5.2-retreat-free")
@pytest.mark.parametrize(
    ("inside", "shut_up", "free"), [(False, False, False), (True, False, False), (True, True, True)]
)
def test_nobody_retreats_to_where_unbesieged_enemy_corps_are(inside: bool, shut_up: bool, free: bool) -> None:
    """In the open of Madrid, or in the city while it is not besieged."""
    there: list[Row] = [corps("F II", FR, "Madrid", infantry=5, inside=inside)]
    there += [Siege(SiegeId("madrid"), area("Madrid"), SP), corps("S II", SP, "Madrid", infantry=5)] if shut_up else []
    assert (Retreat(area("Madrid")) in withdrawn(*there).may(Retreat)) == free


@pytest.mark.rule("BASE-7.5.2-retreat-city")
@pytest.mark.parametrize(("holder", "taken_in"), [(SP, True), (GB, True), (FR, False)])
def test_a_corps_retreats_into_a_city_of_its_side_or_of_an_ally(holder: SideId, taken_in: bool) -> None:
    assert (Retreat(CITY) in withdrawn(holdings(holder, "Toledo")).may(Retreat)) == taken_in


def test_a_leader_whose_corps_falls_joins_the_corps_that_his_owner_says() -> None:
    """Two British corps are left of those Moore is with."""
    pieces = [corps(f"B {n}", GB, "Lisbon", infantry=9) for n in ("II", "III")]
    game = ready(
        corps("F I", FR, "Lisbon", infantry=20), corps("B I", GB, "Lisbon", militia=1), *pieces,
        leader("Moore", GB, "B I", 4, 4), dice=(6,) * 4,
    )  # fmt: skip
    attack(game, "Lisbon")
    choose_chits(game, "assault", "defend")
    game.play(game.may(BearLosses)[0])  # those of France
    game.play(next(act for act in game.may(BearLosses) if "B I: militia" in dict(act.losses)))
    assert game.questions == [(GB, ("NameCorps",))]
    assert [act.corps for act in game.may(NameCorps)] == ["B II", "B III"]
    game.play(NameCorps(CorpsId("B III")))
    assert any("Moore joins B III" in said for said in game.read_by(GB))
    assert (game[Leader]["Moore"].corps, game[Leader]["Moore"].standing) == ("B III", "on the map")
