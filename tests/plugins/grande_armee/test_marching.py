"""Marching: what a way costs, where it may not lead, what ends it."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.engine import EndStep, SpaceId
from sandtable.present import presentation
from sandtable_grande_armee.model import Account, Purse, Unit, UnitId
from sandtable_grande_armee.movement.march import March, ways_of
from sandtable_grande_armee.movement.zones import retreat_zones, zones
from sandtable_grande_armee.steps import MOVEMENT_STEP
from sandtable_grande_armee.testing import FRANCE, PRUSSIA, disrupted, leader, meadow, position, unit

MOVES = f"France: {MOVEMENT_STEP}"
FRIANT, GUDIN = UnitId("Friant"), UnitId("Gudin")


def way(*hexes: str) -> tuple[SpaceId, ...]:
    return tuple(map(SpaceId, hexes))


def march(units: str, *hexes: str) -> March:
    return March(tuple(UnitId(unit) for unit in units.split(" ")), way(*hexes))


@pytest.mark.rule("BASE-2c-points", "BASE-2c-allowance", "BASE-2c-hex", "BASE-2c-cost", "BASE-2c-linked")
def test_a_division_marches_five_clear_hexes_in_as_many_marches_as_it_likes() -> None:
    game = position(unit("Friant", FRANCE, "2-5", "0505"), at=MOVES)
    game.play(march("Friant", "0605", "0705"), march("Friant", "0805", "0905"))
    assert game.game[Purse][FRIANT].left == 1
    assert game.why_not(march("Friant", "1005", "1105")) == {"BASE-2c-cost"}
    assert game.why_not(march("Friant", "1005", "1305")) == {"BASE-2c-linked"}
    game.play(march("Friant", "1005"))
    assert game.game[Unit][FRIANT].hex == "1005"
    game.prove()


@pytest.mark.rule("BASE-2c-together", "BASE-2c-own", "BASE-2c-held")
def test_units_of_one_hex_march_together_at_the_pace_of_the_slowest() -> None:
    game = position(
        unit("Friant", FRANCE, "2-5", "0505"), unit("III Corps", FRANCE, "5-4", "0505"),
        unit("Gudin", FRANCE, "2-5", "0507"), unit("York", PRUSSIA, "2-5", "1912"), at=MOVES,
    )  # fmt: skip
    assert ways_of(game.game, (FRIANT, UnitId("III Corps"))).allowance.limit == 4
    assert game.why_not(march("Friant Gudin", "0605")) >= {"BASE-2c-together"}
    assert game.why_not(march("York", "1911")) >= {"BASE-2c-own"}
    game.play(March((FRIANT, UnitId("III Corps")), way("0605", "0705")))
    assert [game.game[Purse][UnitId(id)].left for id in ("Friant", "III Corps")] == [3, 2]


@pytest.mark.rule("LGA-02-other-costs-apply", "BASE-2c-river", "LGA-04-mountain-pass", "BASE-2c-closed")
def test_woods_rivers_and_passes_come_on_top_and_mountains_are_closed() -> None:
    sheet = meadow("0505-0605 0705-0805", wood="0605", **{"pass": "0705 0805"}, mountain="0606", rough="0506")
    game = position(unit("Ney", FRANCE, "1-6", "0505"), unit("Murat", FRANCE, "1-6", "0705"), at=MOVES, sheet=sheet)
    ways = ways_of(game.game, (UnitId("Ney"),))
    assert ways.prices(way("0605", "0705")) == (3, 3)
    assert ways.tell_price(way("0605")) == (
        "a hex 1 (BASE-2c-hex), river 1 (BASE-2c-river), wood 1 (LGA-02-other-costs-apply)"
    )
    assert ways.prices(way("0604", "0705")) == (1, 3)
    murat = ways_of(game.game, (UnitId("Murat"),))
    assert murat.prices(way("0805")) == (4,), "a hex, a pass, the river, and one more from pass to pass"
    assert murat.prices(way("0704", "0804", "0805")) == (1, 1, 2), "out of a pass and into one: nothing more"
    assert "BASE-2c-closed" in {reason.rule for reason in ways.why_not("0606")}
    assert game.why_not(march("Ney", "0605", "0606")) == {"BASE-2c-closed"}
    assert game.why_not(march("Ney", "0605", "0606", "0607", "0608", "0609")) == {"BASE-2c-closed", "BASE-2c-cost"}


@pytest.mark.rule("LGA-02-entering-stack-cost")
def test_only_troops_that_join_troops_of_their_side_pay_for_the_stack() -> None:
    game = position(
        unit("Friant", FRANCE, "2-5", "0505"), unit("Gudin", FRANCE, "2-5", "0605"), leader("Davout", FRANCE, "0505"),
        leader("Ney", FRANCE, "0506"), unit("wagons", FRANCE, "supply", "0504"), unit("York", PRUSSIA, "2-5", "1912"),
        at=MOVES,
    )  # fmt: skip
    friant, davout = (ways_of(game.game, (UnitId(one),)) for one in ("Friant", "Davout"))
    assert [friant.prices(way(hex)) for hex in ("0605", "0506", "0504", "0404")] == [(2,), (1,), (1,), (1,)]
    assert davout.prices(way("0605")) == (1,), "a leader joins for nothing"


@pytest.mark.rule("BASE-2c-zone-stop", "BASE-2c-zone-halt", "BASE-2c-zones", "BASE-2c-enemy-hex")
def test_a_march_ends_in_a_zone_of_control_and_one_that_begins_there_may_leave() -> None:
    game = position(
        unit("Friant", FRANCE, "2-5", "0505"), unit("Lasalle", FRANCE, "1-6", "0806"),
        unit("York", PRUSSIA, "2-5", "0805"), *leader("Blücher", PRUSSIA, "0512"), at=MOVES,
    )  # fmt: skip
    assert set(zones(game.game, FRANCE)) == {"0804", "0806", "0705", "0706", "0905", "0906"}
    assert game.why_not(march("Friant", "0605", "0705", "0706")) == {"BASE-2c-zone-stop"}
    assert "BASE-2c-enemy-hex" in {one.rule for one in ways_of(game.game, (UnitId("Lasalle"),)).why_not("0805")}
    game.play(march("Friant", "0605", "0705"))
    assert game.why_not(march("Friant", "0605")) == {"BASE-2c-zone-halt"}
    game.play(march("Lasalle", "0807", "0808"))
    game.prove()


@pytest.mark.rule("LGA-11-friends-do-not-negate", "LGA-11-ezoc-into-friends-retreat")
def test_friends_do_not_keep_zones_of_control_off_a_hex() -> None:
    game = position(
        unit("Friant", FRANCE, "2-5", "0505"), unit("Gudin", FRANCE, "2-5", "0705"),
        unit("York", PRUSSIA, "2-5", "0805"), at=MOVES,
    )  # fmt: skip
    assert "0705" in zones(game.game, FRANCE)
    assert retreat_zones(game.game, FRANCE)[SpaceId("0705")] == {"infantry"}
    game.play(march("Friant", "0605", "0705"))
    assert game.why_not(march("Friant", "0605")) == {"BASE-2c-zone-halt"}


@pytest.mark.rule("BASE-2c-taken")
def test_troops_take_leaders_and_supply_that_stand_alone_but_not_beside_troops() -> None:
    game = position(
        unit("Friant", FRANCE, "2-5", "0505"), *leader("Davout", FRANCE, "0505"),
        *leader("Blücher", PRUSSIA, "0605"), unit("wagons", PRUSSIA, "supply", "0605"), at=MOVES,
    )  # fmt: skip
    assert "BASE-2c-enemy-hex" in game.why_not(march("Davout", "0605"))
    game.play(march("Friant", "0605"))
    assert not [*game.game[Unit].where("side", PRUSSIA)]
    assert not [*game.game[Account]]


@pytest.mark.rule("BASE-2c-halt")
def test_points_are_lost_when_the_phase_ends() -> None:
    game = position(unit("Friant", FRANCE, "2-5", "0505"), at=MOVES)
    game.play(march("Friant", "0605"), EndStep())
    assert not [*game.game[Purse]]


def test_where_a_unit_can_go_alone_is_shown_with_its_price() -> None:
    game = position(
        unit("Friant", FRANCE, "2-5", "0505"), unit("Gudin", FRANCE, "2-5", "0505"),
        unit("York", PRUSSIA, "2-5", "0805"), at=MOVES,
    )  # fmt: skip
    reach = presentation.reach(game.game, "Friant")
    assert reach is not None
    assert reach.costs[SpaceId("0605")] == "1"
    assert SpaceId("0805") in reach.barred
    assert presentation.reach(game.game, "York") is None


def test_a_stack_is_offered_hex_by_hex_and_samples_are_legal() -> None:
    game = position(
        unit("Friant", FRANCE, "2-5", "0505"), unit("Gudin", FRANCE, "2-5", "0505"), unit("Ney", FRANCE, "1-6", "0909"),
        unit("tired", FRANCE, "2-5", "0909"), disrupted("tired"), at=MOVES,
    )  # fmt: skip
    stacks = game.game.offered(March, FRANCE)
    assert March.value_facts(game.game, "units", "Ney") == "6 movement points"
    assert list(stacks) == [("Friant",), ("Gudin",), ("Ney",), ("Friant", "Gudin")]
    rng = Random(7)
    drawn = {stacks.sample(rng) for _ in range(40)}
    assert drawn == {("Friant",), ("Gudin",), ("Ney",), ("Friant", "Gudin")}


@pytest.mark.rule("BASE-2c-linked")
def test_a_march_to_where_units_stand_is_refused_by_its_rule() -> None:
    game = position(unit("Friant", FRANCE, "2-5", "0505"), unit("Gudin", FRANCE, "2-5", "0505"), at=MOVES)
    alone, both = (ways_of(game.game, units).why_not("0505") for units in ((FRIANT,), (FRIANT, GUDIN)))
    assert [str(one) for one in alone] == ["Friant stands in 0505 already (BASE-2c-linked)"]
    assert [str(one) for one in both] == ["Friant and Gudin stand in 0505 already (BASE-2c-linked)"]
