"""A plugin may raise anything, anywhere: its module is named, and what came from outside is handed on."""

from __future__ import annotations

import asyncio
import warnings
from collections.abc import Callable
from typing import Any, ClassVar

import pytest

from sandtable.engine import (
    Action,
    Ask,
    Broken,
    Choice,
    Game,
    InstalledGame,
    Invalid,
    Option,
    Refusal,
    RuleModule,
    SandtableError,
    Side,
    fills,
    refuses,
    rule,
)
from sandtable.engine.failures import LONGEST, is_own
from sandtable.play.words.objections import of_kind
from sandtable.testing import Play, position, toy
from tests.engine import workshop
from tests.engine.state.test_gate import PLACES, QUERIES, assert_untouched
from tests.engine.workshop import BLUE, SYSTEM, Do, Draw, Odd, scripts


class Unspeakable(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no words")

    __repr__ = __str__


class Bare(BaseException):
    """Like no exception that programs expect."""


def endless(game: object = None) -> int:
    return endless(game) + 1


def raising(error: BaseException) -> Callable[..., Any]:
    def fail(*_: object) -> Any:
        raise error

    return fail


def warn(*_: object) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.warn("old ways", DeprecationWarning, stacklevel=1)


FAILURES: dict[str, tuple[Callable[..., Any], str]] = {
    "closed": (raising(GeneratorExit()), "raised GeneratorExit"),
    "cancelled": (raising(asyncio.CancelledError()), "raised CancelledError"),
    "interrupted": (raising(KeyboardInterrupt()), "raised KeyboardInterrupt"),
    "bare": (raising(Bare("bare")), "raised Bare: bare"),
    "exits": (raising(SystemExit(3)), r"called sys\.exit"),
    "too deep": (endless, "raised RecursionError: maximum recursion depth"),
    "out of memory": (raising(MemoryError()), "raised MemoryError"),
    "stopped": (raising(StopIteration(3)), "raised (StopIteration|RuntimeError)"),
    "unspeakable": (
        raising(Unspeakable()),
        r"raised Unspeakable: \(its text cannot be had: that raises RuntimeError\)",
    ),
    "endless words": (raising(ValueError("x" * 10_000_000)), f"raised ValueError: x{{{LONGEST}}} \\.\\.\\."),
    "warned": (warn, "raised DeprecationWarning: old ways"),
    "our words": (raising(Invalid("no such thing")), "fails in .*: no such thing"),
}


@pytest.mark.parametrize("how", FAILURES)
@pytest.mark.parametrize("place", [place for place in PLACES if place != "fails"])
def test_whatever_a_rule_raises_its_module_is_named(place: str, how: str) -> None:
    call, where = PLACES[place]
    fail, words = FAILURES[how]
    play = workshop.play(call)
    scripts[place] = fail
    if place in ("refuses", "refusals"):
        scripts["it"] = QUERIES[place]
    module = "tests.engine.workshop" if place in ("it", "refusals") else "bench"
    broken = assert_untouched(play, words, module=module)
    assert where in str(broken).replace("\\", "") or where.replace("\\", "") in str(broken)
    assert len(str(broken)) < LONGEST + 200


@pytest.mark.parametrize("how", FAILURES)
def test_whatever_a_domain_raises_it_is_named(how: str) -> None:
    fail, words = FAILURES[how]
    play = workshop.play()
    scripts["domain"] = fail
    with pytest.raises(Broken, match=words) as caught:
        play.referee.offers()
    assert "the domain of Odd.field" in str(caught.value)
    assert play.game.gate.queries == 0
    del scripts["domain"]
    assert play.may(Odd) == [Odd("a"), Odd("b")]


@pytest.mark.parametrize("how", FAILURES)
@pytest.mark.parametrize("when", ["verdict", "offers", "play"])
def test_whatever_a_refusal_raises_it_is_named_however_it_is_asked(when: str, how: str) -> None:
    fail, words = FAILURES[how]
    play = workshop.play()
    scripts["refuses"] = fail
    ask: dict[str, Callable[[], object]] = {
        "verdict": lambda: play.referee.verdict(Draw(1)),
        "offers": play.referee.offers,
        "play": lambda: play.referee.play(Draw(1)),
    }
    with pytest.raises(Broken, match=words) as caught:
        ask[when]()
    assert caught.value.module == "bench"


@pytest.mark.parametrize("how", FAILURES)
def test_whatever_hides_a_row_raises_it_is_named(how: str) -> None:
    fail, words = FAILURES[how]
    play = workshop.play()
    scripts["conceals"] = fail
    with pytest.raises(Broken, match=words) as caught:
        play.game.seen_by_sides(frozenset({"nobody"}))[workshop.Piece]
    assert caught.value.module == "bench"


def test_the_players_interrupt_is_handed_on_from_wherever_it_strikes() -> None:
    import signal

    def strike(game: Game) -> None:
        signal.raise_signal(signal.SIGINT)  # as Ctrl-C does: the signal strikes while this code runs

    play = workshop.play(strike)
    before = play.game.state.hash
    with pytest.raises(KeyboardInterrupt) as caught:
        play.play(Do())
    assert not is_own(caught.value)
    assert play.game.state.hash == before


def test_a_procedure_that_is_given_up_may_fail_as_it_likes() -> None:
    async def clings(game: Game) -> None:
        from sandtable.engine import ask

        try:
            await ask("Blue", Draw, "well?")
        finally:
            raise Bare("in the finally")

    play = workshop.play(clings)
    play.play(Do())
    play.undo()
    assert play.questions[0][0] == "Blue"
    scripts.clear()
    play.play(Draw(1))


class Talks(Action, frozen=True):
    def says(self, game: Game, ask: Ask) -> str:
        raise Bare("no words")


class Talker(RuleModule):
    key = "talker"
    actions: ClassVar = {"play": (Talks,)}


def test_an_action_that_cannot_say_what_it_is_is_named() -> None:
    play = position(toy(Talker), Side(BLUE))
    with pytest.raises(
        Broken, match=r"module tests\.engine\.referee\.test_failures raised Bare: no words in Talks\.says"
    ):
        play.play(Talks())


# -- reasons that cannot be told


class Go(Action, frozen=True):
    where: str

    @fills("where")
    @staticmethod
    def anywhere(game: Game, ask: Ask) -> Choice[str]:
        return Choice(("north", "south"))


SAYS: dict[str, Callable[[], Refusal | None]] = {}


class Guide(RuleModule):
    key = "guide"
    actions: ClassVar = {"play": (Go,)}

    @refuses(Go)
    @rule("G-1")
    def closed(self, game: Game, act: Go, ask: Ask) -> Refusal | None:
        return SAYS["it"]()


class Mute:
    def __str__(self) -> str:
        raise RuntimeError("no words")


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (lambda: Refusal("{nosuch}"), r"the reason '\{nosuch\}' says \{nosuch\}, and no fact of that name is given"),
        (lambda: Refusal("{here} to {there}", here="a"), r"says \{there\}, and no fact"),
        (lambda: Refusal("{here.name}", there="a"), r"says \{here\}, and no fact"),
        (lambda: Refusal("a { b"), "cannot be read: "),
        (lambda: Refusal("{here.name}", here="a"), "raised AttributeError: 'str' object has no attribute 'name'"),
        (lambda: Refusal("{here:d}", here="a"), "raised ValueError: Unknown format code"),
        (lambda: Refusal("{here}", here=Mute()), "raised RuntimeError: no words"),
    ],
)
def test_a_reason_that_cannot_be_told_is_found_at_its_module(reason: Callable[[], Refusal], words: str) -> None:
    SAYS["it"] = lambda: None
    play = position(toy(Guide), Side(BLUE))
    SAYS["it"] = reason
    for ask in (
        lambda: play.referee.verdict(Go("north")),
        lambda: of_kind(_offer(play)),
    ):
        with pytest.raises(Broken, match=words) as caught:
            ask()
        assert caught.value.module == "guide"
        assert "guide.closed (G-1)" in str(caught.value)


def _offer(play: Play) -> Any:
    from sandtable.engine.running.offers import Offer

    return Offer(play.seen_by("Blue"), Ask("Blue", (Go,)), Go)


def test_braces_that_are_meant_are_written_twice() -> None:
    assert str(Refusal("a {{set}} of {n}", n=3)) == "a {set} of 3"
    assert str(Refusal("{says}", says="as it {stands}")) == "as it {stands}"


# -- modules that fail before they are modules


def extra(**parts: Any) -> type[RuleModule]:
    return type("Odd", (RuleModule,), {"key": "odd", "option": Option("Odd", "Odd."), **parts})


@pytest.mark.parametrize("how", [how for how in FAILURES if how != "stopped"])
def test_a_module_that_fails_as_it_is_made_is_left_out(how: str) -> None:
    fail, words = FAILURES[how]

    def fail_to_begin(self: RuleModule, parameters: Any = None) -> None:
        fail()

    family = InstalledGame(SYSTEM, [extra(__init__=fail_to_begin)])
    assert list(family.left_out) == ["odd"]
    assert "module odd" in family.left_out["odd"]
    assert words.split()[0] in ("raised", "called", "fails")
    workshop_still = position(family.system, *workshop.rows(), at="Blue: play")
    assert workshop_still.questions


def test_a_module_that_fails_only_with_its_parameters_is_named() -> None:
    def fail_on_parameters(self: RuleModule, parameters: Any = None) -> None:
        RuleModule.__init__(self, parameters)
        if parameters is not None:
            raise Bare("these numbers")

    family = InstalledGame(SYSTEM, [extra(__init__=fail_on_parameters)])
    assert not family.left_out
    with pytest.raises(SandtableError, match=r"module odd raised Bare: these numbers in odd\.__init__"):
        position(family, *workshop.rows(), on=["odd"])
