"""Duties: what binds a step, and what runs when it can no longer be done."""

from typing import ClassVar

import pytest

from sandtable.engine import (
    Action,
    Ask,
    Broken,
    Duty,
    DutyKind,
    EndStep,
    Frame,
    Game,
    Phase,
    Refused,
    RuleModule,
    Sequence,
    Side,
    SideId,
    Step,
    doable,
    fails,
    opens,
    rule,
)
from sandtable.testing import Play, position, toy

BLUE = SideId("Blue")
PAY = DutyKind("pay", by="play")
CALL = DutyKind("call", by="play")
AUDITED = DutyKind("pay", by="audit")


class Pay(Action, frozen=True):
    """Pay what is owed."""

    def perform(self, game: Game, ask: Ask) -> None:
        game.fulfil(ask.side, PAY, "rent")


class Idle(Action, frozen=True):
    """Do something else."""


class Debts(RuleModule):
    key = "debts"
    brings = (PAY, CALL)
    actions: ClassVar = {"play": (Pay, Idle)}

    @opens("play")
    @rule("T-owe")
    def owe(self, game: Game, frame: Frame) -> None:
        if game.round == 1:
            game.oblige(BLUE, PAY, "rent", rule="T-owe", says="pay the rent")
            game.oblige(BLUE, CALL, "home", rule="T-call", says="call home")

    @doable(CALL)
    @rule("T-call-way")
    def no_telephone(self) -> bool:
        return False

    @fails(PAY)
    @rule("T-owe-failed")
    def evict(self, game: Game) -> None:
        game.note("evicted")

    @fails(CALL)
    @rule("T-call")
    def note_forgotten(self, game: Game) -> None:
        game.note("not called")


def debtor(module: type[RuleModule] = Debts) -> Play:
    return position(toy(module), Side(BLUE))


def test_what_cannot_be_done_binds_nobody_and_what_can_does() -> None:
    play = debtor()
    assert play.why_not(EndStep()) == {"T-owe"}
    play.play(Idle())
    assert play.why_not(EndStep()) == {"T-owe"}
    play.play(Pay())
    assert play.why_not(EndStep()) == set()


def test_who_would_end_the_step_first_is_told_in_the_words_of_the_duty_or_of_its_kind() -> None:
    class Rent(Debts):
        key = "rent"
        brings = (DutyKind("pay", by="play", first="{side} must pay its {subject} first"), CALL)

        @opens("play")
        @rule("T-owe")
        def owe(self, game: Game, frame: Frame) -> None:
            game.oblige(BLUE, self.brings[0], "rent", rule="T-owe", says="pay the rent")

        @fails(brings[0])
        @rule("T-owe-failed")
        def evict(self, game: Game) -> None:
            game.note("evicted")

    for module, words in ((Debts, "pay the rent first"), (Rent, "Blue must pay its rent first")):
        with pytest.raises(Refused) as caught:
            debtor(module).play(EndStep())
        assert str(caught.value).startswith(f"{words} (T-owe)")


def test_what_is_left_undone_fails_when_the_step_ends() -> None:
    play = debtor()
    play.play(Pay(), EndStep())
    assert (play.log, play[Duty].ids(), play.game.round) == (["not called"], (), 2)
    play.prove()
    play.undo()
    assert play[Duty].ids() == ("call:Blue:home",)


class Careless(Debts):
    key = "careless"

    @doable(PAY)
    @rule("T-owe-way")
    def nonsense(self) -> bool:
        return "perhaps"  # type: ignore[return-value]


def test_an_answer_that_is_none_is_the_modules_fault() -> None:
    with pytest.raises(Broken, match=r"module careless answered 'perhaps' in careless\.nonsense"):
        debtor(Careless).why_not(EndStep())


class Silent(RuleModule):
    """A step in which a side owes something and nobody can do anything."""

    key = "silent"
    brings = (AUDITED,)
    actions: ClassVar = {"play": (Idle,)}

    @opens("audit")
    @rule("T-audit")
    def audit(self, game: Game, frame: Frame) -> None:
        game.note(f"audit {game.round}")
        if game.round == 1:
            game.oblige(BLUE, AUDITED, "rent", rule="T-owe", says="pay the rent")

    @fails(AUDITED)
    @rule("T-owe")
    def evict(self, game: Game) -> None:
        game.note("evicted")


def test_a_step_without_actions_opens_once_though_a_duty_fails_in_it() -> None:
    turn = Sequence("turn", (Phase("all", (Step("audit"), Step("play")), each="side"),))
    play = position(toy(Silent, sequences=(turn,)), Side(BLUE))
    assert play.log == ["audit 1", "evicted"]
