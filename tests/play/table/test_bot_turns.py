"""Bots at the table: their answers, what they cannot see, and taking answers back where they sit."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sandtable.engine import Action, Ask, Broken, EndStep, Referee
from sandtable.engine.errors import Illegal, NeedsAgreement
from sandtable.play.begin.starts import Start
from sandtable.play.table import going_back
from sandtable.play.table.bot_turns import DISCOVERIES, BotTurns
from sandtable.play.table.sitting import Sitting, Wishes, begin
from sandtable.play.table.table_seats import people, sees_otherwise
from tests.games.fords import March, Order
from tests.games.fords.at_the_fords import FAMILY, ONE, play


class Obstinate:
    """A bot that tries what is refused, so often, and then does something else."""

    def __init__(self, tries: int) -> None:
        self.left = tries

    def answer(self, referee: Referee, ask: Ask) -> Action | None:
        if Order in ask.kinds:
            return Order("hold", 0)
        if EndStep not in ask.kinds:
            return None
        self.left -= 1
        return March(ONE, ("birchley",)) if self.left >= 0 else EndStep()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Sitting]:
    """Sit down at The Fords: a person for Blue, a bot for Red."""
    start = Start(FAMILY, FAMILY.scenario("fords"))
    sitting = begin(start, Wishes(seed="1", seats="Anna=Blue+Red", bots=("Red",)), tmp_path / "t.campaign")
    yield sitting
    sitting.referee.sink.close()


def ordered(table: Sitting) -> BotTurns:
    """Come to Blue's march."""
    bots = BotTurns(table)
    assert bots.answer()
    play(table.referee, Order("hold", 1))
    return bots


def test_a_bot_is_asked_before_people(table: Sitting) -> None:
    bots = BotTurns(table)
    asked = bots.next_question()
    assert asked is not None
    assert asked.side == "Red"
    assert bots.answer()
    assert bots.next_question() is None
    assert not bots.answer()


def red_to_march(table: Sitting, bot: Obstinate, monkeypatch: pytest.MonkeyPatch) -> BotTurns:
    bots = ordered(table)
    play(table.referee, EndStep())

    def for_red(_: Sitting, ask: Ask) -> Obstinate | None:
        return bot if ask.side == "Red" else None

    monkeypatch.setattr(Sitting, "bot_for", for_red)
    return bots


def test_what_is_refused_to_a_bot_is_a_discovery_and_it_tries_again(
    table: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots = red_to_march(table, Obstinate(2), monkeypatch)
    head = table.referee.journal.head
    assert [bots.answer() is not None for _ in range(3)] == [False, False, True]
    assert table.referee.journal.head == head + 1


def test_a_bot_that_finds_nothing_else_is_broken(table: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    bots = red_to_march(table, Obstinate(10_000), monkeypatch)
    for _ in range(DISCOVERIES - 1):
        assert not bots.answer()
    with pytest.raises(Broken, match=f"Red is refused {DISCOVERIES} times in one place, lastly: "):
        bots.answer()


def test_a_dead_end_names_the_question(table: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    class Dumb:
        """A bot that has no answer."""

        def answer(self, referee: Referee, ask: Ask) -> Action | None:
            return None

    def for_red(_: Sitting, ask: Ask) -> Dumb | None:
        return Dumb() if ask.side == "Red" else None

    monkeypatch.setattr(Sitting, "bot_for", for_red)
    with pytest.raises(Broken, match="dead end: Red has no legal answer to"):
        BotTurns(table).answer()


# -- taking back


def test_the_last_answer_of_a_person_is_taken_back_with_what_bots_have_answered(table: Sitting) -> None:
    bots = ordered(table)
    before = table.referee.journal.head
    play(table.referee, EndStep())
    while bots.next_question() is not None:
        bots.answer()
    assert table.referee.journal.head > before + 1
    hashed = table.referee.game.state.hash
    assert going_back.undo(table.referee, "Anna").action == EndStep()
    assert table.referee.journal.head == before
    going_back.redo(table)
    assert table.referee.game.state.hash == hashed


def test_revealed_answers_come_back_though_a_bot_has_answered_anew_in_between(table: Sitting) -> None:
    """Red, a bot, has answered once more before Blue, a person, does the whole set again; then there is no more."""
    bots = ordered(table)
    hashed = table.referee.game.state.hash
    going_back.undo(table.referee, "Anna")
    assert bots.answer()
    assert bots.next_question() is None
    going_back.redo(table)
    assert table.referee.game.state.hash == hashed
    with pytest.raises(Illegal, match="there is nothing to redo"):
        going_back.redo(table)


def test_a_person_who_has_answered_anew_has_nothing_to_redo(table: Sitting) -> None:
    bots = ordered(table)
    going_back.undo(table.referee, "Anna")
    assert bots.answer()
    play(table.referee, Order("hold", 0))
    with pytest.raises(Illegal, match="there is nothing to redo"):
        going_back.redo(table)


def test_where_it_may_not_be_taken_back_nothing_is(table: Sitting) -> None:
    bots = ordered(table)
    play(table.referee, EndStep())
    bots.answer()
    table.referee.take_back = "agree"
    head = table.referee.journal.head
    with pytest.raises(NeedsAgreement):
        going_back.undo(table.referee, "Anna")
    assert table.referee.journal.head == head
    going_back.undo(table.referee, "Anna", agreed=True)
    assert table.referee.journal.head < head


def test_who_sits_there_and_who_sees_otherwise(table: Sitting) -> None:
    game = table.referee.game
    assert people(game) == ["Anna"]
    assert sees_otherwise(game, "Anna", ["bot Red"])  # strengths are hidden
    assert not sees_otherwise(game, "Anna", ["Anna"])
