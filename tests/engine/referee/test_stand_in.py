"""A stand-in works plies out; the referee that takes them over stands where it would stand had it played itself."""

from __future__ import annotations

from functools import partial

import pytest

from sandtable.engine import Action, InstalledGame, Referee, Seat, SeatId, SeededDice, Side, SideId
from sandtable.engine.errors import Invalid, Stale
from sandtable.engine.journal.journal import Journal, Nowhere, Ply
from sandtable.engine.referee.replay import Mismatch, verify
from sandtable.engine.referee.stand_in import StandIn
from sandtable.engine.state.rows import Proposal
from sandtable.lab.bots import RandomBot
from tests.games.fords import FORDS, fords, start

FAMILY = InstalledGame(FORDS)
SEATS = {"Anna": "Blue", "Bernd": "Red"}


def set_up() -> Referee:
    """Return a game before its first ply."""
    rows = [row for row in start() if not isinstance(row, Side)]
    seats = [Seat(SeatId(name)) for name in SEATS]
    sides = [Side(SideId(side), seat=SeatId(name)) for name, side in SEATS.items()]
    return Referee.begin(FAMILY, [*seats, *sides, *rows], source=SeededDice("7"), board=fords())


def table() -> Referee:
    """Return a game at its first question."""
    return set_up().open()


def position(referee: Referee) -> tuple[object, ...]:
    return referee.game.state.hash, referee.prompt, referee.journal.head, referee.journal.serial


def play_in(action: Action, side: str, referee: Referee) -> None:
    referee.play(action, side)


class FullDisk(Nowhere):
    """There is no room for anything."""

    def ply(self, ply: Ply) -> None:
        raise Invalid("the disk is full")


@pytest.mark.parametrize("every", [1, 3])
def test_what_is_taken_over_is_what_would_have_been_played(every: int) -> None:
    """``every``: so many plies are played before a new stand-in begins where the referee stands."""
    plain, shown, bot = table(), table(), RandomBot("stand-in")
    stand_in, asked_within = StandIn(shown), 0
    for played in range(120):
        if plain.prompt is None:
            break
        ask = plain.prompt.open[0]
        action = bot.answer(plain, ask)
        assert action is not None
        if played % every == 0:
            stand_in = StandIn(shown)
        assert stand_in.is_in_step
        plain.play(action, ask.side)
        assert stand_in.work_out(partial(play_in, action, ask.side)) is None
        stand_in.take_over()
        assert position(shown) == position(plain)
        asked_within += not shown.journal[shown.journal.head].is_save_point
    assert asked_within > 5, "questions in the midst of procedures were come to"
    assert not [one for one in verify(FAMILY, set_up().game.state, shown.journal) if isinstance(one, Mismatch)]


def test_who_has_taken_over_plays_on_in_the_midst_of_a_procedure() -> None:
    plain, shown, bot = table(), table(), RandomBot("stand-in")
    gone_on = 0
    while plain.prompt is not None and gone_on < 5:
        ask = plain.prompt.open[0]
        action = bot.answer(plain, ask)
        assert action is not None
        plain.play(action, ask.side)
        at = shown.journal.at
        if at is not None and not at.is_save_point:
            shown.play(action, ask.side)
            gone_on += 1
        else:
            stand_in = StandIn(shown)
            stand_in.referee.play(action, ask.side)
            stand_in.take_over()
        assert position(shown) == position(plain)
    assert gone_on == 5


def play_first(referee: Referee) -> Ply:
    """Give the first answer that a bot comes upon."""
    assert referee.prompt is not None
    ask = referee.prompt.open[0]
    action = RandomBot("stand-in").answer(referee, ask)
    assert action is not None
    return referee.play(action, ask.side)


def test_a_ply_that_was_begun_before_something_else_was_done_is_not_taken_over() -> None:
    referee = table()
    stand_in = StandIn(referee)
    play_first(stand_in.referee)
    play_first(referee)
    before = position(referee)
    assert not stand_in.is_in_step
    with pytest.raises(Stale, match="something else has been done"):
        stand_in.take_over()
    assert position(referee) == before


def test_a_ply_that_cannot_be_kept_has_not_been() -> None:
    referee = table()
    before = position(referee)
    referee.sink = FullDisk()
    stand_in = StandIn(referee)
    play_first(stand_in.referee)
    with pytest.raises(Invalid, match="the disk is full"):
        stand_in.take_over()
    referee.sink = Nowhere()
    assert position(referee) == before
    assert isinstance(referee.journal, Journal)
    play_first(referee)


def test_nothing_that_a_stand_in_does_is_seen_before_it_is_taken_over() -> None:
    referee = table()
    before = position(referee)
    for _ in range(3):
        play_first(StandIn(referee).referee)
    assert position(referee) == before


def test_several_plies_and_ways_back_are_taken_over_as_one() -> None:
    plain, shown = table(), table()
    stand_in = StandIn(shown)
    for _ in range(6):
        play_first(plain)
        play_first(stand_in.referee)
    assert position(shown) != position(plain)
    stand_in.take_over()
    assert position(shown) == position(plain)
    for referee in (plain, stand_in.referee):
        referee.history.undo()
        referee.history.undo()
        play_first(referee)  # another branch
    stand_in.take_over()
    assert position(shown) == position(plain)
    for referee in (plain, stand_in.referee):
        referee.history.undo()
        referee.history.redo()
        referee.history.goto(2)
    stand_in.take_over()
    assert position(shown) == position(plain)
    assert stand_in.is_in_step


def test_acts_of_the_table_are_taken_over() -> None:
    shown = table()
    stand_in = StandIn(shown)
    row = shown.game[Side][SideId("Blue")]
    before = shown.game.state.hash
    stand_in.work_out(lambda referee: referee.council.propose_correction("Anna", row, title="The Blues"))
    assert shown.game.state.hash == before
    stand_in.take_over()
    proposal = shown.game[Proposal].last()
    assert proposal is not None
    stand_in.work_out(lambda referee: referee.council.agree("Bernd", proposal.id))
    stand_in.take_over()
    assert shown.game[Side][SideId("Blue")].title == "The Blues"
    play_first(shown)


def test_a_copy_in_which_something_failed_half_way_stands_in_no_more() -> None:
    shown = table()
    stand_in = StandIn(shown)

    def fail(referee: Referee) -> None:
        play_first(referee)
        raise Invalid("no further")

    with pytest.raises(Invalid, match="no further"):
        stand_in.work_out(fail)
    assert not stand_in.is_in_step
    assert len(shown.journal.plies) == 1
