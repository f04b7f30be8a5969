"""5: in a campaign ships are launched and scuttled, corps placed and demobilised; drafts wait for them."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine import EndStep, SideId
from sandtable.testing import Play
from sandtable_empires.drafting import Draft, DraftToCity
from sandtable_empires.model import (
    Account,
    Arrival,
    ArrivalId,
    Corps,
    CorpsId,
    Fleet,
    FleetId,
    Garrison,
    Leader,
    NationId,
)
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.model.quarter import Keels
from sandtable_empires.reinforcing.armies import Demobilise, PlaceCorps
from sandtable_empires.reinforcing.ships import Launch, Scuttle
from sandtable_empires.testing import FR, GB, SP, TU, area, corps, fleet, garrison, leader, position, siege, war

ARMIES, FLEETS = f"{SP}: army_reinforcement", f"{SP}: naval_reinforcement_step"
MEN = ArrivalId("men")
MADRID, PARIS = area("Madrid"), area("Paris")


def begin(*pieces: Any, at: str) -> Play:
    return position(corps("T I", TU, "Constantinople", infantry=1), *pieces, grants=(CAMPAIGN,), at=at, dice=())


def men(turn: int = 1, **arms: Any) -> Arrival:
    return Arrival(id=MEN, side=SideId(SP), nation=NationId(SP), turn=turn, **arms)


def keels(ships: int, turn: int = 1, side: str = SP, nation: str = SP) -> Keels:
    return Keels("ordered", SideId(side), NationId(nation), ships, turn)


# --- armies


@pytest.mark.rule("BASE-5.2-draft", "BASE-5.2-draft-room", "BASE-5.2-draft-city")
def test_men_who_have_come_go_to_corps_and_cities_as_in_a_single_war() -> None:
    game = begin(men(infantry=7), corps("S I", SP, "Madrid", infantry=3, room=(6, 1, 0)), at=ARMIES)
    assert max(one.factors for one in game.may(Draft)) == 3
    game.play(Draft(MEN, CorpsId("S I"), "infantry", 3), DraftToCity(MEN, MADRID, "infantry", 2))
    assert (game[Corps]["S I"].infantry, [one.infantry for one in game[Garrison]]) == (6, [2])
    assert game[Arrival][MEN].infantry == 2


def test_who_is_to_come_later_waits_and_nobody_must_place_anybody() -> None:
    game = begin(men(turn=2, infantry=7), corps("S I", SP, "Madrid", infantry=3), at=ARMIES)
    assert not game.may(Draft)
    placed = begin(men(infantry=7), corps("S I", SP, "Madrid", infantry=3), at=ARMIES)
    placed.play(EndStep())
    assert placed[Arrival][MEN].infantry == 7


@pytest.mark.rule("BASE-5.2-new-corps", "BASE-5.2-new-corps-place", "BASE-5.2-new-corps-room")
def test_a_new_corps_is_placed_at_home() -> None:
    off = corps("S II", SP, None, room=(5, 0, 0))
    game = begin(men(infantry=7, cavalry=1), off, corps("F I", FR, "Burgos", infantry=1), war(FR, SP), at=ARMIES)
    second = CorpsId("S II")
    assert game.why_not(PlaceCorps(MEN, second, PARIS, "infantry", 4)) == {"BASE-5.2-new-corps-place"}
    assert game.why_not(PlaceCorps(MEN, second, area("Burgos"), "infantry", 4)) == {"BASE-5.2-new-corps-place"}
    assert game.why_not(PlaceCorps(MEN, second, MADRID, "cavalry", 1)) == {"BASE-5.2-new-corps-room"}
    game.play(PlaceCorps(MEN, second, MADRID, "infantry", 5))
    assert (game[Corps][second].area, game[Corps][second].infantry) == (MADRID, 5)
    assert game[Arrival][MEN].by_arm() == {"infantry": 2, "cavalry": 1}
    assert "BASE-5.2-new-corps" in game.why_not(PlaceCorps(MEN, second, MADRID, "infantry", 1))
    assert {(one.cause, one.infantry) for one in game[Account]} == {("drafts", 5)}


@pytest.mark.rule("BASE-5.3-demobilising")
def test_a_corps_is_demobilised_unless_it_is_besieged_or_besieging() -> None:
    game = begin(corps("S I", SP, "Madrid", infantry=3, cavalry=1), leader("Blake", SP, "S I"), at=ARMIES)
    game.play(Demobilise(CorpsId("S I")))
    assert (game[Corps]["S I"].area, game[Corps]["S I"].factors) == (None, 0)
    assert (game[Leader]["Blake"].standing, game[Leader]["Blake"].corps) == ("waiting", None)
    assert [(one.cause, one.infantry, one.cavalry) for one in game[Account]] == [("demobilised", -3, -1)]
    shut_in = corps("S I", SP, "Madrid", infantry=3, inside=True), siege(FR, "Madrid")
    at_war = war(FR, SP), corps("F I", FR, "Madrid", infantry=5)
    assert begin(*shut_in, *at_war, at=ARMIES).why_not(Demobilise(CorpsId("S I"))) == {"BASE-5.3-demobilising"}
    outside = corps("S I", SP, "Paris", infantry=3), siege(SP, "Paris"), garrison(FR, "Paris", infantry=2), war(FR, SP)
    assert begin(*outside, at=ARMIES).why_not(Demobilise(CorpsId("S I"))) == {"BASE-5.3-demobilising"}


# --- fleets


@pytest.mark.rule("BASE-5.1-launching", "BASE-5.1-launching-fleet")
def test_ships_join_a_fleet_in_a_port_of_their_own() -> None:
    game = begin(keels(5), fleet("S f", SP, "Cadiz", ships=27), at=FLEETS)
    assert max(one.ships for one in game.may(Launch)) == 3
    game.play(Launch("ordered", FleetId("S f"), 3))
    assert (game[Fleet]["S f"].ships, game[Keels]["ordered"].ships) == (30, 2)
    assert game.why_not(Launch("ordered", FleetId("S f"), 1)) == {"BASE-5.1-launching-fleet"}
    assert [(one.cause, one.ships) for one in game[Account]] == [("ships built", 3)]


@pytest.mark.rule("BASE-5.1-launching", "BASE-5.1-launching-fleet")
def test_ships_wait_until_they_are_finished_and_for_a_fleet_in_port() -> None:
    launch = Launch("ordered", FleetId("S f"), 1)
    someone = fleet("S g", SP, "Barcelona")
    assert begin(keels(5, turn=2), fleet("S f", SP, "Cadiz"), at=FLEETS).why_not(launch) == {"BASE-5.1-launching"}
    before_a_port = fleet("S f", SP, "Cadiz", lies="blockade"), someone
    assert begin(keels(5), *before_a_port, at=FLEETS).why_not(launch) == {"BASE-5.1-launching-fleet"}
    other = keels(5, nation=GB), fleet("S f", SP, "Cadiz")
    assert begin(*other, at=FLEETS).why_not(launch) == {"BASE-5.1-launching-fleet"}


@pytest.mark.rule("BASE-5.3-scuttling")
def test_ships_in_port_are_scuttled() -> None:
    game = begin(fleet("S f", SP, "Cadiz", ships=5), fleet("S g", SP, "Cadiz", lies="blockade"), at=FLEETS)
    game.play(Scuttle(FleetId("S f"), 2))
    assert game[Fleet]["S f"].ships == 3
    assert game.why_not(Scuttle(FleetId("S g"), 1)) == {"BASE-5.3-scuttling"}
    game.play(Scuttle(FleetId("S f"), 3))
    assert "S f" not in game[Fleet]
    assert [(one.cause, one.ships) for one in game[Account]] == [("scuttled", -5)]


@pytest.mark.rule("BASE-5.3-scuttling-limit")
def test_a_month_sees_no_more_ships_scuttled_than_the_ruling_allows() -> None:
    game = begin(fleet("S f", SP, "Cadiz", ships=9), fleet("S g", SP, "Cadiz", ships=9), at=FLEETS)
    game.play(Scuttle(FleetId("S f"), 3))
    assert max(one.ships for one in game.may(Scuttle)) == 2
    assert game.why_not(Scuttle(FleetId("S g"), 3)) == {"BASE-5.3-scuttling-limit"}
    game.play(Scuttle(FleetId("S g"), 2))
    assert not game.may(Scuttle)
