"""Steps with nothing to do, ended with one word: told before, stopped by anything new, taken back as one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from sandtable.engine import EndStep, InstalledGame, Referee, SideId
from sandtable.engine.journal.journal import Ply
from sandtable.engine.running.chance import ScriptedDice, SeededDice
from sandtable.library.campaigns.opening import open_campaign
from sandtable.play.begin.starts import Start
from sandtable.play.table import going_back
from sandtable.play.table.bot_turns import BotTurns
from sandtable.play.table.idle_steps import IdleStep, IdleSteps, brief_idle, describe_idle, foresee
from sandtable.play.table.passing_on import PassingOn
from sandtable.play.table.sitting import Sitting, Wishes, assign_seats, begin, resume_sitting
from sandtable.play.words.where import current_place
from sandtable_empires.campaign.order import TakePlace
from sandtable_empires.maps.europe_1805 import europe_1805
from sandtable_empires.model import Corps, Siege, SiegeId
from sandtable_empires.system import EMPIRES
from sandtable_empires.testing.peninsula import rows
from tests.games.fords.at_the_fords import at_march, play

FAMILY = InstalledGame(EMPIRES)


def may(seats: str = "one", bots: tuple[str, ...] = ()) -> Referee:
    """Come to the depots of France in May 1808."""
    seated = assign_seats(list(rows()), Wishes(seats=seats, bots=bots))
    referee = Referee.begin(FAMILY, seated, source=SeededDice("1808"), board=europe_1805()).open()
    play(referee, TakePlace(1))
    return referee


def foreseen(referee: Referee) -> IdleSteps:
    return foresee(referee, {asked(referee)})


def asked(referee: Referee) -> str:
    assert referee.prompt is not None
    return referee.game.seat_of(referee.prompt.open[0].side) or ""


def pass_on(referee: Referee) -> PassingOn:
    passing = PassingOn(referee)
    passing.begin(foreseen(referee), {asked(referee)})
    passing.go_on()
    return passing


def answers(referee: Referee) -> list[Ply]:
    return [ply for ply in referee.journal.line() if ply.action is not None]


def without_armies(seats: str = "one", bots: tuple[str, ...] = (), place: int = 1) -> Referee:
    """Come to where nobody has an army on the map: a month without anything to do."""
    seated = assign_seats(list(rows()), Wishes(seats=seats, bots=bots))
    off = [replace(row, area=None) if isinstance(row, Corps) else row for row in seated]
    referee = Referee.begin(FAMILY, off, source=SeededDice("1808"), board=europe_1805()).open()
    play(referee, TakePlace(place))
    return referee


def test_what_would_be_passed_is_told_step_by_step_with_what_is_left_undone() -> None:
    referee = may()
    idle = foreseen(referee)
    assert [(one.side, one.title) for one in idle.steps] == [("France", "Depots"), ("France", "Land movement")]
    assert idle.steps[0].leaves == ("Lay depot",)
    assert "March" in idle.steps[1].leaves
    assert idle.label == "Pass on to Supply"
    assert brief_idle(referee.game, idle).startswith("France: Depots, Land movement; then France cannot go on yet")
    assert describe_idle(referee.game, idle)[0] == "France, Depots (not done: Lay depot)"
    assert len(answers(referee)) == 1, "looking ahead plays nothing"


def test_before_the_first_step_of_a_phase_the_phase_is_named() -> None:
    """In May 1808 France says its place in the order before anybody has a step."""
    referee = Referee.begin(FAMILY, list(rows()), source=SeededDice("1808"), board=europe_1805()).open()
    assert current_place(referee.game) == "May 1808 · Land"


def test_it_stops_at_what_must_be_done_and_says_so() -> None:
    referee = may()
    passing = pass_on(referee)
    assert not passing.is_on
    assert [one.title for one in passing.passed] == ["Depots", "Land movement"]
    assert referee.game.frame.step == "supply"
    assert "must be supplied" in passing.stopped
    assert passing.describe().startswith("Passed: France: Depots, Land movement. France cannot go on yet: ")


def test_a_round_without_anything_to_do_ends_with_one_word() -> None:
    referee = at_march(seats="one")
    idle = foreseen(referee)
    assert (idle.label, idle.then) == ("End Round 1", "Round 2 begins")
    assert {one.side for one in idle.steps} == {"Blue", "Red"}
    passing = pass_on(referee)
    assert referee.game.round == 2
    assert passing.passed == list(idle.steps)
    assert not passing.is_on


def test_it_is_one_undo_and_one_redo(tmp_path: Path) -> None:
    sitting = seated(tmp_path, seats="one")
    referee = sitting.referee
    play(referee, TakePlace(1))
    before, plies = referee.game.state.hash, len(answers(referee))
    passing = pass_on(referee)
    after = referee.game.state.hash
    assert len(answers(referee)) == plies + len(passing.passed)
    assert [ply.action for ply in reversed(going_back.goes_with_undo(referee))] == [EndStep(), EndStep()]
    assert going_back.undo(referee, asked(referee)).id == answers(referee)[-1].id + 1
    assert referee.game.state.hash == before
    going_back.redo(sitting)
    assert referee.game.state.hash == after
    referee.sink.close()
    again = resume_sitting(open_campaign(FAMILY, sitting.path))  # it stays one in the file, too
    going_back.undo(again.referee, asked(again.referee))
    assert again.referee.game.state.hash == before
    again.referee.sink.close()


def test_what_was_done_before_stays_when_it_is_taken_back() -> None:
    referee = may()
    play(referee, EndStep())
    passing = pass_on(referee)
    assert len(passing.passed) == 1
    going_back.undo(referee, asked(referee))
    assert [ply.action for ply in answers(referee)] == [TakePlace(1), EndStep()]


def test_nothing_is_decided_for_another_person() -> None:
    referee = without_armies(seats="Anna=France,Bernd=Great Britain+Spain")
    idle = foreseen(referee)
    assert {one.side for one in idle.steps} == {"France"}
    assert idle.then == "Bernd is asked"
    passing = pass_on(referee)
    assert passing.stopped == "Bernd is asked."
    assert asked(referee) == "Bernd"


def test_who_speaks_for_all_passes_for_all_and_is_told_so() -> None:
    referee = without_armies(seats="Anna=France,Bernd=Great Britain+Spain")
    idle = foresee(referee, {"Anna", "Bernd"})
    assert {one.side for one in idle.steps} == {"France", "Great Britain", "Spain"}


def test_a_question_is_never_answered() -> None:
    referee = may()
    going_back.undo(referee, asked(referee))  # back to where France chooses its place
    assert foreseen(referee).steps == ()
    passing = pass_on(referee)
    assert passing.passed == []
    assert passing.stopped.startswith("France is asked: ")


def test_what_dice_will_show_is_not_told_before() -> None:
    """The copy in which it is found out has dice of its own: somebody starved there, and the loss was told as sure."""
    seated = assign_seats(list(rows()), Wishes(seats="one"))
    corps = [row for row in seated if isinstance(row, Corps)]
    palafox = next(one for one in corps if one.id == "Army of Aragon")
    besieger = next(one for one in corps if one.side == "France")
    assert palafox.area is not None
    siege = Siege(SiegeId(palafox.area), palafox.area, SideId("France"))
    changed = {palafox.id: replace(palafox, inside=True), besieger.id: replace(besieger, area=palafox.area)}
    there = [changed.get(row.id, row) if isinstance(row, Corps) else row for row in seated]
    referee = Referee.begin(FAMILY, [*there, siege], source=SeededDice("1808"), board=europe_1805()).open()
    play(referee, TakePlace(3))
    idle = foreseen(referee)
    assert "factor" not in idle.then
    assert idle.then == "dice are thrown: hunger in Saragossa"


def test_something_that_was_not_told_stops_it() -> None:
    referee = may()
    idle = foreseen(referee)
    less = [IdleStep(one.side, one.key, one.title, one.leaves[:1]) for one in idle.steps]
    passing = PassingOn(referee)
    passing.begin(IdleSteps(tuple(less), idle.label, idle.then), {asked(referee)})
    passing.go_on()
    assert [one.title for one in passing.passed] == ["Depots"]
    assert passing.stopped.startswith("France may do something new: ")
    assert "March" in passing.stopped


# -- with bots between


@pytest.fixture
def against_bots(tmp_path: Path) -> Iterator[Sitting]:
    sitting = seated(tmp_path, seats="Anna=France,Bernd=Great Britain,Carla=Spain", bots=("Great Britain", "Spain"))
    yield sitting
    sitting.referee.sink.close()


def seated(folder: Path, seats: str, bots: tuple[str, ...] = ()) -> Sitting:
    start = Start(FAMILY, FAMILY.scenario("peninsula-1808"))
    return begin(start, Wishes(seed="1808", seats=seats, bots=bots), folder / "t.campaign")


def test_bots_that_only_pass_do_not_stop_it() -> None:
    referee = without_armies(seats="Bernd=France,Anna=Great Britain+Spain", bots=("France",), place=2)
    assert asked(referee) == "Anna"
    passing = PassingOn(referee)
    passing.begin(foreseen(referee), {"Anna"})
    passing.go_on()
    assert passing.is_on, "the bot is asked now"
    while asked(referee) != "Anna":
        assert referee.prompt is not None
        referee.play(EndStep(), referee.prompt.open[0].side)
    passing.go_on()
    assert {one.side for one in passing.passed} == {"Great Britain", "Spain"}
    assert not passing.is_on


def test_the_deed_of_a_bot_stops_it(against_bots: Sitting) -> None:
    referee, bots = against_bots.referee, BotTurns(against_bots)
    while bots.answer() or bots.next_question() is not None:
        pass
    play(referee, TakePlace(3))
    passing = PassingOn(referee)
    passing.begin(IdleSteps((IdleStep("France", "depots", "Depots", ("Lay depot",)),), "", ""), {"Anna"})
    while passing.is_on and bots.next_question() is not None:
        bots.answer()
    passing.go_on()
    assert passing.passed == []
    assert " has acted: " in passing.stopped


def test_what_is_taken_back_meanwhile_ends_it() -> None:
    referee = may(seats="Anna=France,Bernd=Great Britain,Carla=Spain", bots=("Great Britain", "Spain"))
    passing = PassingOn(referee)
    passing.begin(foreseen(referee), {"Anna"})
    referee.history.undo("Anna", agreed=True)
    passing.go_on()
    assert (passing.passed, passing.stopped, passing.is_on) == ([], "Something was taken back.", False)


def test_looking_ahead_does_not_know_what_the_seat_may_not_see() -> None:
    """The dice of the copy are its own: what is told does not depend on those of the campaign."""
    told: list[IdleSteps] = []
    for source in (SeededDice("1"), SeededDice("2"), ScriptedDice(*[(6,)] * 50)):
        seats = assign_seats(list(rows()), Wishes(seats="one"))
        referee = Referee.begin(FAMILY, seats, source=source, board=europe_1805()).open()
        play(referee, TakePlace(1))
        told.append(foreseen(referee))
    assert told[0] == told[1] == told[2]
