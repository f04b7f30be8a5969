"""Opportunity fire and opportunity charge interrupt a move, and what a hit does to it (12.7f, 16.1a, 17.1c)."""

import pytest
from msgspec.structs import replace

from sandtable.engine import Pass, Row, Side
from sandtable.testing import Play, leaks, position, toy

from .disorder import Disorder, Pending
from .hexes import BLUE, EAST, RED, WEST, Hex, HexId, Unit, UnitId, ground
from .moves import STOPPED, Advance, MoveHooks, Moving
from .opportunity_charge import Charge, OpportunityCharge
from .opportunity_fire import Ambush, Fire, OpportunityFire

FOOT, GUN, HORSE = UnitId("Foot"), UnitId("Gun"), UnitId("Horse")
WOOD = {"0305": "wood", "0405": "wood"}
BASE = (Moving, OpportunityFire, OpportunityCharge, Disorder)
TOY = toy(*BASE, rows=(Hex, Unit), hook_sets=(MoveHooks,))


def foot(at: str) -> Unit:
    return Unit(FOOT, BLUE, (HexId(at),), er=40)


def gun(at: str) -> Unit:
    return Unit(GUN, RED, (HexId(at),), "artillery", facing=WEST)


def horse(at: str, facing: int = EAST, **state: object) -> Unit:
    return Unit(HORSE, RED, (HexId(at),), "cavalry", facing=facing, **state)  # type: ignore[arg-type]


def along(*hexes: str) -> Advance:
    return Advance(FOOT, tuple(HexId(at) for at in hexes))


def game(*units: Row, dice: tuple[int, ...] = (), wood: dict[str, str] = WOOD) -> Play:
    return position(TOY, *ground(wood), Side(BLUE), Side(RED), *units, at="Blue: play", dice=dice)


def place(play: Play, unit: UnitId = FOOT) -> str:
    return play[Unit][unit].hexes[0]


@pytest.mark.rule("DRILL-12.7f-fire", "DRILL-16.1a-charge")
def test_fire_and_charge_are_offered_in_one_prompt_after_each_hex() -> None:
    play = game(foot("0205"), gun("0504"), horse("0404", WEST))
    play.play(along("0305", "0405"))
    assert play.questions == [("Red", ("Charge", "Fire"))]
    assert (place(play), play.may(Fire), play.may(Charge)) == ("0305", [Fire(GUN)], [Charge(HORSE)])
    play.play(Pass())
    assert (place(play), play.questions) == ("0405", [("Red", ("Charge", "Fire"))])
    play.prove()


@pytest.mark.rule("DRILL-12.7f-fire")
def test_who_has_fired_is_collected_anew_and_may_still_charge() -> None:
    play = game(foot("0205"), gun("0504"), horse("0404", WEST), dice=(4,))
    play.play(along("0305", "0405"), Fire(GUN))
    assert (play.may(Fire), play.may(Charge)) == ([], [Charge(HORSE)])
    assert play.why_not(Fire(GUN)) == {"DRILL-12.7f-once"}
    play.play(Charge(HORSE))
    assert (place(play), play.at, play.game.mark_of(FOOT, STOPPED) is not None) == ("0305", "Blue: play", True)
    play.prove()


@pytest.mark.rule("DRILL-12.7f-fire")
@pytest.mark.parametrize(("stands", "asked"), [("0505", True), ("0605", False)])
def test_a_gun_reaches_two_hexes_and_a_side_without_a_legal_reaction_is_not_asked(stands: str, asked: bool) -> None:
    play = game(foot("0205"), gun(stands), wood={})
    play.play(along("0305"))
    assert play.questions == [("Red", ("Charge", "Fire") if asked else ("Advance", "EndStep"))]


@pytest.mark.rule("DRILL-12.7f-check-at-once", "DRILL-11.2-terrain")
@pytest.mark.parametrize(("die", "disordered", "ends_in"), [(50, False, "0505"), (49, True, "0405")])
def test_a_hit_is_checked_at_once_with_all_the_move_has_gathered(die: int, disordered: bool, ends_in: str) -> None:
    """ER 40, +5 for each of two woods: 50 passes and wipes both out, so the end of the move wants no check."""
    play = game(foot("0205"), gun("0605"), dice=(5, die))
    play.play(along("0305", "0405", "0505"))
    assert [part for row in play[Pending] for part in row.parts] == [("wood in 0305", 5), ("wood in 0405", 5)]
    play.play(Fire(GUN))
    assert (play[Unit][FOOT].disordered, place(play), len(play[Pending])) == (disordered, ends_in, 0)
    assert play.throws == [5, die]
    play.prove()


@pytest.mark.rule("DRILL-12.7f-check-at-once")
def test_a_hit_on_clear_ground_is_checked_with_the_bare_er_and_zero_is_the_lowest_throw() -> None:
    play = game(foot("0205"), gun("0505"), dice=(6, 100), wood={})
    play.play(along("0305", "0405"), Fire(GUN))
    assert (play[Unit][FOOT].disordered, place(play)) == (True, "0305")
    assert play.log == ["Foot throws 00 against 40 ER (DRILL-12.7f-check-at-once); = 40 modified ER of Foot"]


@pytest.mark.rule("DRILL-12.7f-check-at-once", "DRILL-17.1c-one-check-at-end")
def test_what_comes_after_a_passed_check_is_gathered_anew() -> None:
    """One wood before the hit (45), one after it: the check at the end is against 45 again, not 50."""
    play = game(foot("0205"), gun("0504"), dice=(5, 45, 44))
    play.play(along("0305", "0405"), Fire(GUN))
    assert play.throws == [5, 45, 44]
    assert (play[Unit][FOOT].disordered, place(play)) == (True, "0405")
    play.prove()


@pytest.mark.rule("DRILL-17.1c-one-check-at-end")
@pytest.mark.parametrize(("die", "disordered"), [(50, False), (49, True)])
def test_without_a_hit_there_is_one_check_at_the_end(die: int, disordered: bool) -> None:
    play = game(foot("0205"), dice=(die,))
    play.play(along("0305", "0405", "0505"))
    assert (play.throws, play[Unit][FOOT].disordered, place(play)) == ([die], disordered, "0505")


@pytest.mark.rule("DRILL-16.1a-trigger")
@pytest.mark.parametrize(
    ("stands", "facing", "other", "reasons"),
    [
        ("0405", WEST, "", set()),
        ("0505", WEST, "", set()),
        ("0505", WEST, "0406", {"DRILL-16.1a-trigger"}),
        ("0405", EAST, "", {"DRILL-16.1a-trigger"}),
        ("0605", WEST, "", {"DRILL-16.1a-trigger"}),
    ],
    ids=["in its zone", "two hexes away", "two away, but engaged", "facing away", "three hexes away"],
)
def test_cavalry_charges_what_moves_in_its_reach(stands: str, facing: int, other: str, reasons: set[str]) -> None:
    units = [foot("0205"), gun("0503"), horse(stands, facing)]
    units += [Unit(UnitId("Grenadiers"), BLUE, (HexId("0406"),))] if other and stands == "0505" else []
    play = game(*units, wood={})
    play.play(along("0305"))
    assert play.why_not(Charge(HORSE)) == reasons


@pytest.mark.rule("DRILL-16.1a-bans")
@pytest.mark.parametrize(
    ("stands", "state", "reasons"),
    [
        ("0405", {"disordered": True}, set()),
        ("0505", {"disordered": True}, {"DRILL-16.1a-bans"}),
        ("0405", {"morale": "shaken"}, {"DRILL-16.1a-bans"}),
    ],
)
def test_disordered_cavalry_charges_only_what_is_before_it(
    stands: str, state: dict[str, object], reasons: set[str]
) -> None:
    play = game(foot("0205"), gun("0503"), horse(stands, WEST, **state), wood={})
    play.play(along("0305"))
    assert play.why_not(Charge(HORSE)) == reasons


@pytest.mark.rule("DRILL-16.1a-charge")
def test_a_charge_from_two_hexes_away_ends_the_move_next_to_the_horse() -> None:
    play = game(foot("0205"), horse("0505", WEST), wood={})
    play.play(along("0305", "0405"), Charge(HORSE))
    assert (place(play), place(play, HORSE)) == ("0305", "0405")
    play.undo()
    assert (place(play, HORSE), play.questions) == ("0505", [("Red", ("Charge", "Fire"))])


def test_saved_in_the_middle_of_a_move_it_goes_on_with_what_is_pending() -> None:
    play = game(foot("0205"), gun("0605"), dice=(5, 50))
    play.play(along("0305", "0405", "0505"))
    again = play.reload()
    again.play(Fire(GUN))
    play.undo()
    assert (place(again), place(play), len(play[Pending])) == ("0505", "0205", 0)
    assert (again.throws, again.verify_replay()) == ([5, 50], 3)


@pytest.mark.rule("DRILL-AMBUSH-silence", "DRILL-AMBUSH-hidden")
def test_who_may_lie_in_wait_is_asked_in_every_hex_so_that_silence_tells_nothing() -> None:
    """To Blue it is all the same whether a gun hides in range of its move or far away."""
    ambush = toy(*BASE, Ambush, rows=(Hex, Unit), hook_sets=(MoveHooks,))
    guns = [replace(gun(at), hidden=True) for at in ("0405", "0909")]
    table = (*ground(), Side(BLUE), Side(RED), foot("0205"))
    near, far = (position(ambush, *table, one, at="Blue: play", dice=(4,)) for one in guns)
    for play in (near, far):
        play.play(along("0305", "0304"))
    assert (near.may(Fire), far.may(Fire)) == ([Fire(GUN)], [])
    assert (near.questions, near.prompt) == ([("Red", ("Fire", "Charge"))], far.prompt)
    assert list(near.seen_by("Blue")[Unit]) == list(far.seen_by("Blue")[Unit]) == [near[Unit][FOOT]]
    assert leaks(near, "Blue", guns[1]) == []
    far.play(Pass(), Pass())
    near.play(Fire(GUN), Pass())
    assert GUN in near.seen_by("Blue")[Unit]
    near.prove()
