"""Rules out of force: what play does without them, and what it cannot go on without."""

from __future__ import annotations

from typing import ClassVar

import pytest

from sandtable.engine import (
    Action,
    AgendaItem,
    Ask,
    Choices,
    Duty,
    DutyKind,
    EndStep,
    Frame,
    Game,
    HookSet,
    InstalledGame,
    Invalid,
    Option,
    RuleModule,
    Side,
    SideId,
    Work,
    doable,
    fails,
    hookimpl,
    opens,
    rule,
    settles,
    works,
)
from sandtable.testing import position, toy

BLUE = SideId("Blue")
PAY = DutyKind("pay", by="play")


class Call(Work, frozen=True):
    """Somebody calls."""


class Ring(Action, frozen=True):
    """Ring."""

    def perform(self, game: Game, ask: Ask) -> None:
        game.later(Call(), "Anna")


class Claims(HookSet):
    """Who has what."""

    @settles
    async def heir(self, game: Game) -> str:
        """Say who inherits."""
        raise NotImplementedError


class Debts(RuleModule):
    """What is owed, and what comes of it."""

    key = "debts"
    brings = (PAY, Call)
    actions: ClassVar = {"play": (Ring,)}

    @opens("play")
    @rule("T-owe")
    def owe(self, game: Game, frame: Frame) -> None:
        game.oblige(BLUE, PAY, "rent", says="pay the rent")

    @doable(PAY)
    @rule("T-purse")
    def purse(self, game: Game, duty: Duty) -> bool:
        return False

    @fails(PAY)
    @rule("T-bailiff")
    def seize(self, game: Game, duty: Duty) -> None:
        game.note("the bailiff comes")

    @works(Call)
    @rule("T-call")
    def answer(self, game: Game, item: AgendaItem) -> None:
        game.note(f"{item.subject} calls")

    @opens("play")
    @rule("T-bell", vital=True)
    def toll(self, game: Game, frame: Frame) -> None:
        game.note("the bell tolls")

    @hookimpl(default=True)
    @rule("T-heir")
    async def heir(self, game: Game) -> str | None:
        return "Anna"


def without(id: str, name: str = "") -> type[RuleModule]:
    """Make an option that takes a rule out of force and puts nothing in its place."""
    key = name or f"without-{id}"
    return rule(f"H-{key}", supersedes=id)(type("Less", (RuleModule,), {"key": key, "option": Option(key, "Less.")}))


class Gong(RuleModule):
    """A gong in place of the bell."""

    key = "gong"
    option = Option("Gong", "A gong is struck.")

    @opens("play")
    @rule("H-gong", supersedes="T-bell")
    def strike(self, game: Game, frame: Frame) -> None:
        game.note("the gong is struck")


SYSTEM = toy(
    Debts, Gong, *(without(id) for id in ("T-bailiff", "T-call", "T-bell", "T-heir")), hook_sets=(Claims,)
)  # fmt: skip


def test_a_duty_lapses_when_the_rule_is_out_of_force_that_says_what_comes_of_it() -> None:
    game = position(SYSTEM, Side(BLUE), on=["without-T-bailiff"])
    game.play(EndStep())
    assert "the duty of Blue lapses: pay rent" in game.log
    assert "the bailiff comes" not in game.log


def test_nothing_comes_of_work_whose_rule_is_out_of_force() -> None:
    assert [line for line in _ringing() if "calls" in line] == ["Anna calls"]
    assert [line for line in _ringing("without-T-call") if "calls" in line] == []


def _ringing(*on: str) -> list[str]:
    game = position(SYSTEM, Side(BLUE), on=on)
    game.play(Ring())
    game.prove()
    return game.log


def test_what_play_cannot_go_on_without_wants_a_function_in_its_place() -> None:
    game = InstalledGame(SYSTEM)
    words = (
        r"H-without-T-bell takes T-bell out of force, and play cannot go on without it \(debts\.toll\): "
        "let a function of H-without-T-bell stand in its place"
    )
    with pytest.raises(Invalid, match=words):
        game.rulebook(Choices(frozenset({"without-T-bell"})))
    assert position(SYSTEM, Side(BLUE), on=["gong"]).log == ["the gong is struck"]


def test_an_event_that_must_be_settled_keeps_a_base_answer() -> None:
    words = r"H-without-T-heir takes T-heir out of force, the base answer to heir \(debts\.heir\): let a function of"
    with pytest.raises(Invalid, match=words):
        InstalledGame(SYSTEM).rulebook(Choices(frozenset({"without-T-heir"})))


def test_a_module_whose_key_has_a_dot_supersedes_a_rule_with_several_functions() -> None:
    class Quiet(RuleModule):
        key = "my.house"
        option = Option("Quiet", "Nobody calls.")

        @opens("play")
        @rule("H-quiet", supersedes="T-call")
        def hush(self, game: Game, frame: Frame) -> None:
            game.note("hush")

        @fails(PAY)
        @rule("H-quiet", supersedes="T-call")
        def hush_again(self, game: Game, duty: Duty) -> None:
            game.note("hush again")

    game = position(toy(Debts, Quiet, hook_sets=(Claims,)), Side(BLUE), on=["my.house"])
    game.play(Ring())
    assert game.log == ["the bell tolls", "hush"]
