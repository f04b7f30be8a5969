"""Force marches: supply, the die, what it brings, and leaders who ride along."""

from __future__ import annotations

import pytest

from sandtable.engine import Ask, EndStep, SpaceId
from sandtable.present import Sheet
from sandtable_grande_armee.model import Account, Disruption, Purse, Ride, Served, Unit, UnitId
from sandtable_grande_armee.movement.force_march import MakeForceMarch, Rate
from sandtable_grande_armee.movement.march import March, points_of
from sandtable_grande_armee.movement.purses import allowance, purse_of
from sandtable_grande_armee.present.outlooks import preview
from sandtable_grande_armee.steps import DEPOT_STEP, FORCE_MARCH_STEP, MOVEMENT_STEP
from sandtable_grande_armee.supply.depots import Produce
from sandtable_grande_armee.supply.sources import sources
from sandtable_grande_armee.testing import FRANCE, PRUSSIA, disrupted, leader, position, unit

DECLARES = f"France: {FORCE_MARCH_STEP}"
MOVES = f"France: {MOVEMENT_STEP}"
FRIANT, DAVOUT, WAGONS = UnitId("Friant"), UnitId("Davout"), UnitId("wagons")
REAR = unit("rear", FRANCE, "1-6", "1512")


def forced(unit: str, rate: Rate, *leaders: str, supply: str = "wagons") -> MakeForceMarch:
    return MakeForceMarch(UnitId(unit), rate, supply, tuple(map(UnitId, leaders)))


def march(units: str, *hexes: str) -> March:
    return March(tuple(UnitId(unit) for unit in units.split(" ")), tuple(map(SpaceId, hexes)))


@pytest.mark.rule("LGA-03-double-force-march", "BASE-2b-single", "BASE-2b-die")
@pytest.mark.parametrize(
    ("kind", "rate", "points"),
    [("2-5", "double", 10), ("5-4", "double", 8), ("18-2", "double", 4), ("2-5", "single", 7), ("5-4", "single", 6)],
)
def test_what_a_force_march_brings(kind: str, rate: Rate, points: int) -> None:
    game = position(
        unit("Friant", FRANCE, kind, "0505"), unit("wagons", FRANCE, "supply", "0506"), at=DECLARES, dice=[3]
    )  # fmt: skip
    assert allowance(game.game, kind, "none").whole() == int(kind.rpartition("-")[2])
    game.play(forced("Friant", rate))
    assert purse_of(game.game, FRIANT).left == points
    assert game.why_not(forced("Friant", rate)) == {"BASE-2b-once"}
    game.prove()


@pytest.mark.rule("LGA-13-one-supply-force-march", "BASE-2b-supplied", "BASE-2b-once", "BASE-2b-who", "BASE-2b-held")
def test_one_supply_unit_supplies_all_in_its_hex_and_beside_it() -> None:
    game = position(
        unit("a", FRANCE, "2-5", "0505"), unit("b", FRANCE, "2-5", "0506"), unit("c", FRANCE, "2-5", "0507"),
        unit("wagons", FRANCE, "supply", "0505"), unit("d", FRANCE, "2-5", "0605"), disrupted("d"),
        unit("York", PRUSSIA, "2-5", "0504"), at=DECLARES, dice=[1, 1],
    )  # fmt: skip
    assert sources(game.game, UnitId("b"), "force march") == (WAGONS,)
    assert sources(game.game, UnitId("York"), "force march") == ()
    assert game.why_not(forced("c", "single")) >= {"BASE-2b-supplied"}
    assert "BASE-2b-who" in game.why_not(forced("wagons", "single"))
    assert "BASE-2c-disrupted" in game.why_not(forced("d", "single"))
    game.play(forced("a", "double"), forced("b", "double"))
    assert game.game[Served][WAGONS].purpose == "force march"


@pytest.mark.rule("LGA-13-one-supply-combat", "BASE-2b-one-purpose", "BASE-2b-supply-spent")
def test_what_has_served_a_force_march_serves_no_combat_and_is_used_up_when_movement_ends() -> None:
    game = position(
        unit("a", FRANCE, "2-5", "0505"), unit("wagons", FRANCE, "supply", "0505"),
        unit("more", FRANCE, "supply", "0506"), REAR, at=DECLARES, dice=[1],
    )  # fmt: skip
    assert set(sources(game.game, UnitId("a"), "combat")) == {"wagons", "more"}
    game.play(forced("a", "double"))
    assert sources(game.game, UnitId("a"), "combat") == ("more",)
    game.play(EndStep(), EndStep())
    assert {one.id for one in game.game[Unit].where("side", FRANCE)} == {"a", "more", "rear"}
    game.prove()


@pytest.mark.rule("BASE-2b-supply-spent", "BASE-3-supply-spent")
def test_by_ruling_supply_is_never_used_up() -> None:
    game = position(
        unit("a", FRANCE, "2-5", "0505"), unit("wagons", FRANCE, "supply", "0505"), REAR, at=DECLARES, dice=[1],
        parameters={"supplying": {"used_up": "never"}},
    )  # fmt: skip
    game.play(forced("a", "double"), EndStep(), EndStep())
    assert WAGONS in game.game[Unit]


@pytest.mark.rule("LGA-13-supply-position-force-march", "BASE-2a-production", "BASE-2a-depot-on-map")
def test_supply_for_a_force_march_must_have_begun_the_movement_there() -> None:
    """What a depot produces now is late for force marches, and in time for combat; two hexes away is too far."""
    game = position(
        unit("a", FRANCE, "2-5", "0505"), unit("Ulm", FRANCE, "depot", "0506"),
        unit("wagons", FRANCE, "supply", "0507"), unit("later", FRANCE, "depot", None), at=f"France: {DEPOT_STEP}",
    )  # fmt: skip
    game.play(Produce(UnitId("Ulm")))
    (new,) = (one.id for one in game.game[Unit] if one.hex == "0506" and one.kind == "supply")
    assert sources(game.game, UnitId("a"), "force march") == ()
    assert sources(game.game, UnitId("a"), "combat") == (new,)
    assert game.why_not(Produce(UnitId("Ulm"))) == {"BASE-2a-production"}
    assert game.why_not(Produce(UnitId("later"))) == {"BASE-2a-depot-on-map"}


@pytest.mark.rule("LGA-01-leader-no-own-roll", "LGA-01-leader-shares-disruption")
def test_one_die_covers_unit_and_leader_and_its_disruption_both() -> None:
    game = position(
        unit("Friant", FRANCE, "2-5", "0505"), *leader("Davout", FRANCE, "0505"), *leader("Ney", FRANCE, "0505"),
        unit("wagons", FRANCE, "supply", "0505"), at=DECLARES, dice=[4, 2],
    )  # fmt: skip
    game.play(forced("Friant", "double", "Davout"))
    assert len(game.throws) == 1
    assert {one.id for one in game.game[Disruption] if one.fresh} == {"Friant", "Davout"}
    game.play(forced("Ney", "double"))
    assert len(game.throws) == 2
    assert purse_of(game.game, UnitId("Ney")).left == 14
    game.prove()


@pytest.mark.rule("LGA-01-leader-shares-elimination")
def test_a_leader_is_lost_with_the_unit_that_its_force_march_eliminates_and_only_with_that() -> None:
    game = position(
        unit("Friant", FRANCE, "2-5", "0505"), *leader("Davout", FRANCE, "0505"), *leader("Ney", FRANCE, "0505"),
        unit("wagons", FRANCE, "supply", "0505"), at=DECLARES, dice=[6],
    )  # fmt: skip
    game.play(forced("Friant", "double", "Davout"))
    assert {one.id for one in game.game[Unit].where("side", FRANCE)} == {"Ney", "wagons"}
    assert [(one.side, one.cause, one.strength) for one in game.game[Account]] == [(FRANCE, "force march", -2)]
    assert not [*game.game[Ride]]
    game.prove()


@pytest.mark.rule("LGA-01-leader-attach")
def test_a_leader_rides_along_without_a_move_of_his_own_and_alone_he_pays() -> None:
    game = position(
        unit("Friant", FRANCE, "2-5", "0505"), *leader("Davout", FRANCE, "0505"), *leader("Ney", FRANCE, "0505"),
        unit("wagons", FRANCE, "supply", "0505"), REAR, at=MOVES,
    )  # fmt: skip
    assert points_of(game.game, (FRIANT, DAVOUT)) == 5, "his own seven do not count"
    assert points_of(game.game, (DAVOUT, WAGONS)) == 4, "supply units carry nobody"
    game.play(March((FRIANT, DAVOUT), tuple(map(SpaceId, ("0605", "0705", "0805", "0905", "1005")))))
    assert game.game[Unit][DAVOUT].hex == "1005"
    game.play(march("Ney", "0604"))
    assert purse_of(game.game, UnitId("Ney")).left == 6
    game.prove()


@pytest.mark.rule("LGA-01-leader-whole-move")
def test_a_leader_stays_with_the_unit_through_its_whole_move() -> None:
    game = position(
        unit("Friant", FRANCE, "2-5", "0505"), unit("Gudin", FRANCE, "2-5", "0505"), *leader("Davout", FRANCE, "0505"),
        at=MOVES,
    )  # fmt: skip
    game.play(March((FRIANT, DAVOUT), (SpaceId("0605"),)))
    assert game.why_not(march("Davout", "0505")) >= {"LGA-01-leader-whole-move"}
    assert game.why_not(march("Friant", "0705")) == {"LGA-01-leader-whole-move"}
    game.play(March((FRIANT, DAVOUT), (SpaceId("0705"),)))
    game.prove()


@pytest.mark.rule("LGA-01-leader-whole-move")
def test_a_leader_who_rode_with_two_goes_on_with_the_one_he_chooses() -> None:
    gudin = UnitId("Gudin")
    game = position(
        unit("Friant", FRANCE, "2-5", "0505"), unit("Gudin", FRANCE, "2-5", "0505"), *leader("Davout", FRANCE, "0505"),
        REAR, at=MOVES,
    )  # fmt: skip
    game.play(March((FRIANT, gudin, DAVOUT), (SpaceId("0605"),)))
    game.play(March((gudin, DAVOUT), (SpaceId("0705"),)))
    assert game.game[Ride][DAVOUT].units == (gudin,)
    game.play(march("Friant", "0606"))
    assert game.why_not(march("Gudin", "0805")) == {"LGA-01-leader-whole-move"}
    game.prove()


@pytest.mark.rule("BASE-2c-halt")
def test_what_a_force_march_brought_is_gone_in_the_next_turn() -> None:
    game = position(
        unit("Friant", FRANCE, "2-5", "0505"), unit("wagons", FRANCE, "supply", "0505"), at=DECLARES, dice=[1]
    )  # fmt: skip
    game.play(forced("Friant", "double"), EndStep(), EndStep())
    assert not [*game.game[Purse]]


@pytest.mark.rule("BASE-2b-die")
def test_what_the_die_does_is_said_before_one_decides() -> None:
    game = position(
        unit("Friant", FRANCE, "2-5", "0505"), unit("wagons", FRANCE, "supply", "0505"),
        unit("York", PRUSSIA, "2-5", "1912"), at=DECLARES,
    )  # fmt: skip
    assert MakeForceMarch.value_facts(game.game, "unit", "Friant") == "5 points without it"
    assert MakeForceMarch.value_facts(game.game, "rate", "single") == "die 5–6 disrupted"
    chosen = {"unit": "Friant"}
    said = [
        MakeForceMarch.value_facts_after(game.game, Ask("", ()), chosen, "rate", rate) for rate in ("single", "double")
    ]
    assert said == ["7 points; die 5–6 disrupted", "10 points; die 4–5 disrupted, 6 eliminated"]
    (sheet,) = [one for one in preview(game.game, forced("Friant", "double")) if isinstance(one, Sheet)]
    assert sheet.entries[0].value == "1–3 no effect, 4–5 disrupted, 6 eliminated"
