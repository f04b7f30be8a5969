"""Why not: of a step that was passed over, and of what is asked of somebody else."""

from __future__ import annotations

from typing import ClassVar

import pytest

from sandtable.engine import (
    Action,
    Ask,
    EndStep,
    Frame,
    Game,
    MarkKind,
    Refusal,
    RuleModule,
    Side,
    SideId,
    Stale,
    ask,
    offer,
    opens,
    refuses,
    rule,
)  # fmt: skip
from sandtable.testing import Play, position, toy
from sandtable_twin_rivers import AreaId, LoseStep, March, Retreat, UnitId
from tests.testing.rivers import battle, rivers, unit

BLUE, RED = SideId("Blue"), SideId("Red")
HOARSE = MarkKind("hoarse", until="phase")
HUMMED = MarkKind("hummed", until="forever")


def march(name: str, to: str) -> March:
    return March(UnitId(name), AreaId(to))


class Sing(Action[str], frozen=True):
    """Sing."""


class Hum(Action, frozen=True):
    """Hum."""

    def perform(self, game: Game, ask: Ask) -> None:
        game.mark(ask.side, HUMMED)


class Choir(RuleModule):
    """Blue is hoarse, and Red may not sing in a round that begins with humming."""

    key = "choir"
    brings = (HOARSE, HUMMED)
    actions: ClassVar = {"play": (Hum,)}

    @opens("play")
    @rule("T-song")
    async def song(self, game: Game, frame: Frame) -> None:
        if frame.side == RED:
            game.mark(BLUE, HOARSE)
            await offer(BLUE, Sing, "a song?", rule="T-song", about="the song")
            await ask(RED, Sing, "a song!", rule="T-song", about="the song")

    @refuses(Sing)
    @rule("T-hoarse")
    def hoarse(self, game: Game, act: Sing, ask: Ask[str]) -> Refusal | None:
        assert ask.about == "the song"
        tired = game.mark_of(ask.side, HOARSE) or game.mark_of(ask.side, HUMMED)
        return Refusal("{side} is hoarse", side=ask.side) if tired else None


def choir(at: str = "Red: play") -> Play:
    return position(toy(Choir), Side(BLUE), Side(RED), at=at)


def test_an_open_question_is_judged_as_ever() -> None:
    play = rivers(unit("Blue 1", "Aldbridge"), unit("Red 1", "Larch"))
    assert play.why_not(march("Blue 1", "Larch")) == {"TR-2-neighbours"}
    assert play.why_not(march("Blue 1", "Cobham")) == set()


def test_a_step_that_was_passed_over_says_what_stood_against_it() -> None:
    """Blue cannot march any more: its step is passed over, with its only unit marched already."""
    play = rivers(unit("Blue 1", "Aldbridge"), unit("Red 1", "Larch"))
    play.play(march("Blue 1", "Cobham"))
    assert play.at == "Red: march"
    assert play.why_not(march("Blue 1", "Aldbridge"), BLUE) == {"TR-2-once"}


def test_it_is_judged_in_the_position_in_which_it_was_passed_over() -> None:
    """By now the mark of the turn is gone: the reason was there when the step was looked at."""
    play = rivers(unit("Blue 1", "Aldbridge"), unit("Red 1", "Larch"))
    play.play(march("Blue 1", "Cobham"))
    play.play(EndStep())
    assert (play.at, play.game.round) == ("Blue: march", 2)
    play.play(march("Blue 1", "Aldbridge"))
    play.play(march("Red 1", "Kelby"))
    assert play.at == "Blue: march"
    assert play.explain(march("Red 1", "Larch"), RED) == (
        "Red was not asked: nothing it may do was left at march (round 2). "
        "Against it: Red 1 has marched this turn (TR-2-once). Now Blue is asked: March, End step."
    )


def test_a_question_that_was_not_put_says_what_stood_against_it() -> None:
    """The battle would offer Blue a retreat, but Blue is shut in: it is not asked, and fights on."""
    ring = [unit(f"Red {nth}", area) for nth, area in enumerate(("Fenwick", "Elmsford", "Ivybridge"), 2)]
    play = rivers(unit("Blue 1", "Garth"), unit("Red 1", "Garth"), *ring, at="Blue: battle", dice=[1, 6, 1, 6])
    play.play(LoseStep(UnitId("Blue 1")))
    assert play.questions == [("Blue", ("LoseStep",))]
    assert play.why_not(Retreat(AreaId("Elmsford")), BLUE) == {"TR-3-retreat-free"}
    assert play.explain(Retreat(AreaId("Elmsford"))) == (
        "Blue was not asked: nothing it may do was left at retreat (round 1). "
        "Against it: Red stands in Elmsford (TR-3-retreat-free). Now Blue is asked: Lose step."
    )


def test_the_question_is_judged_with_what_it_is_about() -> None:
    play = choir()
    assert play.questions == [("Red", ("Sing",))]
    assert play.why_not(Sing()) == set()
    assert play.why_not(Sing(), "Blue") == {"T-hoarse"}


def test_what_another_is_asked_is_judged_in_ones_own_eyes() -> None:
    play = battle(dice=[1, 6])
    assert play.questions == [("Blue", ("LoseStep",))]
    assert play.why_not(LoseStep(UnitId("Blue 1")), "Red") == {""}
    assert play.explain(LoseStep(UnitId("Blue 1")), "Red") == (
        "Red is not asked. Against it: unit cannot be Blue 1 here: choose one of 2. Now Blue is asked: Lose step."
    )


def test_what_nobody_asks_and_nothing_forbids_says_who_is_asked() -> None:
    play = battle(dice=[1, 6])
    with pytest.raises(
        Stale, match=r"Red is not asked, and no rule is known to stand against it\. Now Blue is asked: Lose step\."
    ):
        play.why_not(LoseStep(UnitId("Red 1")), "Red")
    with pytest.raises(Stale, match=r"March answers no question\. Now Blue is asked: Lose step\."):
        play.why_not(march("Blue 1", "Fenwick"))


def test_after_a_side_has_acted_its_step_counts_as_played() -> None:
    play = choir("Blue: play")
    play.play(Hum())
    with pytest.raises(Stale, match="Hum answers no question of Blue"):
        play.until("Red: play").why_not(Hum(), "Blue")


def test_undone_it_is_not_remembered() -> None:
    play = rivers(unit("Blue 1", "Aldbridge"), unit("Red 1", "Larch"))
    play.play(march("Blue 1", "Cobham"))
    play.undo()
    assert play.why_not(march("Blue 1", "Aldbridge"), BLUE) == {"TR-2-neighbours"}


def test_a_game_that_is_over_says_so() -> None:
    play = rivers(unit("Blue 1", "Aldbridge"))
    play.until(lambda play: play.game.ended is not None)
    with pytest.raises(Stale, match="The game is over: a side has no units left"):
        play.why_not(march("Blue 1", "Cobham"))
