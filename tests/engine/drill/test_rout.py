"""Routs: how far, where, through whom, and what those owe afterwards (19.2)."""

from collections.abc import Iterable

import pytest
from msgspec.structs import replace

from sandtable.engine import AgendaItem, Broken, EndStep, Game, Option, RuleModule, Side, hookimpl, rule, works
from sandtable.testing import Play, position, toy

from .hexes import BLUE, EAST, RED, WEST, Hex, HexId, Unit, UnitId, ground
from .morale import Bombard, Morale, MoraleCheck
from .rout import Rout, RoutHooks, Run, charts

A, B, C = UnitId("A"), UnitId("B"), UnitId("C")
TOY = toy(Morale, Rout, rows=(Hex, Unit), hook_sets=(RoutHooks,))


def blue(id: UnitId, at: str, morale: str = "good", arm: str = "infantry", sp: int = 6) -> Unit:
    return Unit(id, BLUE, (HexId(at),), arm, er=40, morale=morale, sp=sp)  # type: ignore[arg-type]


def red(id: str, at: str, facing: int = EAST) -> Unit:
    return Unit(UnitId(id), RED, (HexId(at),), facing=facing)


def game(*units: Unit, dice: tuple[int, ...]) -> Play:
    """Red fires at A, whose first check is the first of the dice."""
    table = (*ground(), *charts(), Side(BLUE), Side(RED), red("Far", "0900"))
    play = position(TOY, *table, *units, at="Red: play", dice=dice)
    play.play(Bombard(A))
    return play


def run_along(*hexes: str) -> Run:
    return Run(tuple(map(HexId, hexes)))


def where(play: Play) -> dict[str, str]:
    return {unit.id: unit.hexes[0] for unit in play[Unit].where("side", BLUE)}


def morale(play: Play) -> dict[str, str]:
    return {unit.id: unit.morale for unit in play[Unit].where("side", BLUE)}


@pytest.mark.rule("DRILL-18.1c-morale-check")
@pytest.mark.parametrize(
    ("before", "die", "after"),
    [
        ("good", 40, "good"),
        ("good", 39, "shaken"),
        ("good", 100, "shaken"),
        ("shaken", 50, "shaken"),
        ("shaken", 49, "routed"),
    ],
)
def test_a_failed_check_is_a_step_down(before: str, die: int, after: str) -> None:
    play = game(blue(A, "0605", before), dice=(die,))
    assert (morale(play)[A], play.questions) == (
        after,
        [("Blue", ("Run",))] if after == "routed" else [("Red", ("Bombard", "EndStep"))],
    )


@pytest.mark.rule("DRILL-19.2a-rout-length")
@pytest.mark.parametrize(("arm", "goal"), [("infantry", "0405"), ("cavalry", "0205")])
def test_infantry_runs_four_hexes_and_cavalry_six(arm: str, goal: str) -> None:
    play = game(blue(A, "0805", "shaken", arm), dice=(1,))
    straight = run_along(*[f"0{column}05" for column in range(7, int(goal[:2]) - 1, -1)])
    assert straight in play.may(Run)
    assert {len(act.way) for act in play.may(Run)} == {len(straight.way)}
    play.play(straight)
    assert (where(play), play[Unit][A].sp) == ({A: goal}, 6)
    play.prove()


@pytest.mark.rule("DRILL-19.2d-as-far-as-it-can")
def test_a_rout_may_not_stop_short_of_its_own_will() -> None:
    play = game(blue(A, "0805", "shaken"), dice=(1,))
    assert play.why_not(run_along("0705", "0605", "0505")) == {"DRILL-19.2d-as-far-as-it-can"}
    assert play.why_not(run_along("0705", "0605", "0505", "0405")) == set()


@pytest.mark.rule("DRILL-19.2d-short-retreat-loss")
@pytest.mark.parametrize(("at", "lost"), [("0004", 0), ("0003", 1), ("0001", 3)])
def test_each_hex_short_of_the_full_length_costs_an_sp(at: str, lost: int) -> None:
    """Along the map's edge there is one way to run."""
    play = game(blue(A, at, "shaken"), dice=(1,))
    play.play(*play.may(Run))
    assert (where(play), play[Unit][A].sp) == ({A: "0000"}, 6 - lost)


@pytest.mark.rule("DRILL-19.2d-short-retreat-loss")
def test_who_cannot_run_at_all_is_not_asked_and_loses_the_whole_length() -> None:
    play = game(blue(A, "0000", "shaken", sp=5), blue(B, "0909"), dice=(1,))
    assert (play.questions, where(play)[A], play[Unit][A].sp) == ([("Red", ("Bombard", "EndStep"))], "0000", 1)
    assert play.log == ["A is routed", "A runs 0 hexes and loses 4 SP"]


@pytest.mark.rule("DRILL-19.2d-short-retreat-loss")
def test_the_last_sp_lost_is_the_end_of_a_unit() -> None:
    play = game(blue(A, "0001", "shaken", sp=3), dice=(1,))
    play.play(*play.may(Run))
    assert where(play) == {}
    play.prove()


@pytest.mark.rule("DRILL-19.2a-rout-not-into-ezoc")
@pytest.mark.parametrize(("enemy_morale", "goal", "sp"), [("good", "0003", 3), ("routed", "0000", 6)])
def test_no_rout_into_an_enemy_zone_of_control(enemy_morale: str, goal: str, sp: int) -> None:
    """Hussars at 0101 hold 0001 and 0002; in rout they hold nothing."""
    hussars = replace(red("Hussars", "0101", WEST), morale=enemy_morale)
    play = game(blue(A, "0004", "shaken"), hussars, dice=(1,))
    play.play(*play.may(Run))
    assert (where(play)[A], play[Unit][A].sp) == (goal, sp)


@pytest.mark.rule("DRILL-19.2a-rout-through-friends")
@pytest.mark.parametrize(("die", "after"), [(40, "good"), (39, "shaken")])
def test_a_stack_run_through_makes_a_check_when_the_rout_is_over(die: int, after: str) -> None:
    play = game(blue(A, "0004", "shaken"), blue(B, "0002"), dice=(1, die))
    play.play(*play.may(Run))
    assert (where(play)[A], morale(play)[B], play.throws) == ("0000", after, [1, die])
    play.prove()


@pytest.mark.rule("DRILL-19.2a-rout-through-friends")
def test_a_shaken_stack_run_through_may_rout_in_its_turn() -> None:
    play = game(blue(A, "0008", "shaken", "cavalry"), blue(B, "0007", "shaken"), dice=(1, 49))
    play.play(*play.may(Run))
    assert (play.questions, play.prompt and play.prompt.open[0].why) == ([("Blue", ("Run",))], "B routs")
    play.play(*play.reload().may(Run))
    assert (where(play), morale(play)) == ({A: "0002", B: "0003"}, {A: "routed", B: "routed"})
    play.prove()


@pytest.mark.rule("DRILL-19.2c-routed-no-stack")
def test_a_rout_that_would_end_on_a_friend_goes_on_to_the_next_free_hex_without_loss() -> None:
    play = game(blue(A, "0008", "shaken"), blue(B, "0004"), blue(C, "0003"), dice=(1, 99, 99))
    assert play.why_not(run_along("0007", "0006", "0005", "0004")) == {"DRILL-19.2c-routed-no-stack"}
    play.play(*play.may(Run))
    assert (where(play)[A], play[Unit][A].sp, play.throws) == ("0002", 6, [1, 99, 99])


@pytest.mark.rule("DRILL-19.2b-routed-routs-again", "DRILL-19.2a-rout-through-friends")
def test_the_routed_run_again_at_once_and_checks_come_when_all_have_finished() -> None:
    """A runs over B (good) and C (routed); C runs over A, A over C, who has nowhere left to go; then B checks, once."""
    play = game(blue(A, "0008", "shaken"), blue(B, "0006"), blue(C, "0005", "routed"), dice=(1, 39))
    runners: list[str] = []
    while play.questions == [("Blue", ("Run",))]:
        assert (play.throws, [item.subject for item in play[AgendaItem]][:1]) == ([1], ["B"] if runners else [])
        runners.append(str(play.prompt.open[0].about) if play.prompt else "")
        play.play(*play.reload().may(Run))
    assert runners == ["A", "C", "A"]
    assert where(play) == {A: "0000", B: "0006", C: "0001"}
    assert (play[Unit][C].sp, morale(play)[B], play.throws) == (2, "shaken", [1, 39])
    play.prove()


@pytest.mark.rule("DRILL-19.2a-rout-through-friends")
def test_a_stack_that_several_run_through_makes_one_check() -> None:
    """A runs over C (routed) and B, C over B again: B throws once."""
    play = game(blue(A, "0008", "shaken"), blue(B, "0006"), blue(C, "0007", "routed"), dice=(1, 40))
    while play.questions == [("Blue", ("Run",))]:
        play.play(*play.may(Run))
    assert (where(play), play.throws) == ({A: "0000", B: "0006", C: "0001"}, [1, 40])
    assert play.log.count("C runs 4 hexes and loses 0 SP") == 1
    assert "C runs 2 hexes and loses 2 SP" in play.log


def test_undo_in_the_middle_of_a_chain_takes_back_one_answer_and_redo_brings_it_again() -> None:
    play = game(blue(A, "0008", "shaken"), blue(B, "0006"), blue(C, "0005", "routed"), dice=(1, 39))
    play.play(*play.may(Run))
    assert (where(play)[A], [item.what for item in play[AgendaItem]]) == ("0004", ["morale_check"])
    play.undo()
    assert (where(play)[A], len(play[AgendaItem]), play.throws) == ("0008", 0, [1])
    play.redo()
    assert (where(play)[A], play.verify_replay()) == ("0004", 3)


class Brandywine(RuleModule):
    """An option: units may rout through enemy zones of control."""

    key = "brandywine"
    option = Option("Rout through zones", "Routs are not barred by zones.", ("DRILL-BRAND-3-through-ezoc",))

    @hookimpl(of=RoutHooks.barred)
    @rule("DRILL-BRAND-3-through-ezoc", supersedes="DRILL-19.2a-rout-not-into-ezoc")
    def nothing(self) -> Iterable[HexId]:
        return ()


def test_an_option_lifts_one_bar_and_leaves_the_other() -> None:
    """With it A runs through the hussars' zone, but not through the hussars."""
    system = toy(Morale, Rout, Brandywine, rows=(Hex, Unit), hook_sets=(RoutHooks,))
    table = (*ground(), *charts(), Side(BLUE), Side(RED), blue(A, "0004", "shaken"))
    for hussars, goal in ((red("Hussars", "0101", WEST), "0000"), (red("Hussars", "0001"), "0002")):
        play = position(system, *table, hussars, on=("brandywine",), at="Red: play", dice=(1,))
        play.play(Bombard(A))
        play.play(*play.may(Run))
        assert where(play)[A] == goal


class Panic(RuleModule):
    """A module that is wrong on purpose: fright goes from friend to friend and never stops."""

    key = "panic"

    @works(MoraleCheck)
    @rule("DRILL-WRONG-panic", supersedes="DRILL-18.1c-morale-check")
    def hand_on(self, game: Game, item: AgendaItem) -> None:
        game.later(MoraleCheck(), B if item.subject == A else A)


def test_a_chain_that_never_ends_is_stopped_and_named_and_leaves_no_trace() -> None:
    system = toy(Morale, Rout, Panic, rows=(Hex, Unit), hook_sets=(RoutHooks,))
    table = (*ground(), *charts(), Side(BLUE), Side(RED), red("Far", "0900"), blue(A, "0505"), blue(B, "0605"))
    play = position(system, *table, at="Red: play")
    before = play.game.state.hash
    with pytest.raises(Broken, match=r"no end after 5,000 pieces of work .*: .* morale_check A → morale_check B"):
        play.play(Bombard(A))
    assert (play.game.state.hash, len(play[AgendaItem])) == (before, 0)
    play.play(EndStep())
    assert play.verify_replay() == 2
