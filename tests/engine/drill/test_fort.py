"""Forts declare late who is inside, and until then nobody can tell (14)."""

import pytest

from sandtable.engine import EndStep, Phase, Row, Sequence, Side, Step
from sandtable.testing import Play, leaks, position, tells_apart, toy

from .fort import Declare, Fort, FortId, Forts, Post
from .hexes import BLUE, RED, Hex, HexId, Unit, UnitId, ground
from .moves import Advance, MoveHooks, Moving
from .zones import GroundHooks, Zones, is_supplied, zones

FOOT, R1, R2 = UnitId("Foot"), UnitId("R1"), UnitId("R2")
ULM = Fort(FortId("Ulm"), RED, HexId("0505"))
GOETZ = Fort(FortId("Goetz"), RED, HexId("0909"))
TURN = Sequence("turn", (Phase("play", (Step("play", tells=True),), each="side"),))
TOY = toy(Moving, Zones, Forts, rows=(Hex, Unit), sequences=(TURN,), hook_sets=(MoveHooks, GroundHooks))


def red(id: UnitId, at: str = ULM.at) -> Unit:
    return Unit(id, RED, (HexId(at),), hidden=True)


def game(*rows: Row) -> Play:
    """Blue's foot at 0205, three hexes west of Ulm."""
    foot = Unit(FOOT, BLUE, (HexId("0205"),))
    return position(TOY, *ground(), Side(BLUE), Side(RED), ULM, GOETZ, foot, *rows, at="Blue: play")


def along(*hexes: str) -> Advance:
    return Advance(FOOT, tuple(map(HexId, hexes)))


def place(play: Play) -> str:
    return play[Unit][FOOT].hexes[0]


BY_ULM = along("0305", "0405", "0404", "0403")


@pytest.mark.rule("DRILL-14-declare-late", "DRILL-14-split")
def test_when_an_enemy_becomes_adjacent_the_fort_declares_and_may_split() -> None:
    play = game(red(R1), red(R2))
    play.play(BY_ULM)
    assert (place(play), play.questions, play[Fort][ULM.id].declared) == ("0405", [("Red", ("Declare",))], False)
    assert play.may(Declare) == [Declare(()), Declare((R1,)), Declare((R2,)), Declare((R1, R2))]
    play.play(Declare((R1,)))
    assert {post.id: post.inside for post in play[Post]} == {R1: True, R2: False}
    assert [unit.hidden for unit in play.seen_by("Blue")[Unit].where("side", RED)] == [False, False]
    play.prove()


@pytest.mark.rule("DRILL-14-outside-zoc", "DRILL-14-inside-no-zoc")
@pytest.mark.parametrize(("inside", "stops_at"), [((R1,), "0405"), ((), "0405"), ((R1, R2), "0403")])
def test_who_stays_outside_keeps_its_zone_and_stops_the_enemy_and_who_is_inside_does_not(
    inside: tuple[UnitId, ...], stops_at: str
) -> None:
    play = game(red(R1), red(R2))
    play.play(BY_ULM, Declare(inside))
    assert (place(play), HexId("0405") in zones(play.game, RED)) == (stops_at, stops_at == "0405")


@pytest.mark.rule("DRILL-14-outside-no-fort-supply", "DRILL-13-fort-occupants")
def test_the_fort_supplies_who_is_inside_and_not_who_stands_in_its_hex() -> None:
    play = game(red(R1), red(R2), Unit(UnitId("R3"), RED, (HexId("0605"),)))
    assert [is_supplied(play.game, unit) for unit in (R1, R2, UnitId("R3"))] == [True, True, False]
    assert HexId("0405") in zones(play.game, RED)
    play.play(BY_ULM, Declare((R1,)))
    assert [is_supplied(play.game, unit) for unit in (R1, R2, UnitId("R3"))] == [True, False, False]


@pytest.mark.rule("DRILL-14-declare-late")
def test_two_hexes_away_nothing_is_asked_and_once_declared_never_again() -> None:
    play = game(red(R1))
    play.play(along("0305", "0304"))
    assert (place(play), play.questions, len(play[Post])) == ("0304", [("Blue", ("Advance", "EndStep"))], 0)
    play.play(EndStep(), EndStep(), along("0404", "0405"), Declare((R1,)))
    play.play(EndStep(), EndStep(), along("0406"))
    assert (place(play), play.questions) == ("0406", [("Blue", ("Advance", "EndStep"))])


@pytest.mark.rule("DRILL-14-declare-late")
def test_friends_next_to_a_fort_do_not_make_it_declare() -> None:
    play = game(red(R1), Unit(R2, RED, (HexId("0705"),)))
    play.play(EndStep(), Advance(R2, (HexId("0605"),)))
    assert (play[Fort][ULM.id].declared, play.at) == (False, "Red: play")


def test_saved_while_the_fort_is_asked_it_goes_on_and_undo_covers_it_again() -> None:
    play = game(red(R1), red(R2))
    play.play(BY_ULM)
    again = play.reload()
    again.play(Declare((R1, R2)))
    assert (place(again), again.verify_replay()) == ("0403", 3)
    again.undo()
    assert (place(again), again.questions, len(again[Post])) == ("0405", [("Red", ("Declare",))], 0)
    assert list(again.seen_by("Blue")[Unit].where("side", RED)) == []
    again.redo()
    again.prove()


# -- nothing tells


GARRISONS = {"in Ulm": (red(R1), red(R2)), "one of them elsewhere": (red(R1), red(R2, GOETZ.at)), "nobody": ()}
PAIRS = [("in Ulm", "one of them elsewhere"), ("in Ulm", "nobody"), ("one of them elsewhere", "nobody")]


def both(one: str, other: str) -> tuple[Play, Play]:
    return game(*GARRISONS[one]), game(*GARRISONS[other])


@pytest.mark.rule("DRILL-14-cover")
@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_until_a_fort_declares_the_enemy_sees_the_same_whoever_is_inside(one: str, other: str) -> None:
    """Before the move and at the prompt it brings about, log and all; a way into the fort is offered all the same."""
    plays = both(one, other)
    assert tells_apart(*plays, "Blue") == []
    into_ulm = along("0305", "0405", "0505")
    assert [play.why_not(into_ulm) for play in plays] == [set(), set()]
    for play in plays:
        play.play(BY_ULM)
        assert play.questions == [("Red", ("Declare",))]
    assert tells_apart(*plays, "Blue") == []
    assert "offers or reasons of Declare differ" in tells_apart(*plays, "Red")


@pytest.mark.rule("DRILL-14-declare-late")
def test_a_fort_with_nobody_in_it_declares_too_and_then_it_is_known() -> None:
    play = game()
    play.play(BY_ULM)
    assert play.may(Declare) == [Declare(())]
    play.play(Declare(()))
    assert (place(play), play.read_by("Blue")[-1]) == ("0403", "inside Ulm: nobody")
    play.prove()


@pytest.mark.rule("DRILL-14-cover")
@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_a_side_with_nothing_to_do_has_its_step_all_the_same(one: str, other: str) -> None:
    """A garrison could march and nobody could not: the step is not passed over, for that would tell."""
    plays = both(one, other)
    for play in plays:
        play.play(EndStep())
        assert play.at == "Red: play"
    assert tells_apart(*plays, "Blue") == []
    for play in plays:
        play.play(EndStep())
    assert tells_apart(*plays, "Blue") == []


@pytest.mark.rule("DRILL-14-cover")
def test_no_row_offer_or_reason_depends_on_what_is_under_cover() -> None:
    play = game(red(R1), red(R2))
    for secret in (red(R2, GOETZ.at), Unit(R2, RED, (ULM.at,), sp=1, er=90, hidden=True)):
        assert leaks(play, "Blue", secret) == []
        assert leaks(play, "Red", secret) != []
    play.play(BY_ULM)
    assert leaks(play, "Blue", red(R2, GOETZ.at)) == []


def test_the_comparison_finds_a_leak_where_there_is_one() -> None:
    """Uncovered, the garrison is seen, and its hex is not offered; once declared, the log tells too."""
    seen, empty = game(Unit(R1, RED, (ULM.at,))), game()
    assert tells_apart(seen, empty, "Blue") == ["rows of Unit differ", "offers or reasons of Advance differ"]
    for play, inside in ((seen, (R1,)), (empty, ())):
        play.play(BY_ULM, Declare(inside))
    assert "logs differ" in tells_apart(seen, empty, "Blue")
