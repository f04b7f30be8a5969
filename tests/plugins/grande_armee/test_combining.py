"""Combining and breaking down: the purse of the source, number by number."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sandtable.engine import Ask, SpaceId
from sandtable.engine.running.offers import Offer
from sandtable_grande_armee.model import Account, ForceMarch, Purse, Shelter, Unit, UnitId
from sandtable_grande_armee.movement.combining import BreakDown, Combine, combined_points, recipes
from sandtable_grande_armee.movement.march import March, ways_of
from sandtable_grande_armee.movement.purses import purse_of
from sandtable_grande_armee.steps import MOVEMENT_STEP
from sandtable_grande_armee.testing import FRANCE, disrupted, leader, position, unit

if TYPE_CHECKING:
    from sandtable.testing import Play

MOVES = f"France: {MOVEMENT_STEP}"
SIX = tuple(UnitId(one) for one in ("Friant", "Gudin", "Morand", "Legrand", "Leval", "Vandamme"))
MEET = SpaceId("0605")


def way(*hexes: str) -> tuple[SpaceId, ...]:
    return tuple(map(SpaceId, hexes))


def march(units: str, *hexes: str) -> March:
    return March((UnitId(units),) if "'" in units else tuple(UnitId(unit) for unit in units.split(" ")), way(*hexes))


def purse(id: str, left: int, force: ForceMarch = "none") -> Purse:
    return Purse(UnitId(id), left, 0, force)


def points(game: Play, id: str) -> tuple[int, int]:
    """Return the points that a unit may use, and those beyond."""
    now = purse_of(game.game, UnitId(id))
    return now.left, now.beyond


REAR = unit("rear", FRANCE, "1-6", "1512")
"""Who still has points when all others have spent theirs, so that the step goes on."""
STARTS = ("0603", "0404", "0805", "0406", "0806", "0607")
"""Hexes from which it is two clear hexes to where they meet."""


def six(force: ForceMarch = "double", slow: str = "") -> Play:
    """Put six divisions into hexes two clear hexes away from one, all on a force march, but for a slow one."""
    marching = [purse(id, 10, force) for id in SIX if force != "none" and id != slow]
    divisions = [unit(id, FRANCE, "2-5", hex) for id, hex in zip(SIX, STARTS, strict=True)]
    return position(*divisions, *marching, REAR, at=MOVES)


def meet(game: Play, *ids: str) -> None:
    """March divisions to where they meet, each by the cheapest way."""
    for id in ids:
        units = (UnitId(id),)
        (goal,) = ways_of(game.game, units).goals(MEET)
        game.play(March(units, goal.way))


@pytest.mark.rule(
    "LGA-02-example-all-force-march", "LGA-02-six-divisions-one-army", "LGA-02-final-cap", "LGA-02-slowest-rate",
    "LGA-02-entering-stack-cost", "LGA-02-combine-cost-corps", "LGA-02-combine-cost-army", "LGA-02-combine-as-often",
)  # fmt: skip
def test_six_divisions_on_a_double_force_march_become_an_army_that_moves_two_more() -> None:
    """The worked example of the source, hex by hex: 3 + 1 + 1 of 10, and 2 of the 5 that are left: 7 in all."""
    game = six()
    meet(game, *SIX)
    assert [points(game, id) for id in SIX] == [(8, 0), *[(7, 0)] * 5], "two hexes cost 2, and joining a stack 1 more"
    for first, second in zip(SIX[::2], SIX[1::2], strict=True):
        game.play(Combine((first, second)))
    corps = [one.id for one in game.game[Unit].where("hex", MEET)]
    assert [(game.game[Unit][one].kind, points(game, one)) for one in corps] == [("5-4", (4, 2))] * 3
    assert combined_points(game.game, tuple(corps), recipes(game.game)["5-4"]).whole() == 5
    game.play(Combine(tuple(corps)))
    (army,) = game.game[Unit].where("hex", MEET)
    assert (army.kind, army.id, points(game, army.id)) == ("18-2", "Friant's army", (2, 3))
    game.play(march(army.id, "0606", "0607"))
    assert game.why_not(march(army.id, "0608")) >= {"BASE-2c-points"}
    assert purse_of(game.game, army.id).spent == 7
    assert {one.cause: one.strength for one in game.game[Account]} == {"combined": 6}
    game.prove()


@pytest.mark.rule("LGA-02-example-not-all-force-march", "LGA-02-slowest-rate")
@pytest.mark.parametrize(("force", "slow"), [("none", ""), ("double", "Vandamme")])
def test_six_divisions_of_which_not_all_force_march_combine_and_move_no_further(force: ForceMarch, slow: str) -> None:
    game = six(force, slow)
    meet(game, *SIX)
    for first, second in zip(SIX[::2], SIX[1::2], strict=True):
        game.play(Combine((first, second)))
    game.play(Combine(tuple(one.id for one in game.game[Unit].where("hex", MEET))))
    (army,) = game.game[Unit].where("hex", MEET)
    assert (army.kind, points(game, army.id)) == ("18-2", (0, 0))
    assert purse_of(game.game, army.id).force == "none"
    assert game.why_not(march(army.id, "0606")) >= {"BASE-2c-points"}


@pytest.mark.rule("LGA-02-example-three-corps")
def test_three_corps_within_one_hex_become_an_army_that_moves_one() -> None:
    game = position(
        unit("I", FRANCE, "5-4", "0605"), unit("III", FRANCE, "5-4", "0604"), unit("V", FRANCE, "5-4", "0606"),
        REAR, at=MOVES,
    )  # fmt: skip
    meet(game, "III", "V")
    game.play(Combine((UnitId("I"), UnitId("III"), UnitId("V"))))
    assert points(game, "I's army") == (1, 0)
    game.play(march("I's army", "0606"))
    assert purse_of(game.game, UnitId("I's army")).left == 0


@pytest.mark.rule("BASE-2c-alike", "BASE-2c-held-combining", "LGA-02-combine-as-often", "BASE-2c-walls")
def test_what_does_not_combine() -> None:
    game = position(
        *(unit(id, FRANCE, "2-5", "0505") for id in ("a", "b", "c", "d")), unit("e", FRANCE, "2-5", "0606"),
        unit("l", FRANCE, "1-6", "0505"), unit("m", FRANCE, "1-6", "0505"), disrupted("b"), purse("c", 0),
        unit("f", FRANCE, "2-5", "0909"), unit("g", FRANCE, "2-5", "0909"), Shelter(UnitId("f"), True), at=MOVES,
    )  # fmt: skip

    def why_not(*units: str) -> set[str]:
        return game.why_not(Combine(tuple(map(UnitId, units))))

    assert why_not("a", "e") == why_not("a", "l") == why_not("l", "m") == {"BASE-2c-alike"}
    assert why_not("a", "b") == {"BASE-2c-disrupted"}
    assert why_not("a", "c") == {"LGA-02-combine-as-often"}
    assert why_not("a", "c", "d") >= {"BASE-2c-alike"}
    assert why_not("f", "g") == {"BASE-2c-walls"}
    assert not why_not("a", "d")


@pytest.mark.rule("LGA-03-breakdown-cost", "LGA-03-breakdown-new-allowance", "BASE-2c-parts")
@pytest.mark.rule("LGA-03-breakdown-double-force-divisions", "LGA-03-breakdown-double-force-corps")
@pytest.mark.rule("BASE-2c-breakdown-single-force")
@pytest.mark.parametrize(
    ("force", "into", "left", "number"),
    [("none", "2-5", 4, 6), ("double", "2-5", 9, 6), ("double", "5-4", 7, 3), ("none", "5-4", 3, 3),
     ("single", "2-5", 6, 6), ("single", "5-4", 5, 3)],
)  # fmt: skip
def test_what_is_left_after_a_breakdown(force: ForceMarch, into: str, left: int, number: int) -> None:
    """The numbers of the source: 4, 9 and 7."""
    game = position(
        unit("Army", FRANCE, "18-2", "0505"),
        purse("Army", 4 if force == "double" else 3 if force == "single" else 2, force),
        at=MOVES,
    )
    game.play(BreakDown(UnitId("Army"), into))
    assert [(one.kind, points(game, one.id)[0]) for one in game.game[Unit].where("side", FRANCE)] == [
        (into, left)
    ] * number
    lost = 12 - 18 if into == "2-5" else 15 - 18
    assert {one.cause: one.strength for one in game.game[Account]} == {"broken down": lost}
    game.prove()


@pytest.mark.rule("LGA-03-breakdown-new-allowance", "LGA-03-breakdown-cost")
@pytest.mark.parametrize(
    ("purses", "into", "says"),
    [
        ((), "2-5", "6 parts with 4 points each"), ((), "5-4", "3 parts with 3 points each"),
        ((purse("Army", 4, "double"),), "2-5", "6 parts with 9 points each"),
    ],
)  # fmt: skip
def test_what_each_part_will_have_stands_beside_its_kind(purses: tuple[Purse, ...], into: str, says: str) -> None:
    """What the window and the terminal list when a unit is to break down, before it does."""
    game = position(unit("Army", FRANCE, "18-2", "0505"), *purses, at=MOVES)
    assert BreakDown.value_facts_after(game.game, Ask("", ()), {"unit": UnitId("Army")}, "into", into) == says
    number, _, _, left, *_ = says.split(" ")
    assert f"{number} × {into} with {left}" in BreakDown.value_facts(game.game, "unit", "Army")


def test_combining_asks_for_units_in_words() -> None:
    game = position(*(unit(id, FRANCE, "2-5", "0505") for id in ("a", "b", "c")), at=MOVES)
    ask = Ask(FRANCE, (Combine,))
    assert (
        Offer(game.referee.view(FRANCE), ask, Combine).domain("units").says()
        == "units of one kind in one hex, as many as make a greater one"
    )


@pytest.mark.rule("LGA-03-leave-breakdown-hex")
def test_leaving_the_hex_of_the_breakdown_costs_one_more_and_only_once() -> None:
    game = position(unit("Army", FRANCE, "18-2", "0505"), at=MOVES)
    game.play(BreakDown(UnitId("Army"), "2-5"))
    first = UnitId("Army/1")
    assert ways_of(game.game, (first,)).prices(way("0605", "0705")) == (2, 1)
    game.play(march(first, "0605", "0705"))
    assert purse_of(game.game, first).left == 1
    game.play(march("Army/2", "0604"))
    assert ways_of(game.game, (UnitId("Army/2"),)).prices(way("0505")) == (2,), "the others stand there; no breakdown"


@pytest.mark.rule("LGA-03-breakdown-new-allowance", "BASE-2c-held-breaking-down")
def test_points_spent_before_count_against_the_parts() -> None:
    game = position(
        unit("Army", FRANCE, "18-2", "0505"), unit("Corps", FRANCE, "5-4", "0909"), disrupted("Corps"), at=MOVES
    )
    game.play(march("Army", "0605"), BreakDown(UnitId("Army"), "2-5"))
    assert points(game, "Army/1") == (3, 0)
    assert game.why_not(BreakDown(UnitId("Corps"), "2-5")) == {"BASE-2c-disrupted"}
    assert game.why_not(BreakDown(UnitId("Army/1"), "2-5")) >= {"BASE-2c-parts"}


@pytest.mark.rule("LGA-02-combine-as-often")
def test_an_army_may_break_down_and_combine_again_while_points_last() -> None:
    game = position(unit("Army", FRANCE, "18-2", "0505"), at=MOVES)
    game.play(BreakDown(UnitId("Army"), "5-4"))
    assert points(game, "Army/1") == (3, 0)
    game.play(Combine((UnitId("Army/1"), UnitId("Army/2"), UnitId("Army/3"))))
    assert points(game, "Army") == (2, 0), "it is called as before"
    game.play(BreakDown(UnitId("Army"), "2-5"))
    assert {one.kind for one in game.game[Unit].where("side", FRANCE)} == {"2-5"}
    assert not [one for one in game.game[Account] if one.strength != {"combined": 3, "broken down": -9}[one.cause]]
    game.prove()


def test_whoever_leads_rides_on_with_what_his_unit_becomes() -> None:
    game = position(
        unit("a", FRANCE, "2-5", "0505"), unit("b", FRANCE, "2-5", "0605"), *leader("Davout", FRANCE, "0505"), at=MOVES
    )
    game.play(march("a Davout", "0605"), Combine((UnitId("a"), UnitId("b"))))
    assert game.why_not(march("a's corps", "0606")) == {"LGA-01-leader-whole-move"}
    game.play(March((UnitId("a's corps"), UnitId("Davout")), way("0606")))
    game.prove()


def test_a_leader_whose_army_breaks_down_goes_on_with_one_of_its_parts() -> None:
    game = position(unit("Army", FRANCE, "18-2", "0505"), *leader("Davout", FRANCE, "0505"), at=MOVES)
    game.play(march("Army Davout", "0605"), BreakDown(UnitId("Army"), "2-5"))
    assert game.why_not(march("Davout", "0505")) == {"BASE-2c-cost"}
    game.play(march("Army/1 Davout", "0606"))
    assert game.game[Unit][UnitId("Davout")].hex == "0606"
    game.prove()
