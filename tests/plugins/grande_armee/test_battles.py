"""Attacks and battles: who attacks whom, supply, the die, what it does to both sides."""

from __future__ import annotations

import pytest

from sandtable.engine import EndStep, Pass, Row, SpaceId
from sandtable.testing import Play
from sandtable_grande_armee.combat.attack import Attack
from sandtable_grande_armee.combat.falling_back import FallBack
from sandtable_grande_armee.combat.feeding import Supply
from sandtable_grande_armee.combat.results import CombatResults
from sandtable_grande_armee.model import Account, Battle, Disruption, Engaged, Retreat, Served, Shelter, Unit, UnitId
from sandtable_grande_armee.testing import FRANCE, PRUSSIA, disrupted, leader, position, unit

COMBAT = "France: attack"
ARMY = unit("Grand Army", FRANCE, "18-2", "0505")
WAGONS = unit("wagons", FRANCE, "supply", "0405")
YORK = unit("York", PRUSSIA, "2-5", "0506")


def attack(hex: str, *units: str) -> Attack:
    return Attack(SpaceId(hex), tuple(map(UnitId, units)))


def retreat(game: Play, unit: str, *, along: tuple[str, ...] = (), towards: str = "") -> FallBack:
    """Return the first way by which a unit can retreat."""
    ways = [one for one in game.may(FallBack) if one.leaders == tuple(map(UnitId, along))]
    return next(one for one in ways if towards in ("", one.towards))


def standing(game: Play, name: str) -> str | None:
    row = game.game[Unit].get(UnitId(name))
    return row.hex if row is not None else None


@pytest.mark.rule("BASE-3-attack", "BASE-3-attack-once", "BASE-3-result", "BASE-3-eliminated", "BASE-3-over")
def test_a_battle_is_fought_on_the_column_of_the_odds() -> None:
    game = position(ARMY, YORK, WAGONS, unit("Kleist", PRUSSIA, "2-5", "1212"), at=COMBAT, dice=[3])
    game.play(attack("0506", "Grand Army"))
    assert [battle.hex for battle in game.game[Battle]] == ["0506"]
    game.play(Pass())  # York stays and fights
    game.play(Supply((UnitId("wagons"),)))
    assert "6:1, die 3: the defender is eliminated" in game.log
    assert standing(game, "York") is None
    assert game.game[Account]["Prussia: combat"].strength == -2
    assert not len(game.game[Battle])
    assert not len(game.game[Engaged])
    assert "wagons are used up" in game.log
    game.prove()


@pytest.mark.rule("BASE-3-attack", "BASE-3-attack-once")
def test_each_hex_is_attacked_once_and_each_unit_attacks_once() -> None:
    game = position(
        ARMY, unit("Friant", FRANCE, "5-4", "0505"), YORK, unit("Kleist", PRUSSIA, "2-5", "0504"), at=COMBAT, dice=[2],
        charts={"combat results": {("6:1", 2): ""}},
    )  # fmt: skip
    game.play(attack("0506", "Grand Army"), Pass())
    assert game.why_not(attack("0506", "Friant")) == {"BASE-3-attack"}
    assert game.why_not(attack("0504", "Grand Army")) == {"BASE-3-attack-once"}
    assert not game.why_not(attack("0504", "Friant"))


@pytest.mark.rule("BASE-3-attack-once", "BASE-3-disrupted", "BASE-3-not-from-inside")
@pytest.mark.parametrize("how", ["attacked", "disrupted", "inside"])
def test_a_great_crowd_that_may_not_attack_is_soon_seen_through(how: str) -> None:
    crowd = [UnitId(f"division {at:02}") for at in range(18)]
    rows: list[Row] = [unit(one, FRANCE, "2-5", "0505") for one in crowd]
    rows += [disrupted(one) for one in crowd if how == "disrupted"]
    rows += [Shelter(one, inside=True, declared=True, side=FRANCE) for one in crowd if how == "inside"]
    game = position(
        *rows, YORK, unit("Kleist", PRUSSIA, "5-4", "0504"), unit("rear", FRANCE, "1-5", "1212"),
        unit("Tauentzien", PRUSSIA, "5-4", "1213"), forts={"0505": FRANCE} if how == "inside" else {}, at=COMBAT,
        dice=[1],
        charts={"combat results": {("6:1", 1): ""}},
    )  # fmt: skip
    if how == "attacked":
        game.play(Attack(SpaceId("0506"), tuple(crowd)), Pass())
    assert game.may(Attack) == [attack("1213", "rear")]


@pytest.mark.rule("BASE-3-disrupted", "BASE-3-leaders-with-troops", "BASE-3-not-from-inside")
def test_who_may_not_attack() -> None:
    game = position(
        ARMY, disrupted("Grand Army"), leader("Davout", FRANCE, "0505"), unit("Friant", FRANCE, "2-5", "0606"),
        YORK, at=COMBAT,
    )  # fmt: skip
    assert game.why_not(attack("0506", "Grand Army")) == {"BASE-3-disrupted"}
    assert game.why_not(attack("0506", "Davout")) == {"BASE-3-leaders-with-troops"}
    assert game.why_not(attack("0506", "Davout", "Friant")) == {"BASE-3-leaders-with-troops"}
    assert not game.why_not(attack("0506", "Friant"))


@pytest.mark.rule("BASE-3-disrupts", "BASE-3-retreats", "BASE-3-retreat-in-turn")
def test_both_are_disrupted_and_the_defender_retreats() -> None:
    game = position(ARMY, YORK, at=COMBAT, dice=[1], charts={"combat results": {("6:1", 1): "EX"}})
    game.play(attack("0506", "Grand Army"), Pass())
    assert "6:1, die 1: both are disrupted, and the defender retreats" in game.log
    assert {"Grand Army", "York"} == set(game.game[Disruption].ids())
    assert game.about(str) == "York"
    game.play(retreat(game, "York"))
    assert standing(game, "York") not in ("0506", None)
    assert not len(game.game[Retreat])
    game.prove()


@pytest.mark.rule("BASE-3-disrupts")
def test_a_defender_who_is_disrupted_stays() -> None:
    game = position(
        ARMY, YORK, leader("Blücher", PRUSSIA, "0506"), at=COMBAT, dice=[1],
        charts={"combat results": {("6:1", 1): "DD"}},
    )  # fmt: skip
    game.play(attack("0506", "Grand Army"), Pass(), Pass())
    assert list(game.game[Disruption].ids()) == ["York"]
    assert standing(game, "York") == "0506"


@pytest.mark.rule("BASE-3-retreats", "BASE-3-eliminated")
def test_the_attacker_may_be_beaten_too() -> None:
    def fought(die: int) -> Play:
        game = position(
            unit("Friant", FRANCE, "2-5", "0505"), unit("Tauentzien", PRUSSIA, "5-4", "0506"), at=COMBAT, dice=[die]
        )
        game.play(attack("0506", "Friant"), Pass())
        return game

    game = fought(1)
    assert standing(game, "Friant") is None
    game = fought(3)
    assert game.about(str) == "Friant"
    columns = {one.way[-1].hex[:2] for one in game.may(FallBack)}
    assert columns == {"01", "02", "03", "04"}
    game.play(retreat(game, "Friant"))


@pytest.mark.rule("BASE-3-supply", "LGA-06-unsupplied-halved")
def test_supply_is_the_players_choice_and_the_defender_chooses_too() -> None:
    game = position(
        unit("Friant", FRANCE, "5-4", "0505"), WAGONS, unit("Tauentzien", PRUSSIA, "5-4", "0506"),
        unit("bread", PRUSSIA, "supply", "0507"), at=COMBAT, dice=[4],
    )  # fmt: skip
    game.play(attack("0506", "Friant"), Pass())
    assert game.prompt is not None
    assert game.prompt.open[0].side == FRANCE
    game.play(Pass())
    assert game.prompt is not None
    assert game.prompt.open[0].side == PRUSSIA
    game.play(Supply((UnitId("bread"),)))
    assert "bread" in game.game[Served]
    assert any(line.endswith(": 1:3") for line in game.log)


@pytest.mark.rule("BASE-3-supply-spent", "LGA-13-one-supply-combat")
@pytest.mark.parametrize(("used_up", "left"), [("at the end of the phase", False), ("never", True)])
def test_what_has_served_a_combat_is_used_up_when_the_phase_ends_or_by_ruling_never(used_up: str, left: bool) -> None:
    game = position(
        unit("Friant", FRANCE, "5-4", "0505"), WAGONS, unit("Tauentzien", PRUSSIA, "5-4", "0506"), at=COMBAT, dice=[4],
        parameters={"supplying": {"used_up": used_up}},
    )  # fmt: skip
    game.play(attack("0506", "Friant"), Pass(), Supply((UnitId("wagons"),)))
    assert game.game[Served][UnitId("wagons")].purpose == "combat"
    game.until(lambda now: now.game.frame.side == PRUSSIA)
    assert (UnitId("wagons") in game.game[Unit]) == left
    assert not len(game.game[Served]), "in the next turn it may serve another purpose"


@pytest.mark.rule("BASE-3-supply")
def test_what_serves_already_serves_all_around_it_without_asking() -> None:
    game = position(
        unit("Friant", FRANCE, "5-4", "0505"), unit("Gudin", FRANCE, "5-4", "0405"), WAGONS,
        unit("Tauentzien", PRUSSIA, "5-4", "0506"), unit("Kleist", PRUSSIA, "5-4", "0404"), at=COMBAT, dice=[4, 4],
    )  # fmt: skip
    game.play(attack("0506", "Friant"), Pass(), Supply((UnitId("wagons"),)))
    game.play(retreat(game, "Tauentzien"))
    game.play(attack("0404", "Gudin"), Pass())
    assert sum("5 Friant" in line or line.startswith("France 5") for line in game.log) == 2


def test_supply_units_alone_are_lost_where_they_are_attacked() -> None:
    game = position(ARMY, unit("bread", PRUSSIA, "depot", "0506"), unit("Kleist", PRUSSIA, "2-5", "1212"), at=COMBAT)
    game.play(attack("0506", "Grand Army"))
    assert standing(game, "bread") is None
    assert not len(game.game[Battle])


def test_a_word_that_the_results_chart_does_not_know_is_a_fault() -> None:
    game = position(ARMY, YORK, at=COMBAT, charts={"combat results": {("6:1", 2): "boom"}})
    faults = [fault for lookup in CombatResults.charts for fault in lookup.faults(game.game.chart(lookup.chart))]
    assert faults == ["it holds 'boom' at 6:1, 2, where one of AE, AR, DE, DR, DD, EX belongs"]


def test_no_attack_is_due() -> None:
    game = position(ARMY, unit("Kleist", PRUSSIA, "2-5", "1212"), at="France: movement_step")
    assert game.may(Attack) == []
    game.play(EndStep())
