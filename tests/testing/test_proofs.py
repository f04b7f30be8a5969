"""The harness's proofs find what they are there to find."""

from itertools import count
from typing import ClassVar

import pytest

from sandtable.engine import Action, Ask, Broken, Game, MarkKind, RuleModule, Side, SideId, offer
from sandtable.testing import Play, position, toy

BLUE = SideId("Blue")
TICKS = count(1)
AT = MarkKind("at", until="forever", of="time")
SEEN_AT = MarkKind("seen at", until="forever", of="time")


class Wind(Action, frozen=True):
    """Wind a clock that does not belong to the game."""

    def perform(self, game: Game, ask: Ask) -> None:
        game.mark("clock", AT, of=str(next(TICKS)))


class Look(Action, frozen=True):
    """Look at the same clock and ask about it."""

    async def perform(self, game: Game, ask: Ask) -> None:
        game.mark("clock", SEEN_AT, of=str(next(TICKS)))
        await offer(BLUE, Rest, "rest?")


class Rest(Action, frozen=True):
    """Do nothing."""


class Clock(RuleModule):
    key = "clock"
    brings = (AT, SEEN_AT)
    actions: ClassVar = {"play": (Wind, Look, Rest)}


def clock() -> Play:
    return position(toy(Clock), Side(BLUE))


def test_a_rule_that_asks_the_outside_is_found_by_replay() -> None:
    play = clock()
    play.play(Wind())
    with pytest.raises(Broken, match="worked out again, ply 2"):
        play.verify_replay()
    with pytest.raises(Broken, match="worked out again, ply 2"):
        play.prove()


def test_opened_in_mid_procedure_it_is_found_at_once() -> None:
    play = clock()
    play.play(Look())
    with pytest.raises(Broken, match="worked out again, ply 2"):
        play.reload()


def test_a_sound_game_passes_and_is_left_as_it_was() -> None:
    play = clock()
    play.play(Rest(), Rest())
    play.undo()
    play.play(Rest())
    here = (play.game.state.hash, play.referee.journal.head)
    assert play.prove() is play
    assert (play.game.state.hash, play.referee.journal.head) == here
    assert play.verify_replay() == 4  # the branch taken back is worked out too


def test_tampered_changes_are_found() -> None:
    play = clock()
    play.play(Rest())
    ply = play.referee.journal.plies[2]
    ply.known_hash = ply.hash + 1
    with pytest.raises(Broken, match="ply 2"):
        play.verify_replay()
