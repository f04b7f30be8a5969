"""Standing answers: to what is asked of several in secret, and for steps that end by themselves."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from sandtable.engine import (
    Action,
    Ask,
    CoreHooks,
    EndStep,
    Frame,
    Game,
    Invalid,
    Pass,
    Phase,
    Refusal,
    RuleModule,
    Sequence,
    Side,
    SideId,
    Step,
    ask_together,
    hookimpl,
    opens,
    refuses,
    rule,
)
from sandtable.testing import Play, position, toy

RED, BLUE = SideId("Red"), SideId("Blue")
MONTH = Sequence(
    "month",
    (
        Phase("talks", (Step("talk", "Talks"),), each="side"),
        Phase("secrets", (Step("reveal", "Declarations"),)),
        Phase("work", (Step("work", "Work"),), each="side"),
    ),
)


class Talk(Action, frozen=True):
    """Say something."""

    def perform(self, game: Game, ask: Ask) -> None:
        game.note(f"{ask.side} talks")


class Declare(Action, frozen=True):
    """Declare war."""

    def perform(self, game: Game, ask: Ask) -> None: ...


class Rules(RuleModule):
    """Talks that may be ended, a secret declaration, work that must be done."""

    key = "rules"
    actions = {"talk": (Talk,), "work": (Talk,)}

    @opens("reveal")
    @rule("HOUSE-declare")
    async def declare(self, game: Game, frame: Frame) -> None:
        """All declare at once."""
        asks = [Ask(side, (Declare,), "declare war, or nothing", optional=True) for side in (RED, BLUE)]
        answers = await ask_together(asks)
        game.note(" and ".join(f"{side} {type(one).__name__}" for side, one in answers.items()))


class Letters(RuleModule):
    """Somebody is written to every second month."""

    key = "letters"

    @hookimpl(of=CoreHooks.calls_upon)
    def letter(self, game: Game, frame: Frame) -> Iterable[str]:
        return ["a letter has come"] if frame.round % 2 == 0 and frame.step == "talk" else []


class Bound(RuleModule):
    """Who may not go yet."""

    key = "bound"

    @refuses(EndStep)
    @rule("HOUSE-bound")
    def stays(self, game: Game, act: EndStep, ask: Ask) -> Refusal | None:
        return Refusal("there is work to do") if game.frame.step == "talk" else None


def begin(*more: type[RuleModule]) -> Play:
    """Red is about to talk; Blue comes after it."""
    return position(toy(Rules, *more, sequences=(MONTH,)), Side(BLUE), Side(RED), at="Red: talk", order=(RED, BLUE))


def leave(game: Play, side: SideId, kind: type[Action], topic: str = "") -> str:
    seat = str(game.game.seat_of(side))
    return game.referee.council.add_standing_answer(seat, side, kind, topic=topic).changes[-1].id


def test_a_step_ends_by_itself_where_its_side_has_left_word() -> None:
    game = begin()
    leave(game, BLUE, EndStep, "Talks")
    game.play(EndStep())
    assert game.questions == [(RED, ("Declare",)), (BLUE, ("Declare",))]
    assert "Blue ends the step Talks" in "\n".join(game.log)
    game.prove()


def test_who_does_something_in_it_goes_on() -> None:
    """Red has left word in the middle of its step: that holds from the next month on."""
    game = begin()
    leave(game, RED, EndStep, "talk")
    game.play(Talk())
    assert game.questions == [(RED, ("Talk", "EndStep"))]
    game.prove()


def test_who_is_called_upon_is_asked() -> None:
    game = begin(Letters)
    for side in (RED, BLUE):
        leave(game, side, EndStep, "Talks")
        leave(game, side, EndStep, "Work")
        leave(game, side, Declare)
    game.play(EndStep())  # the month goes by of itself
    assert (game.game.round, game.questions) == (2, [(BLUE, ("Talk", "EndStep"))])
    game.prove()


def test_a_step_that_may_not_end_is_played() -> None:
    game = begin(Bound)
    leave(game, RED, EndStep, "Talks")
    assert game.questions == [(RED, ("Talk", "EndStep"))]
    assert game.why_not(EndStep()) == {"HOUSE-bound"}


@pytest.mark.parametrize(("left", "asked"), [((), (BLUE, RED)), ((RED,), (BLUE,)), ((RED, BLUE), ())])
def test_who_has_nothing_to_declare_is_not_asked_in_secret(left: tuple[SideId, ...], asked: tuple[SideId, ...]) -> None:
    game = begin()
    for side in left:
        leave(game, side, Declare)
    game.play(EndStep())
    game.play(EndStep(), side=BLUE)
    for side in asked:
        assert side in {one for one, _ in game.questions}
        game.play(Declare(), side=side)
    words = {side: "Pass" if side in left else "Declare" for side in (RED, BLUE)}
    assert f"Red {words[RED]} and Blue {words[BLUE]}" in "\n".join(game.log)
    game.prove()


def test_what_is_withdrawn_no_longer_holds() -> None:
    game = begin()
    standing = leave(game, BLUE, EndStep, "Talks")
    game.referee.council.withdraw_standing_answer(str(game.game.seat_of(BLUE)), standing)
    game.play(EndStep())
    assert game.questions == [(BLUE, ("Talk", "EndStep"))]


@pytest.mark.parametrize("step", ["", "Declarations", "Tals"])
def test_a_step_is_named_that_sides_play(step: str) -> None:
    with pytest.raises(Invalid, match="no step that a side may end is called"):
        leave(begin(), RED, EndStep, step)


def test_a_pass_is_given_to_nobody_else() -> None:
    game = begin()
    leave(game, BLUE, Declare)
    game.play(EndStep())
    game.play(EndStep(), side=BLUE)
    assert game.questions == [(RED, ("Declare",))]
    game.play(Pass(), side=RED)
    assert "Red Pass and Blue Pass" in "\n".join(game.log)
