"""Retreats: towards what, through what, how far; who is lost because he cannot."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from sandtable.engine import Row, SpaceId
from sandtable.testing import Play
from sandtable_grande_armee.combat.bearings import distance, distances_to_side
from sandtable_grande_armee.combat.falling_back import FallBack, Halt, ways_back
from sandtable_grande_armee.model import Account, Disruption, Retreat, Unit, UnitId
from sandtable_grande_armee.testing import AUSTRIA, FRANCE, PRUSSIA, RUSSIA, disrupted, leader, meadow, position, unit

BEATEN = {"combat results": {(odds, die): "DR" for odds in ("1:3", "1:1", "2:1", "4:1", "6:1") for die in range(1, 7)}}


def way(*steps: tuple[str, int], since: str) -> tuple[Halt, ...]:
    """Return a way by its hexes, with the points left in each."""
    found: list[Halt] = []
    for hex, left in steps:
        found.append(Halt(SpaceId(hex), left, SpaceId(since)))
        since = hex
    return tuple(found)


def fled(*pieces: Row | Iterable[Row], **given: Any) -> Play:
    """Return a game in which Friant's army has beaten all in 0805: the first of them is asked to retreat."""
    from sandtable.engine import Pass
    from sandtable_grande_armee.combat.attack import Attack

    game = position(
        unit("Army", FRANCE, "18-2", "0806"), *pieces, at="France: attack", dice=[1], charts=BEATEN, **given
    )
    game.play(Attack(SpaceId("0805"), (UnitId("Army"),)))
    while game.prompt is not None and game.prompt.open[0].optional:
        game.play(Pass())
    return game


def ends(game: Play) -> set[str]:
    """Return the hexes in which the retreat that is asked for may end."""
    return {one.way[-1].hex for one in game.may(FallBack)}


@pytest.mark.rule("LGA-10-direction-prussia", "LGA-10-full-allowance", "LGA-10-normal-costs", "BASE-5-toward")
def test_prussians_retreat_north_by_their_full_allowance() -> None:
    game = fled(unit("York", PRUSSIA, "5-4", "0805"))
    assert {one.towards for one in game.may(FallBack)} == {"north"}
    assert "0801" in ends(game)
    for one in game.may(FallBack):
        assert one.way[-1].left == 0
        homewards = [distance(game.game, "north", hex) for hex in (SpaceId("0805"), *(halt.hex for halt in one.way))]
        assert homewards == sorted(homewards, reverse=True)
    straight = way(("0804", 3), ("0803", 2), ("0802", 1), ("0801", 0), since="0805")
    assert game.why_not(FallBack((), "north", straight[:3])) == {"LGA-10-full-allowance"}
    assert game.why_not(FallBack((), "west", straight)) != set()
    game.play(FallBack((), "north", straight))
    assert game.game[Unit][UnitId("York")].hex == "0801"
    assert not len(game.game[Retreat])
    assert not len(game.game[Disruption])
    game.prove()


@pytest.mark.rule("LGA-10-normal-costs")
def test_where_no_retreat_comes_to_is_said_with_its_rule() -> None:
    game = fled(unit("York", PRUSSIA, "5-4", "0805"))
    (reason,) = ways_back(game.game, UnitId("York"), "north").why_not("1814")
    assert str(reason) == "1814 is further away than York can retreat with 4 movement points (LGA-10-normal-costs)"


@pytest.mark.rule(
    "LGA-10-direction-france", "LGA-10-direction-prussia", "LGA-10-direction-russia", "BASE-5-direction-by-data"
)
def test_each_nation_retreats_to_its_own_side_of_the_map() -> None:
    from sandtable_grande_armee.hookspecs.combat import CombatHooks

    names = {FRANCE: "west", PRUSSIA: "north", RUSSIA: "east", AUSTRIA: "east"}
    game = position(*(unit(side, side, "2-5", f"1{at}05") for at, side in enumerate(names)), at="France: attack")
    goals = game.game.hooks(CombatHooks).goals
    assert {side: goals(game.game, UnitId(side)) for side in names} == {side: [to] for side, to in names.items()}


def test_how_far_a_side_of_the_map_is() -> None:
    game = position(unit("York", PRUSSIA, "5-4", "0805"), at="France: attack")
    found = {side: distances_to_side(game.game, side)[SpaceId("0805")] for side in ("west", "north", "east", "south")}
    assert found == {"west": 7, "north": 4, "east": 12, "south": 9}


@pytest.mark.rule("LGA-10-direction-depot", "BASE-5-depot-reached", "BASE-5-toward")
def test_one_may_retreat_towards_a_depot_instead_and_stop_in_it() -> None:
    game = fled(unit("York", PRUSSIA, "5-4", "0805"), unit("Erfurt", PRUSSIA, "depot", "0803"))
    assert {one.towards for one in game.may(FallBack)} == {"north", "Erfurt"}
    short = way(("0804", 3), ("0803", 2), since="0805")
    assert not game.why_not(FallBack((), "Erfurt", short))
    assert game.why_not(FallBack((), "north", short)) == {"LGA-10-full-allowance"}
    assert "BASE-5-toward" in {one.rule for one in ways_back(game.game, UnitId("York"), "Erfurt").why_not("1006")}


@pytest.mark.rule("LGA-10-direction-depot")
def test_a_depot_of_the_enemy_is_no_goal() -> None:
    game = fled(unit("York", PRUSSIA, "5-4", "0805"), unit("Mainz", FRANCE, "depot", "0801"))
    assert {one.towards for one in game.may(FallBack)} == {"north"}


@pytest.mark.rule("LGA-10-normal-costs", "LGA-10-full-allowance")
def test_a_retreat_pays_for_the_ground_and_what_is_too_little_is_lost() -> None:
    woods = " ".join(f"{column:02}{row:02}" for column in range(1, 21) for row in range(1, 6))
    game = fled(unit("York", PRUSSIA, "2-5", "0805"), sheet=meadow(wood=woods))
    assert {one.way[-1].left for one in game.may(FallBack)} == {1}
    assert {len(one.way) for one in game.may(FallBack)} == {2}
    ways = ways_back(game.game, UnitId("York"), "north")
    assert ways.tell_price(game.may(FallBack)[0].way).count("wood") == 1


@pytest.mark.rule("LGA-09-retreat-through-ezoc")
def test_no_retreat_through_zones_of_control_but_for_cavalry_through_those_of_infantry() -> None:
    infantry = unit("Friant", FRANCE, "2-5", "0704")
    game = fled(unit("York", PRUSSIA, "2-5", "0805"), infantry)
    through = way(("0804", 4), since="0805")
    assert game.why_not(FallBack((), "north", through)) == {"LGA-09-retreat-through-ezoc"}
    assert "LGA-09-retreat-through-ezoc" in {
        one.rule for one in ways_back(game.game, UnitId("York"), "north").why_not("0804")
    }
    game = fled(unit("York", PRUSSIA, "1-6", "0805"), infantry)
    assert any(one.way[0].hex == "0804" for one in game.may(FallBack))
    game = fled(unit("York", PRUSSIA, "1-6", "0805"), infantry, unit("Milhaud", FRANCE, "1-6", "0904"))
    assert not any(one.way[0].hex == "0804" for one in game.may(FallBack))


@pytest.mark.rule("LGA-08-retreat-through-friends", "LGA-08-not-in-ezoc", "LGA-11-ezoc-into-friends-retreat")
def test_through_friends_without_harm_but_they_open_no_zone_of_control() -> None:
    friends = unit("Kleist", PRUSSIA, "2-5", "0804")
    game = fled(unit("York", PRUSSIA, "5-4", "0805"), friends)
    straight = way(("0804", 3), ("0803", 2), ("0802", 1), ("0801", 0), since="0805")
    game.play(FallBack((), "north", straight))
    assert not len(game.game[Disruption])
    game = fled(unit("York", PRUSSIA, "5-4", "0805"), friends, unit("Friant", FRANCE, "2-5", "0704"))
    assert "LGA-08-not-in-ezoc" in game.why_not(FallBack((), "north", straight))


@pytest.mark.rule("LGA-08-retreat-through-friends")
def test_a_retreat_may_end_among_friends() -> None:
    game = fled(unit("York", PRUSSIA, "5-4", "0805"), unit("Kleist", PRUSSIA, "18-2", "0801"))
    straight = way(("0804", 3), ("0803", 2), ("0802", 1), ("0801", 0), since="0805")
    game.play(FallBack((), "north", straight))
    assert [one.id for one in game.game[Unit].where("hex", "0801")] == ["Kleist", "York"]
    assert not len(game.game[Disruption])


@pytest.mark.rule("BASE-5-retreat-enemy", "BASE-5-retreat-ground", "BASE-5-no-turning-back")
def test_no_retreat_into_enemies_or_mountains_and_none_back() -> None:
    game = fled(
        unit("York", PRUSSIA, "1-6", "0805"), unit("Friant", FRANCE, "2-5", "0804"), sheet=meadow(mountain="0905")
    )
    assert game.why_not(FallBack((), "north", way(("0804", 5), since="0805"))) == {"BASE-5-retreat-enemy"}
    assert game.why_not(FallBack((), "north", way(("0905", 5), since="0805"))) == {"BASE-5-retreat-ground"}
    back = way(("0705", 5), ("0805", 4), since="0805")
    assert game.why_not(FallBack((), "north", back)) == {"BASE-5-no-turning-back"}


def surrounded(*hexes: str, **given: Any) -> Play:
    """Return a game in which York is beaten with French divisions in some hexes around him."""
    ring = [unit(f"F {hex}", FRANCE, "2-5", hex) for hex in hexes]
    return fled(unit("York", PRUSSIA, "5-4", "0805"), unit("Kleist", PRUSSIA, "5-4", "1912"), *ring, **given)


AS_FAR = {"retreats": {"unfinished": "as far as it can"}}


@pytest.mark.rule("BASE-5-no-retreat", "LGA-10-full-allowance")
def test_who_cannot_go_all_the_way_is_eliminated_or_goes_as_far_as_he_can() -> None:
    game = surrounded("0802", "1004", "0604")
    assert UnitId("York") not in game.game[Unit]
    assert game.game[Account]["Prussia: retreat"].strength == -5
    assert "York finds no way to retreat and is lost" in game.log
    game = surrounded("0802", "1004", "0604", parameters=AS_FAR)
    assert ends(game) == {"0804"}
    game.play(game.may(FallBack)[0])
    assert game.game[Unit][UnitId("York")].hex == "0804"
    assert not len(game.game[Retreat])


@pytest.mark.rule("BASE-5-no-retreat")
@pytest.mark.parametrize("parameters", [{}, AS_FAR])
def test_who_cannot_leave_at_all_is_eliminated(parameters: dict[str, dict[str, str]]) -> None:
    game = surrounded("0904", "0704", parameters=parameters)
    assert UnitId("York") not in game.game[Unit]
    assert not len(game.game[Retreat])


@pytest.mark.rule("LGA-10-leader-alone-halts")
def test_a_leader_alone_may_stop_with_undisrupted_friends() -> None:
    pieces = (unit("Tauentzien", PRUSSIA, "1-5", "0805"), *leader("Blücher", PRUSSIA, "0805"))
    game = fled(*pieces, unit("Kleist", PRUSSIA, "2-5", "0803"))
    assert game.about(str) == "Tauentzien"
    game.play(next(one for one in game.may(FallBack) if not one.leaders))
    assert game.about(str) == "Blücher"
    short = way(("0804", 6), ("0803", 5), since="0805")
    assert not game.why_not(FallBack((), "north", short))
    game = fled(*pieces, unit("Kleist", PRUSSIA, "2-5", "0803"), disrupted("Kleist"))
    game.play(next(one for one in game.may(FallBack) if not one.leaders and one.way[-1].hex != "0803"))
    assert game.why_not(FallBack((), "north", short)) == {"LGA-10-full-allowance"}


@pytest.mark.rule("LGA-10-leader-alone-halts")
@pytest.mark.parametrize(("friend", "stops"), [("depot", True), ("supply", True), ("leader", False)])
def test_a_depot_and_a_supply_unit_are_units_too_another_leader_is_not(friend: str, stops: bool) -> None:
    game = fled(
        unit("Tauentzien", PRUSSIA, "1-5", "0805"), *leader("Blücher", PRUSSIA, "0805"),
        unit("friend", PRUSSIA, friend, "0803"),
    )  # fmt: skip
    game.play(next(one for one in game.may(FallBack) if not one.leaders and one.way[-1].hex != "0803"))
    short = way(("0804", 6), ("0803", 5), since="0805")
    assert game.why_not(FallBack((), "north", short)) == (set() if stops else {"LGA-10-full-allowance"})


def test_a_leader_may_go_along_with_troops() -> None:
    game = fled(unit("Tauentzien", PRUSSIA, "2-5", "0805"), leader("Blücher", PRUSSIA, "0805"))
    game.play(next(one for one in game.may(FallBack) if one.leaders))
    assert game.game[Unit][UnitId("Blücher")].hex == game.game[Unit][UnitId("Tauentzien")].hex
    assert not len(game.game[Retreat])


def test_what_a_retreat_says_of_itself() -> None:
    game = fled(unit("York", PRUSSIA, "5-4", "0805"), leader("Blücher", PRUSSIA, "0805"))
    act = next(one for one in game.may(FallBack) if one.leaders)
    game.play(act)
    assert any("York with Blücher retreats to " in line for line in game.read_by(PRUSSIA))
