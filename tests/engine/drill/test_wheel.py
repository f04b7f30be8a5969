"""Lines wheel, columns bend: the poses of units of more than one hex, and what they cost in sixths (9.3)."""

from itertools import islice
from random import Random

import pytest

from sandtable.engine import ChartId, Option, Overlay, RuleModule, Side
from sandtable.testing import Play, position, toy

from .hexes import BLUE, EAST, NORTH_EAST, RED, SOUTH_EAST, Hex, HexId, Unit, UnitId, ground
from .poses import Pose, charts
from .wheel import Evolutions, MarchUnit

FOOT = UnitId("Foot")
TOY = toy(Evolutions, rows=(Hex, Unit))


def line(*hexes: str) -> Unit:
    return Unit(FOOT, BLUE, tuple(map(HexId, hexes)), formation="line", facing=EAST)


def column(*hexes: str) -> Unit:
    return Unit(FOOT, BLUE, tuple(map(HexId, hexes)), formation="march column", facing=EAST)


def game(unit: Unit, *others: Unit, terrain: dict[str, str] | None = None) -> Play:
    return position(TOY, *ground(terrain), *charts(), Side(BLUE), Side(RED), unit, *others, at="Blue: play")


def ways(play: Play) -> list[tuple[Pose, ...]]:
    return [action.way for action in play.may(MarchUnit)]


def to(play: Play, *hexes: str, facing: int) -> MarchUnit:
    """The cheapest way to a pose."""
    return next(MarchUnit(FOOT, way) for way in ways(play) if (way[-1].hexes, way[-1].facing) == (hexes, facing))


def sixths_spent(action: MarchUnit) -> int:
    return 30 - action.way[-1].left


@pytest.mark.rule("DRILL-9.3b-wheel-cost")
@pytest.mark.parametrize(
    ("terrain", "sixths"),
    [({}, 12), ({"0504": "wood"}, 24), ({"0504": "broken"}, 21), ({"0404": "wood", "0405": "wood"}, 12)],
    ids=["clear", "wood", "one and a half", "the hexes it leaves do not count"],
)
def test_a_two_hex_line_wheels_about_its_right_end(terrain: dict[str, str], sixths: int) -> None:
    """One MP for the hexpoint, one for the hex its left end enters, and what is not clear there."""
    play = game(line("0404", "0405"), terrain=terrain)
    wheel = to(play, "0504", "0405", facing=SOUTH_EAST)
    assert (sixths_spent(wheel), len(wheel.way)) == (sixths, 1)
    play.play(wheel)
    assert (play[Unit][FOOT].hexes, play[Unit][FOOT].facing) == (("0504", "0405"), SOUTH_EAST)
    play.prove()


@pytest.mark.rule("DRILL-9.3b-wheel-cost")
def test_the_far_end_of_a_three_hex_line_enters_two_hexes_and_the_middle_one() -> None:
    """1 + 2 MP; the middle hex sweeps 0503, which is broken: 1½ more."""
    play = game(line("0402", "0403", "0404"), terrain={"0503": "broken"})
    wheel = to(play, "0602", "0503", "0404", facing=SOUTH_EAST)
    assert sixths_spent(wheel) == 6 + 12 + 9


@pytest.mark.rule("DRILL-9.3b-wheel-cost")
def test_a_line_wheels_to_the_left_about_its_left_end() -> None:
    play = game(line("0404", "0405"))
    assert sixths_spent(to(play, "0404", "0504", facing=NORTH_EAST)) == 12


@pytest.mark.rule("DRILL-9.3b-wheel-cost")
@pytest.mark.parametrize(("beyond", "within"), [("broken", True), ("wood", False)])
def test_the_points_must_suffice_to_the_sixth(beyond: str, within: bool) -> None:
    """A wheel into broken ground (3½) and a step into more of it (1½) are 5 MP of 5; a step into wood is too much."""
    play = game(line("0404", "0405"), terrain={"0504": "broken", "0604": beyond})
    left: dict[object, int] = {(way[-1].hexes, way[-1].facing): way[-1].left for way in ways(play)}
    assert left[("0504", "0405"), SOUTH_EAST] == 9
    assert left.get((("0604", "0505"), SOUTH_EAST)) == (0 if within else None)


@pytest.mark.rule("DRILL-9.3b-wheel-cost")
def test_a_line_does_not_wheel_through_others() -> None:
    other = Unit(UnitId("Other"), RED, (HexId("0503"), HexId("0504")), formation="line")
    play = game(line("0404", "0405"), other)
    assert [unit.id for unit in play[Unit].where("hexes", "0503")] == ["Other"]
    assert (("0504", "0405"), SOUTH_EAST) not in [(way[-1].hexes, way[-1].facing) for way in ways(play)]


@pytest.mark.rule("DRILL-9.3a-column-turning")
def test_only_the_head_pays_and_every_hex_turns_where_the_head_turned() -> None:
    """Turn (1 MP) and three hexes (3 MP): the column bends in 0504 and is straight again when all have passed it."""
    play = game(column("0504", "0404", "0304"))
    round_the_corner = to(play, "0702", "0603", "0504", facing=NORTH_EAST)
    assert [pose.hexes for pose in round_the_corner.way] == [
        ("0504", "0404", "0304"),
        ("0603", "0504", "0404"),
        ("0702", "0603", "0504"),
    ]
    assert [pose.left for pose in round_the_corner.way] == [24, 18, 12]
    play.play(round_the_corner)
    assert [len(play[Unit].where("hexes", at)) for at in ("0702", "0603", "0504", "0404", "0304")] == [1, 1, 1, 0, 0]
    play.undo()
    assert [len(play[Unit].where("hexes", at)) for at in ("0702", "0603", "0504", "0404", "0304")] == [0, 0, 1, 1, 1]
    play.redo()
    play.prove()


@pytest.mark.rule("DRILL-9.3a-column-turning")
def test_a_column_that_swings_as_a_whole_is_no_way() -> None:
    swung = Pose((HexId("0504"), HexId("0405"), HexId("0306")), NORTH_EAST, "march column", 24)
    play = game(column("0504", "0404", "0304"))
    assert [reason.text[:14] for reason in play.referee.verdict(MarchUnit(FOOT, (swung,)))] == ["way cannot be "]


@pytest.mark.rule("DRILL-9.3a-column-turning")
def test_each_hex_of_a_column_pays_for_the_worst_that_any_of_them_enters() -> None:
    """The wood at 0604 costs 2 MP when the head enters it, and again when the next hex does."""
    play = game(column("0504", "0404"), terrain={"0604": "wood"})
    assert sixths_spent(to(play, "0704", "0604", facing=EAST)) == 24


@pytest.mark.rule("DRILL-9.3-straight-at-end")
def test_a_bent_column_may_not_stop_but_may_be_on_its_way() -> None:
    play = game(column("0504", "0404", "0304"))
    round_the_corner = to(play, "0702", "0603", "0504", facing=NORTH_EAST)
    bent = MarchUnit(FOOT, round_the_corner.way[:2])
    assert play.why_not(bent) == {"DRILL-9.3-straight-at-end"}
    assert "march on until the tail has turned" in str(play.referee.verdict(bent)[0])
    assert play.why_not(MarchUnit(FOOT, round_the_corner.way[:1])) == {"DRILL-9.3-straight-at-end"}


@pytest.mark.rule("DRILL-9.3-straight-at-end")
def test_a_column_of_one_hex_is_always_straight() -> None:
    play = game(column("0504"))
    assert sixths_spent(to(play, "0504", facing=SOUTH_EAST)) == 6


def test_the_search_is_lazy_and_has_a_limit() -> None:
    """Of a long column's poses only as many are looked at as are asked for; samples are legal wherever they stop."""
    play = game(column("0504", "0404", "0304"))
    offer = play.referee.offers()[0].fill(unit=FOOT)
    poses = offer.domain("way")
    assert [way[-1].left for way in islice(poses, 3)] == [24, 18, 12]
    assert len(list(poses)) == len({(way[-1].hexes, way[-1].facing) for way in poses}) < 200
    rng = Random(4)
    for _ in range(20):
        sampled = offer.sample(rng)
        assert sampled is not None
        assert play.why_not(sampled) == set()


def test_a_longer_way_to_the_same_pose_may_be_gone_too() -> None:
    """Turning left and right again costs 2 MP and ends where it began: listed it is not, but nothing forbids it."""
    play = game(column("0504", "0404"))
    start = Pose(play[Unit][FOOT].hexes, EAST, "march column", 18)
    about = MarchUnit(FOOT, (Pose(start.hexes, NORTH_EAST, "march column", 24), start))
    assert play.why_not(about) == set()
    forged = MarchUnit(FOOT, (Pose(start.hexes, NORTH_EAST, "march column", 30), start))
    assert [reason.text[:14] for reason in play.referee.verdict(forged)] == ["way cannot be "]


def test_a_way_of_poses_is_kept_and_opened_again() -> None:
    play = game(column("0504", "0404", "0304"))
    ply = play.play(to(play, "0702", "0603", "0504", facing=NORTH_EAST))
    again = play.reload()
    assert again.referee.journal[ply.id].action == ply.action
    assert (ply.says, again.verify_replay()) == ("Foot marches to 0702 0603 0504, 2 0/6 MP left", 2)
    assert [unit.id for unit in again[Unit].where("hexes", "0603")] == [FOOT]


class AmericanDrill(RuleModule):
    """An option that makes wheeling free but for the hexes entered: one number in a chart, no code."""

    key = "american_drill"
    option = Option("American drill", "A hexpoint costs nothing.", ("DRILL-9.3b-american",))
    overlays = (Overlay(ChartId("prices"), ((("hexpoint",), 0),), "DRILL-9.3b-american"),)


def test_a_price_is_a_cell_that_an_option_puts_its_own_over() -> None:
    system = toy(Evolutions, AmericanDrill, rows=(Hex, Unit))
    table = (*ground(), *charts(), Side(BLUE), Side(RED), line("0404", "0405"))
    for on, sixths in (((), 12), (("american_drill",), 6)):
        play = position(system, *table, on=on, at="Blue: play")
        assert sixths_spent(to(play, "0504", "0405", facing=SOUTH_EAST)) == sixths
