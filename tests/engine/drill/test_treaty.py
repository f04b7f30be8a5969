"""Drill 7: three Land Phases to take one's forces home, and what becomes of those who stay."""

import pytest

from sandtable.engine import Due, Duty, DutyKind, EndStep, Frame, Game, Refused, Row, RuleModule, fails, opens, rule
from sandtable.engine.referee.changes import impact
from sandtable.engine.rules.options import Choices
from sandtable.engine.rules.system import GameSystem
from sandtable.testing import Play, position, toy
from tests.engine.drill.marches import (
    AUSTRIA,
    FRANCE,
    ROWS,
    TURN,
    AreaId,
    Force,
    ForceId,
    Grant,
    MakePeace,
    MarchHooks,
    Marching,
    Move,
    Repatriation,
    War,
    marches,
)
from tests.engine.drill.treaty import GO_HOME, Treaty, TreatyAccess

GAME = toy(Marching, Repatriation, TreatyAccess, rows=ROWS, sequences=(TURN,), hook_sets=(MarchHooks,))
FAR, NEAR, HOME = ForceId("I Corps"), ForceId("II Corps"), ForceId("III Corps")
OPTION = "treaty_access"


def peace(
    *rows: Row, far: str = "Szeged", on: tuple[str, ...] = (OPTION,), phases: int = 3, system: GameSystem | None = None
) -> Play:
    """Austria makes peace while a French corps stands deep in Hungary, one in Vienna and one at home."""
    play = position(
        system or GAME,
        *marches(
            War("Austria-France"),
            Force(FAR, FRANCE, AreaId(far)),
            Force(NEAR, FRANCE, AreaId("Vienna")),
            Force(HOME, FRANCE, AreaId("Strasbourg")),
            *rows,
        ),
        on=on,
        parameters={OPTION: {"land_phases": phases}} if phases != 3 else None,
        at="Austria: peace",
    )
    play.play(MakePeace(FRANCE))
    return play


def move(force: ForceId, *way: str) -> Move:
    return Move(force, tuple(AreaId(area) for area in way))


def land_phase(play: Play, turn: int) -> Play:
    """Go on to France's Land Phase of a turn."""
    while (play.game.round, play.at) != (turn, "France: move"):
        play.play(EndStep())
    return play


def where(play: Play) -> list[str | None]:
    """Where the three corps stand that are left."""
    return [force.area for force in play[Force]]


def test_without_the_option_all_go_home_at_once_by_the_base_rule() -> None:
    play = peace(on=())
    assert where(play) == ["Strasbourg", "Strasbourg", "Strasbourg"]
    assert (play[Treaty].ids(), play[Due].ids()) == ((), ())
    play.prove()


def test_with_it_they_stay_and_the_clock_runs_to_the_third_land_phase() -> None:
    play = peace()
    assert where(play) == ["Szeged", "Vienna", "Strasbourg"]
    assert [(due.subject, due.step, due.when) for due in play[Due]] == [
        ("Austria in France", "move", 3),
        ("France in Austria", "move", 3),
    ]
    assert not play.game.stands("DRILL-4.4.6.2-repatriation")
    play.prove()


@pytest.mark.parametrize("turn", [1, 2])
def test_before_the_third_they_may_stay_move_about_and_end_the_step(turn: int) -> None:
    play = land_phase(peace(), turn)
    play.play(move(NEAR, "Pest"), EndStep())
    assert (where(play), play.game.round) == (["Szeged", "Pest", "Strasbourg"], turn + 1)


def test_the_treaty_gives_no_way_back_in_after_it_has_ended() -> None:
    play = land_phase(peace(), 3)
    play.play(move(NEAR, "Munich"), move(FAR, "Pest", "Vienna", "Munich"), EndStep())
    assert play[Treaty].ids() == ()
    assert play.why_not(move(NEAR, "Vienna")) == {"DRILL-10.3.1-major-needs-right"}


def test_the_third_does_not_end_before_all_who_can_are_out() -> None:
    play = land_phase(peace(), 3)
    with pytest.raises(Refused, match=r"take your forces out of Austria's territory first \(DRILL-12\.4\.1-deadline\)"):
        play.play(EndStep())
    play.play(move(NEAR, "Munich"))
    assert play.why_not(EndStep()) == {"DRILL-12.4.1-deadline"}  # one more, three areas from Munich: it just can
    play.play(move(FAR, "Pest", "Vienna", "Munich"))
    assert (play[Duty].ids(), play.why_not(EndStep())) == ((), set())
    play.play(EndStep())
    play.prove()


def test_going_home_early_leaves_no_duty() -> None:
    play = land_phase(peace(), 1)
    play.play(move(NEAR, "Munich"), move(FAR, "Pest", "Vienna", "Munich"))
    land_phase(play, 3)
    assert (play[Duty].ids(), where(play)) == ((), ["Munich", "Munich", "Strasbourg"])


def test_who_has_no_way_left_does_not_hold_up_the_step_and_is_demobilised() -> None:
    play = land_phase(peace(far="Cluj"), 3)  # four areas from Munich
    assert play.why_not(EndStep()) == {"DRILL-12.4.1-deadline"}  # of the corps in Vienna
    play.play(move(NEAR, "Munich"))
    assert play.why_not(EndStep()) == set()  # the corps at home need not move first
    play.play(EndStep())
    assert (play.game.round, where(play)) == (4, ["Munich", "Strasbourg"])
    assert play.log[-1] == "I Corps is demobilised"
    play.prove()


def test_with_nobody_else_to_move_the_failure_runs_by_itself() -> None:
    play = land_phase(peace(far="Cluj"), 3)
    play.play(move(NEAR, "Munich"), move(HOME, "Dresden"), move(FAR, "Szeged"))
    assert (play.game.round, where(play)) == (4, ["Munich", "Dresden"])


def test_voluntary_access_saves_those_who_stayed() -> None:
    play = land_phase(peace(far="Cluj"), 3)
    play.play(move(NEAR, "Munich"))
    play.referee.table("Austria lets them stay", leave_is_given)
    again = play.reload()
    again.play(EndStep())
    assert where(again) == ["Cluj", "Munich", "Strasbourg"]


def leave_is_given(game: Game) -> None:
    game.put(Grant("France in Austria"))


def test_another_number_of_land_phases() -> None:
    play = land_phase(peace(phases=1), 1)
    assert play.why_not(EndStep()) == {"DRILL-12.4.1-deadline"}


def test_undo_through_the_failure_brings_corps_duty_and_treaty_back() -> None:
    play = land_phase(peace(far="Cluj"), 3)
    play.play(move(NEAR, "Munich"))
    before = play.game.state.hash
    play.play(EndStep())
    play.undo()
    assert (play.game.state.hash, play[Duty].ids(), play[Treaty].ids()) == (
        before,
        ("go home:France:France in Austria",),
        ("France in Austria",),
    )


def test_saved_with_the_duty_open_it_still_binds_and_still_fails() -> None:
    play = land_phase(peace(far="Cluj"), 3).reload()
    assert play.why_not(EndStep()) == {"DRILL-12.4.1-deadline"}
    play.play(move(NEAR, "Munich"), EndStep())
    assert where(play) == ["Munich", "Strasbourg"]
    play.prove()


def test_switched_off_in_between_the_base_rule_takes_over() -> None:
    play = land_phase(peace(), 2)
    play.switch(off=[OPTION])
    play.play(EndStep())
    assert where(play) == ["Strasbourg", "Strasbourg", "Strasbourg"]
    assert (play[Treaty].ids(), play[Due].ids(), play[Duty].ids()) == ((), (), ())
    assert play.game.stands("DRILL-4.4.6.2-repatriation")
    play.undo(4)
    assert where(play) == ["Szeged", "Vienna", "Strasbourg"]
    play.redo()
    play.prove()


def test_switched_on_after_a_peace_nothing_is_owed() -> None:
    play = peace(on=())
    play.switch(on=[OPTION])
    land_phase(play, 3)
    assert (play[Treaty].ids(), play[Duty].ids()) == ((), ())


MUSTER = DutyKind("muster", by="reinforcement")


class Muster(RuleModule):
    """Another module, with a duty of its own."""

    key = "muster"
    brings = (MUSTER,)

    @opens("move")
    @rule("DRILL-muster")
    def obliges(self, game: Game, frame: Frame) -> None:
        if frame.side == FRANCE and game.round == 1:
            game.oblige(FRANCE, MUSTER, "Alsace", rule="DRILL-muster", says="France must muster")

    @fails(MUSTER)
    @rule("DRILL-muster-failed")
    def failed(self, game: Game, duty: Duty) -> None:
        game.note("nobody musters")


def two_duties() -> Play:
    """In France's first Land Phase another module has laid a duty on France, and the treaty one on Austria."""
    system = toy(Marching, Repatriation, TreatyAccess, Muster, rows=ROWS, sequences=(TURN,), hook_sets=(MarchHooks,))
    play = land_phase(peace(system=system), 1)
    play.referee.table("Austria must go home", must_go_home)
    assert play[Duty].ids() == ("go home:Austria:Austria in France", "muster:France:Alsace")
    return play


def must_go_home(game: Game) -> None:
    game.oblige(AUSTRIA, GO_HOME, "Austria in France", rule="DRILL-12.4.1-deadline", says="go home")


def test_switched_off_it_drops_its_own_duty_and_nothing_else() -> None:
    play = two_duties()
    play.switch(off=[OPTION])
    play.play(EndStep())
    assert play[Due].ids() == ()
    assert play.log[-3:] == [
        "Austria owes: go home (DRILL-12.4.1-deadline) is dropped: its rule is no longer in force",
        "Treaty-limited access is now off",
        "nobody musters",
    ]
    play.prove()


def test_the_preview_names_what_is_dropped_and_nothing_else() -> None:
    play = two_duties()
    before = play.game.state.hash
    assert impact(play.game, Choices()).in_flight == (
        "last phase Austria in France (round 3, DRILL-12.4.1-deadline) would be dropped",
        "last phase France in Austria (round 3, DRILL-12.4.1-deadline) would be dropped",
        "Austria owes: go home (DRILL-12.4.1-deadline) would be dropped",
    )
    assert play.game.state.hash == before
