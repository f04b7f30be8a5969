"""Automatic elimination: at the odds of the chart, for a point more, and cavalry slips away."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Any

import pytest

from sandtable.engine import Pass, Row, SpaceId
from sandtable.engine.running.offers import Offer
from sandtable.play.words.naming import OfferedValues
from sandtable.testing import Play
from sandtable_grande_armee.combat.falling_back import FallBack
from sandtable_grande_armee.combat.overrun import Overrun
from sandtable_grande_armee.model import (
    Account,
    Battle,
    Disruption,
    Fort,
    FortId,
    Purse,
    Ride,
    Served,
    Shelter,
    Unit,
    UnitId,
)
from sandtable_grande_armee.testing import FRANCE, PRUSSIA, disrupted, leader, meadow, position, unit

MOVES = "France: movement_step"
HERE, THERE = "0806", "0805"
WAGONS = unit("wagons", FRANCE, "supply", "0807")
ARMY = unit("Army", FRANCE, "18-2", HERE)


def marching(*pieces: Row | Iterable[Row], **given: Any) -> Play:
    return position(*pieces, unit("Kleist", PRUSSIA, "2-5", "1912"), at=MOVES, **given)


def overrun(*units: str, supplies: tuple[str, ...] = ("wagons",), hex: str = THERE) -> Overrun:
    return Overrun(SpaceId(hex), SpaceId(HERE), tuple(map(UnitId, units)), tuple(map(UnitId, supplies)))


@pytest.mark.rule("BASE-2d-odds", "BASE-2d-point", "LGA-06-unsupplied-halved")
def test_seven_to_one_on_the_march_eliminates_for_a_point_more() -> None:
    game = marching(ARMY, unit("York", PRUSSIA, "2-5", THERE), WAGONS)
    game.play(overrun("Army"))
    game.play(Pass())  # York stays
    assert "York is ridden down in 0805" in "\n".join(game.log)
    assert UnitId("York") not in game.game[Unit]
    assert game.game[Account]["Prussia: overrun"].strength == -2
    assert game.game[Unit][UnitId("Army")].hex == THERE
    assert (game.game[Purse][UnitId("Army")].left, game.game[Purse][UnitId("Army")].spent) == (0, 2)
    assert game.game[Served][UnitId("wagons")].purpose == "combat"
    assert not len(game.game[Battle])
    game.prove()


@pytest.mark.rule("BASE-2d-odds", "LGA-06-unsupplied-halved")
def test_the_odds_count_supply_on_both_sides() -> None:
    game = marching(ARMY, unit("Tauentzien", PRUSSIA, "5-4", THERE), WAGONS)
    assert not game.why_not(overrun("Army"))  # 18 to 2
    assert game.why_not(overrun("Army", supplies=())) == {"BASE-2d-odds"}  # 9 to 2
    fed = marching(ARMY, unit("Tauentzien", PRUSSIA, "5-4", THERE), WAGONS, unit("bread", PRUSSIA, "supply", "0804"))
    assert fed.why_not(overrun("Army")) == {"BASE-2d-odds"}  # 18 to 5
    assert not len(fed.game[Served])


@pytest.mark.rule("BASE-2d-odds")
@pytest.mark.parametrize(("kind", "ways"), [("5-4", 0), ("2-5", 22)])
def test_of_a_great_crowd_those_forces_are_listed_that_are_strong_enough(kind: str, ways: int) -> None:
    """Of 20 divisions without supply, 20 points, all are needed against one, and all or all but one with a leader."""
    crowd = [unit(f"division {at:02}", FRANCE, "2-5", HERE) for at in range(20)]
    bread = unit("bread", PRUSSIA, "supply", "0804")
    game = marching(*crowd, leader("Ney", FRANCE, HERE, 1), unit("York", PRUSSIA, kind, THERE), bread, charts={
        "limits": {"overrun odds": 10},
    })  # fmt: skip
    assert len(game.may(Overrun)) == ways


@pytest.mark.rule("BASE-2d-odds")
@pytest.mark.parametrize(("needs", "refused"), [(9, set[str]()), (10, {"BASE-2d-odds"})])
def test_the_odds_are_those_of_the_chart(needs: int, refused: set[str]) -> None:
    charts = {"limits": {"overrun odds": needs}}
    game = marching(ARMY, unit("York", PRUSSIA, "5-4", THERE), WAGONS, charts=charts)
    assert game.why_not(overrun("Army")) == refused


@pytest.mark.rule("BASE-2d-points", "BASE-2d-able")
def test_what_an_overrun_needs() -> None:
    york = unit("York", PRUSSIA, "2-5", THERE)
    assert marching(ARMY, york, WAGONS, sheet=meadow(wood=THERE)).why_not(overrun("Army")) == {"BASE-2d-points"}
    assert marching(ARMY, york, WAGONS, disrupted("Army")).why_not(overrun("Army")) == {"BASE-2d-able"}
    lone = marching(ARMY, york, WAGONS, leader("Ney", FRANCE, HERE))
    assert "BASE-2d-able" in lone.why_not(overrun("Ney"))


@pytest.mark.rule("BASE-2d-walls", "LGA-14-inside-no-zoc")
def test_who_is_inside_a_fort_is_not_overrun() -> None:
    inside = Shelter(UnitId("York"), inside=True, declared=True, side=PRUSSIA)
    game = marching(ARMY, unit("York", PRUSSIA, "2-5", THERE), inside, WAGONS, forts={THERE: PRUSSIA})
    assert game.why_not(overrun("Army")) == {"BASE-2d-walls"}
    assert game.game[Fort][FortId(SpaceId(THERE))].holder == PRUSSIA


@pytest.mark.rule("LGA-07-cavalry-retreat-before", "LGA-07-no-extra-penalty", "LGA-07-ends-disrupted")
def test_cavalry_slips_away_and_nothing_more_is_paid() -> None:
    game = marching(ARMY, unit("Blücher", PRUSSIA, "1-6", THERE), WAGONS)
    game.play(overrun("Army"))
    game.play(game.may(FallBack)[0])
    assert game.game[Unit][UnitId("Blücher")].hex not in (THERE, None)
    assert list(game.game[Disruption].ids()) == ["Blücher"]
    assert game.game[Unit][UnitId("Army")].hex == THERE
    assert (game.game[Purse][UnitId("Army")].left, game.game[Purse][UnitId("Army")].spent) == (1, 1)
    game.prove()


@pytest.mark.rule("LGA-07-no-extra-penalty", "BASE-2d-point")
def test_where_somebody_stays_the_point_is_paid() -> None:
    game = marching(
        unit("Guard", FRANCE, "18-2", HERE), ARMY, unit("Blücher", PRUSSIA, "1-6", THERE),
        unit("York", PRUSSIA, "2-5", THERE), WAGONS,
    )  # fmt: skip
    game.play(overrun("Army", "Guard"))
    game.play(game.may(FallBack)[0], Pass())
    assert UnitId("York") not in game.game[Unit]
    assert {game.game[Purse][UnitId(one)].spent for one in ("Army", "Guard")} == {2}


@pytest.mark.rule("LGA-07-auto-elimination-needs-no-cavalry")
def test_nobody_slips_away_from_cavalry() -> None:
    game = marching(
        ARMY, unit("Murat", FRANCE, "3-7", HERE), unit("Blücher", PRUSSIA, "1-6", THERE),
        unit("York", PRUSSIA, "1-5", THERE), WAGONS,
    )  # fmt: skip
    game.play(overrun("Army", "Murat"))
    assert {UnitId("Blücher"), UnitId("York")}.isdisjoint(game.game[Unit].ids())
    assert not len(game.game[Battle])


@pytest.mark.rule("BASE-2d-riders", "LGA-01-leader-whole-move")
def test_who_rides_along_is_not_left_behind_by_an_overrun_nor_goes_with_others() -> None:
    def riding(*pieces: Row | Iterable[Row]) -> Play:
        return marching(
            ARMY, unit("Friant", FRANCE, "2-5", HERE), leader("Davout", FRANCE, HERE), WAGONS,
            unit("York", PRUSSIA, "2-5", THERE), *pieces,
        )  # fmt: skip

    game = riding(Ride(UnitId("Davout"), UnitId("Army")))
    assert game.why_not(overrun("Army")) == {"BASE-2d-riders"}
    assert not game.why_not(overrun("Army", "Davout"))
    assert not game.why_not(overrun("Army", "Davout", "Friant"))
    game = riding(Ride(UnitId("Davout"), UnitId("Friant")))
    assert game.why_not(overrun("Army", "Davout")) == {"BASE-2d-riders"}
    assert not game.why_not(overrun("Army"))


@pytest.mark.rule("BASE-2d-points")
def test_one_who_is_spent_does_not_keep_others_of_his_hex_from_overrunning() -> None:
    spent = unit("Friant", FRANCE, "2-5", HERE), Purse(UnitId("Friant"), 0, 5, moved=True)
    game = marching(ARMY, *spent, WAGONS, unit("York", PRUSSIA, "2-5", THERE))
    assert overrun("Army") in game.may(Overrun)
    assert game.why_not(overrun("Army", "Friant")) == {"BASE-2d-points"}


@pytest.mark.rule("BASE-2d-odds", "LGA-06-example-leader")
def test_leaders_count_and_go_along() -> None:
    game = marching(
        unit("Friant", FRANCE, "5-4", HERE), leader("Davout", FRANCE, HERE, attack=2),
        unit("York", PRUSSIA, "1-5", THERE), WAGONS,
    )  # fmt: skip
    assert game.why_not(overrun("Friant")) == {"BASE-2d-odds"}
    game.play(overrun("Davout", "Friant"), Pass())
    assert {game.game[Unit][UnitId(one)].hex for one in ("Davout", "Friant")} == {THERE}
    assert game.game[Purse][UnitId("Friant")].left == 2


@pytest.mark.rule("BASE-2d-odds")
def test_an_army_that_is_too_weak_with_all_it_has_is_offered_nothing() -> None:
    game = marching(
        [unit(f"{n}. division", FRANCE, "5-4", HERE) for n in range(1, 9)], unit("York", PRUSSIA, "18-2", THERE),
        [unit(f"wagons {n}", FRANCE, "supply", "0807") for n in range(1, 8)],
    )  # fmt: skip
    assert not game.may(Overrun)


@pytest.mark.rule("BASE-2d-odds", "BASE-2d-points")
def test_those_who_have_marched_do_not_keep_others_of_their_hex_from_an_overrun() -> None:
    spent = unit("Friant", FRANCE, "5-4", HERE), Purse(UnitId("Friant"), 0, 4, moved=True)
    game = marching(ARMY, spent, unit("York", PRUSSIA, "2-5", THERE), WAGONS)
    assert {one.units for one in game.may(Overrun)} == {("Army",)}


@pytest.mark.rule("BASE-2d-odds")
def test_listed_is_every_stack_that_is_strong_enough() -> None:
    others = (unit("Friant", FRANCE, "5-4", HERE), unit("Murat", FRANCE, "3-7", HERE))
    game = marching(ARMY, others, leader("Ney", FRANCE, HERE, attack=2), unit("York", PRUSSIA, "5-4", THERE), WAGONS)
    listed = {(one.units, one.supplies) for one in game.may(Overrun)}
    stacks = [stack for size in range(1, 5) for stack in combinations(("Army", "Friant", "Murat", "Ney"), size)]
    named = [(stack, supplies) for stack in stacks for supplies in ((), ("wagons",))]
    assert listed == {one for one in named if not game.why_not(overrun(*one[0], supplies=one[1]))}
    assert (("Army",), ("wagons",)) in listed  # 18 to 2
    assert (("Army", "Ney"), ()) not in listed  # 9 and 2 to 2


@pytest.mark.rule("BASE-2d-odds")
def test_why_no_overrun_can_be_asked_of_any_hex() -> None:
    game = marching(unit("Ney", FRANCE, "2-5", HERE), unit("York", PRUSSIA, "2-5", THERE), WAGONS)
    (ask,) = game.referee.prompt.open if game.referee.prompt is not None else ()
    offer = Offer(game.referee.view(FRANCE), ask, Overrun)
    hex = OfferedValues(offer, "hex").meant_by("0805")
    assert hex == THERE
    assert [str(reason) for reason in offer.why_not("hex", hex)] == [
        "no force of yours beside it is strong enough (BASE-2d-odds)"
    ]
    assert OfferedValues(offer, "hex").meant_by("Nowhere") is None
