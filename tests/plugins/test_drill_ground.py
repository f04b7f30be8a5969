"""The rules of the drill ground, told as the examples of its rulebook."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from sandtable.board import Facing, Map, Pose
from sandtable.cli import main
from sandtable.engine import Invalid, Pass, Refused, Row, SeededDice, SideId, SpaceId
from sandtable.engine.referee.referee import Referee
from sandtable.lab.odds import contests_of, odds
from sandtable.library import ScenarioDocument
from sandtable.library.store.library_file import Library
from sandtable.play.record.story import stories_of
from sandtable.play.record.story_words import story_title
from sandtable.play.words.present_words import situation_lines
from sandtable.present import presentation
from sandtable.testing import Play, install_game, leaks, play_randomly, position
from sandtable_drill_ground.fire import Fire
from sandtable_drill_ground.march import March, ways_of
from sandtable_drill_ground.model import Army, Formation, Unit, UnitId
from sandtable_drill_ground.system import DRILL_GROUND, drill_map
from tests.tiers import count

BLUE, RED = SideId("Blue"), SideId("Red")
SCENARIO = DRILL_GROUND.scenarios[0]
CHARTS = [row for row in SCENARIO.own_rows() if not isinstance(row, Unit)]


def pose(text: str) -> Pose:
    """Read a pose: ``0808 D0`` is a column in 0808 that faces up the map, ``0808+0908 P0`` a line."""
    hexes, facing = text.split()
    places = tuple(map(SpaceId, hexes.split("+")))
    return Pose(places, Facing[facing], "line" if len(places) > 1 else "column")


def unit(name: str, at: str, **fields: Any) -> Unit:
    """Make a unit: the first word of its name is its side, the second may be its arm."""
    side, _, rest = name.partition(" ")
    stands = pose(at)
    arm = {"Guns": "guns", "Horse": "cavalry"}.get(rest, "infantry")
    formation: Formation = "line" if len(stands.hexes) > 1 else "column"
    return Unit(UnitId(name), SideId(side), fields.pop("arm", arm), stands.hexes, stands.facing, formation, **fields)


def drill(*units: Row, at: str = "Blue: march", sheet: Map | None = None, **given: Any) -> Play:
    armies = (Army(BLUE, 3, 3), Army(RED, 0, 3))
    others = [] if any(one.id.startswith("Red") for one in units) else [unit("Red Far", "2402 D3")]
    return position(DRILL_GROUND, *CHARTS, *armies, *units, *others, at=at, board=sheet or drill_map(), **given)


def march(name: str, *way: str) -> March:
    return March(UnitId(name), tuple(map(pose, way)))


def fire(name: str, target: str) -> Fire:
    return Fire(UnitId(name), UnitId(target))


def with_wood(*numbers: str) -> Map:
    """Return the drill ground with more wood on it."""
    sheet = drill_map()
    assert sheet.hexes is not None
    terrain = type(sheet.hexes.terrain)(sheet.hexes.grid)
    terrain.restore(sheet.hexes.terrain.cells, sheet.hexes.terrain.sets)
    terrain.paint([sheet.by_number.at(number) for number in numbers], "wood")
    return replace(sheet, hexes=replace(sheet.hexes, terrain=terrain))


# -- 2: marching


@pytest.mark.rule("DRILL-2.2", "DRILL-2.1")
def test_a_line_advances_wheels_and_turns_about() -> None:
    """Lines face a hexpoint: three hexes lie before the two."""
    play = drill(unit("Blue 1", "1214+1315 P0"))
    ways = ways_of(play.game, UnitId("Blue 1"))
    nexts = {str(one) for one in ways.onward(())}
    assert nexts == {
        "1213+1314 line P0", "1314+1414 line P0", "1314+1315 line P1", "1214+1314 line P5", "1315+1214 line P3",
        "1214 column D0", "1214 column D1", "1315 column D0", "1315 column D1",
    }  # fmt: skip
    assert ways.prices((pose("1213+1314 P0"), pose("1213+1313 P5"))) == (2, 2)
    play.play(march("Blue 1", "1213+1314 P0", "1213+1313 P5"))
    assert str(play[Unit]["Blue 1"].pose) == "1213+1313 line P5"
    assert play.at != "Blue: march"  # its only unit has marched
    play.prove()


@pytest.mark.rule("DRILL-2.3")
def test_wood_slope_and_stream_add_to_the_price() -> None:
    play = drill(unit("Blue 1", "1611 D0"), unit("Blue 2", "0611 D0"), unit("Blue 3", "0609 D0"))

    def price(name: str, *way: str) -> tuple[int, ...]:
        return ways_of(play.game, UnitId(name)).prices(tuple(map(pose, way)))

    assert price("Blue 1", "1610 D0") == (2,)
    assert price("Blue 2", "0610 D0") == (2,)
    assert price("Blue 3", "0608 D0") == (2,)
    parts = ways_of(play.game, UnitId("Blue 1")).tally((pose("1610 D0"),)).parts
    assert [(part.rule, part.says) for part in parts] == [("DRILL-2.2", "advance"), ("DRILL-2.3", "wood")]


def test_a_counter_shows_the_points_that_its_unit_may_spend() -> None:
    play = drill(unit("Blue 1", "0814 D0"))
    counter = next(one for one in presentation.counters(play.game) if one.piece == "Blue 1")
    assert counter.movement == str(ways_of(play.game, UnitId("Blue 1")).allowance.limit) == "5"


def test_the_card_of_a_unit_names_its_formation() -> None:
    card = presentation.card(drill(unit("Blue 1", "0814 D0")).game, "Blue 1")
    assert card is not None
    assert {one.title: one.value for one in card.entries}["Formation"].startswith("column facing ")


@pytest.mark.rule("DRILL-2.2")
def test_what_lies_too_far_is_told_with_its_rule() -> None:
    play = drill(unit("Blue 1", "0814 D0"))
    (dear,) = ways_of(play.game, UnitId("Blue 1")).why_not("0804")
    parts = "(advance 10, slope 1, stream 1, DRILL-2.3)"
    assert str(dear) == f"the way there costs 12 movement points {parts}, and 5 can be spent (DRILL-2.2)"


@pytest.mark.rule("DRILL-2.4")
def test_no_unit_enters_a_hex_in_which_another_stands() -> None:
    play = drill(unit("Blue 1", "0814 D0"), unit("Blue 2", "0813 D0"))
    assert play.why_not(march("Blue 1", "0813 D0")) >= {"DRILL-2.4"}
    reasons = ways_of(play.game, UnitId("Blue 1")).why_not("0813")
    assert [str(one) for one in reasons] == ["0813 is taken by the Blue 2 (DRILL-2.4)"]


@pytest.mark.rule("DRILL-2.5")
def test_a_march_ends_before_the_front_of_the_enemy() -> None:
    play = drill(unit("Blue 1", "0814 D0"), unit("Red 1", "0811 D3"))
    ways = ways_of(play.game, UnitId("Blue 1"))
    assert ways.halts((pose("0813 D0"), pose("0812 D0")))
    assert ways.onward((pose("0813 D0"), pose("0812 D0"))) == ()


@pytest.mark.rule("DRILL-2.6")
def test_a_wood_that_is_put_on_the_map_is_named_in_reasons_and_prices() -> None:
    guns, foot = unit("Blue Guns", "0814 D0"), unit("Blue 1", "1014 D0")
    plain, wooded = drill(guns, foot), drill(guns, foot, sheet=with_wood("0813", "1013"))
    assert plain.why_not(march("Blue Guns", "0813 D0")) == set()
    assert wooded.why_not(march("Blue Guns", "0813 D0")) >= {"DRILL-2.6"}
    why = ways_of(wooded.game, UnitId("Blue Guns")).why_not("0813")
    assert "guns cannot enter the wood in 0813 (DRILL-2.6)" in map(str, why)
    assert ways_of(plain.game, UnitId("Blue 1")).prices((pose("1013 D0"),)) == (1,)
    assert "wood" in str(ways_of(wooded.game, UnitId("Blue 1")).tally((pose("1013 D0"),)))


# -- 3: fire


@pytest.mark.rule("DRILL-3.1", "DRILL-3.2", "DRILL-3.3")
def test_fire_has_an_arc_a_range_and_wants_to_see() -> None:
    play = drill(
        unit("Blue Guns", "1613 D0"), unit("Blue 1", "1213 D0"),
        unit("Red 1", "1605 D3"), unit("Red 2", "1311 D3"), unit("Red 3", "1512 D3"), unit("Red 4", "1610 D3"),
        at="Blue: fire",
    )  # fmt: skip
    assert play.why_not(fire("Blue Guns", "Red 1")) == {"DRILL-3.2"}
    assert play.why_not(fire("Blue Guns", "Red 2")) == set()
    assert play.why_not(fire("Blue 1", "Red 3")) == {"DRILL-3.2"}
    assert play.why_not(fire("Blue Guns", "Red 4")) == set()
    behind = drill(unit("Blue Guns", "1612 D0"), unit("Red 1", "1606 D3"), unit("Red 2", "1611 D3"), at="Blue: fire")
    assert behind.explain(fire("Blue Guns", "Red 1")).count("the wood in 16") == 1


@pytest.mark.rule("DRILL-3.4", "DRILL-3.5", "DRILL-4.1", "DRILL-4.2", "DRILL-4.3")
def test_a_hit_costs_a_step_and_tries_morale_and_a_rout_runs_home() -> None:
    play = drill(
        unit("Blue Guns", "0813 D0"), unit("Red 1", "0811 D3"), unit("Red 2", "1611 D3"),
        at="Blue: fire", dice=[4, (5, 4)],
    )  # fmt: skip
    play.play(fire("Blue Guns", "Red 1"))
    assert play.throws == [4, 9]
    routed = play[Unit]["Red 1"]
    assert (routed.strength, routed.routed, routed.hexes, routed.facing) == (3, True, ("0808",), 0)
    play.prove()


@pytest.mark.rule("DRILL-4.4")
def test_a_routed_unit_rallies_or_runs_on_and_off_the_ground() -> None:
    running = unit("Blue 1", "0813 D3", routed=True)
    rallied = drill(running, unit("Blue 2", "0202 D0"), at="Blue: rally", dice=[(4, 4)])
    assert not rallied[Unit]["Blue 1"].routed
    gone = drill(unit("Blue 1", "0815 D3", routed=True), unit("Blue 2", "0202 D0"), at="Blue: rally", dice=[(5, 4)])
    assert "Blue 1" not in gone[Unit]
    assert gone[Army]["Blue"].lost == 1


@pytest.mark.rule("DRILL-3.6", "DRILL-3.7")
def test_what_marches_by_is_fired_at_before_it_goes_on() -> None:
    play = drill(
        unit("Blue Horse", "0813 D0"), unit("Red 1", "0909+1010 P4"), unit("Red Guns", "2003 D3"), dice=[6, (6, 6)]
    )
    play.play(march("Blue Horse", "0812 D0", "0811 D0", "0810 D0"))
    assert play.questions == [("Red", ("Fire",))]
    play.play(fire("Red 1", "Blue Horse"))
    routed = play[Unit]["Blue Horse"]
    assert routed.routed
    assert routed.hexes != ("0810",)
    play.prove()


# -- 5: what lies hidden


@pytest.mark.rule("DRILL-5.1", "DRILL-5.2")
def test_a_hidden_piece_changes_nothing_that_the_enemy_sees_and_stops_him_when_he_comes() -> None:
    blue, red = unit("Blue 1", "1611 D0"), unit("Red 1", "2003 D3")
    empty = drill(blue, red)
    lurking = drill(blue, red, unit("Red 2", "1609 D3", hidden=True))
    one, other = (ways_of(play.seen_by("Blue"), UnitId("Blue 1")) for play in (empty, lurking))
    assert {hex: [(goal.goal, goal.cost) for goal in goals] for hex, goals in one.reach().items()} == {
        hex: [(goal.goal, goal.cost) for goal in goals] for hex, goals in other.reach().items()
    }
    lurking.play(march("Blue 1", "1610 D0", "1609 D0"))
    while lurking.questions == [("Red", ("Fire",))]:
        lurking.play(Pass())
    assert lurking[Unit]["Blue 1"].hexes == ("1610",)
    assert not lurking[Unit]["Red 2"].hidden
    assert "the Red 2 comes to light in 1609" in lurking.log
    lurking.prove()


@pytest.mark.rule("DRILL-5.2")
def test_a_unit_that_marches_out_of_hiding_comes_to_light_where_it_is_then() -> None:
    lurking = drill(unit("Red 2", "1608 D3", hidden=True), unit("Blue 1", "1616 D0"), at="Red: march")
    lurking.play(march("Red 2", "1609 D3"))
    assert "the Red 2 comes to light in 1609" in lurking.log


@pytest.mark.rule("DRILL-5.1")
def test_where_a_unit_lies_hidden_is_told_by_nothing_that_the_enemy_sees() -> None:
    """Rows, offers, reasons and reach are the same, wherever it lies: right before a front, too."""
    blue = (unit("Blue 1", "1611 D0"), unit("Blue Guns", "1213 D0"))
    here = unit("Red 2", "1609 D3", hidden=True)
    for at in ("march", "fire"):
        play = drill(*blue, unit("Red 1", "1211 D3"), here, at=f"Blue: {at}")
        for there in ("1610 D3", "1212 D3", "0101 D0"):
            assert leaks(play, "Blue", unit("Red 2", there, hidden=True)) == []
        assert leaks(play, "Blue", unit("Red 2", "1609 D3")) != []  # were it seen, that would be told


# -- 6: the end


@pytest.mark.rule("DRILL-6.1")
@pytest.mark.parametrize("seed", range(count(500)))
def test_every_game_ends(seed: int) -> None:
    family = install_game(DRILL_GROUND)
    rows = DRILL_GROUND.start_rows(SCENARIO)
    referee = Referee.begin(family, rows, source=SeededDice(seed), board=drill_map()).open()
    play_randomly(referee, seed)
    assert referee.game.ended is not None


# -- what cannot be played


def test_a_pose_off_the_map_is_no_way() -> None:
    play = drill(unit("Blue 1", "0101 D0"))
    with pytest.raises(Refused, match="way"):
        play.play(march("Blue 1", "0100 D0"))
    with pytest.raises(Refused, match="way"):
        play.play(march("Blue 1", "9999 D0"))


def test_a_unit_that_stands_off_the_map_is_refused_in_a_sentence() -> None:
    with pytest.raises(Invalid, match="9999"):
        drill(unit("Blue 1", "9999 D0"))


def test_a_map_without_open_ground_is_refused_in_a_sentence() -> None:
    sheet = with_wood(*map(str, drill_map().by_number))
    with pytest.raises(Invalid, match=r"^the map 'The Drill Ground' cannot be played: .*terrain clear"):
        DRILL_GROUND.start_rows(replace(SCENARIO, map=lambda: sheet))


def test_the_lines_of_the_scenario_stand_as_lines_do() -> None:
    hexes = drill_map().by_number
    for one in SCENARIO.own_rows():
        if isinstance(one, Unit) and one.formation == "line":
            assert hexes.step(one.hexes[0], one.pose.facing.k + 2) == one.hexes[1], one.id


# -- a copy of the library, played from the command line


def test_a_wood_put_on_the_map_in_a_copy_of_the_library_is_played_and_named(tmp_path: Path) -> None:
    path, sheet = tmp_path / "copy.db", with_wood("1112")
    with Library.create(path) as library:
        library.put_map(sheet)
        library.put_scenario(ScenarioDocument.of(SCENARIO, install_game(DRILL_GROUND), sheet))
    asked = "? march > Blue Battery > 1112\nquit\n"

    def played(*what: str) -> str:
        run = CliRunner().invoke(main, ["play", *what, "--campaign", str(tmp_path / f"{len(what[0])}.c")], input=asked)
        assert run.exit_code == 0, run.output
        return run.output

    assert "Guns cannot enter the wood in 1112 (DRILL-2.6)" in played(f"{path}#drill_ground")
    assert "the wood" not in played("drill_ground")


@pytest.mark.rule("DRILL-6.1")
def test_the_army_that_has_lost_fewer_units_leads() -> None:
    armies = (Army(BLUE, 3, 3, lost=1), Army(RED, 0, 3))
    game = position(DRILL_GROUND, *CHARTS, *armies, unit("Blue 1", "0808 D0"), at="Blue: march", board=drill_map()).game
    standing = presentation.standing(game)
    assert standing is not None
    assert standing.leaders == (RED,)
    assert {one.side: one.says for one in standing.scores} == {
        BLUE: "1 of 3 units lost", RED: "0 of 3 units lost",
    }  # fmt: skip


# -- told


def test_a_fire_is_told_with_what_it_cost_and_who_threw() -> None:
    play = drill(unit("Blue 1", "0808 D0"), unit("Red 1", "0807 D3"), at="Blue: fire", dice=[6, 12])
    (contest,) = contests_of(play.game)
    assert contest.opening == fire("Blue 1", "Red 1")
    play.play(fire("Blue 1", "Red 1"))
    found = stories_of(play.referee, (BLUE, RED))
    (fought,) = found.fought
    assert story_title(fought) == "Fire: Blue 1 at Red 1"
    (stage,) = found.tell(fought).stages
    assert stage.losses == {"Blue 1": 0, "Red 1": 1}
    assert stage.events == ("The Red 1 routs",)
    assert [line.side for line in stage.lines if line.kind == "throw"] == [BLUE, RED]


def test_a_fire_has_its_odds_before_it_is_opened() -> None:
    play = drill(unit("Blue 1", "0808 D0"), unit("Red 1", "0807 D3"), at="Blue: fire")
    found = odds(play.referee, games=60)
    assert found.results.share("Blue 1") + found.results.share("Red 1") == 1
    assert 0 < found.results.chance("the Red 1 routs") <= found.results.share("Blue 1")


def test_lines_of_sight_lead_to_the_enemies_in_the_arc_of_fire() -> None:
    """The wood hides the one, the other is seen; who stands behind is not looked at."""
    gun, near, far = unit("Blue Guns", "1611 D0"), unit("Red 1", "1606 D3"), unit("Red 2", "1614 D3")
    play = drill(gun, near, far)
    (line,) = presentation.sight_lines(play.game, gun.id)
    assert (line.start, line.end, line.is_clear) == ("1611", "1606", False)
    assert {obstacle.space for obstacle in line.obstacles} <= {"1607", "1608", "1609", "1610"}
    clear = drill(unit("Blue Guns", "2011 D0"), unit("Red 1", "2008 D3"))
    assert [(one.end, one.is_clear) for one in presentation.sight_lines(clear.game, "Blue Guns")] == [("2008", True)]


def test_a_game_that_tells_no_situation_is_told_by_its_looks() -> None:
    """How each side stands, and what it has where, as any game on counters would say it."""
    play = drill(unit("Blue 1", "1214+1315 P0"), unit("Red 1", "0808 D3", routed=True))
    assert situation_lines(play.game) == [
        "Blue: 0 of 3 units lost",
        "  Blue 1       1214+1315 line facing north-north-east, strength 4",
        "Red: 0 of 3 units lost",
        "  Red 1        0808 column facing south, strength 4, routed",
    ]
