"""The gate: rows change while an action is worked out and nowhere else, and no breach can be hushed up."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.engine import (
    Action,
    Ask,
    Broken,
    Choice,
    EndStep,
    Game,
    Reaction,
    Refusal,
    SandtableError,
    Side,
    SideId,
    offer,
    react,
    roll,
)
from sandtable.engine.running.game import RunningGame
from sandtable.engine.running.offers import Offer
from sandtable.engine.state.kinds import DutyKind, MarkKind, Work
from sandtable.testing import Play
from tests.engine import workshop
from tests.engine.workshop import (
    BLUE,
    DEBT,
    RED,
    SEEN,
    Chore,
    Do,
    Draw,
    Happened,
    Odd,
    Piece,
    PieceId,
    Workshop,
    doing,
    scripts,
)
from tests.games.plain_ways import plain_ways


class Unknown(Work, frozen=True):
    """Work that nobody does."""


def b1(game: Game) -> Piece:
    return game[Piece]["b1"]


def assert_untouched(play: Play, words: str, *, module: str = "", act: Callable[[], object] | None = None) -> Broken:
    """Do it: it must be `Broken` in these words, and leave the position as it was and the game playable."""
    before, asked, head = play.game.state.hash, play.questions, play.referee.journal.head
    with pytest.raises(Broken, match=words) as caught:
        (act or (lambda: play.play(Do())))()
    assert (play.game.state.hash, play.questions, play.referee.journal.head) == (before, asked, head)
    gate = play.game.gate
    assert (gate.open, gate.queries, gate.offence) == (False, 0, None)
    assert play.game.notes == []
    assert play.game.state.changes == []
    if module:
        assert caught.value.module == module
    it = scripts.copy()
    scripts.clear()
    play.play(Draw(1))
    scripts.update(it)
    return caught.value


# -- where rows may be written


def test_rows_change_while_an_action_is_worked_out() -> None:
    play = doing(lambda game: game.change(b1(game), size=4))
    assert b1(play.game).size == 4
    play.undo()
    assert b1(play.game).size == 1


@pytest.mark.parametrize(
    ("write", "words"),
    [
        (
            lambda game: game.put(Piece(PieceId("x"), BLUE)),
            "put Piece x outside a ply: rows change only while the referee",
        ),
        (lambda game: game.change(b1(game), size=2), "change Piece b1 outside a ply"),
        (lambda game: game.remove(b1(game)), "remove Piece b1 outside a ply"),
        (lambda game: game.note("psst"), "note outside a ply"),
        (lambda game: game.mark("b1", SEEN), "put Mark seen:b1 outside a ply"),
    ],
)
def test_nothing_is_written_outside_a_ply(write: Callable[[RunningGame], object], words: str) -> None:
    play = workshop.play()
    before = play.game.state.hash
    for game in (play.game, play.seen_by("Blue"), play.game.seen_by_sides(frozenset())):
        with pytest.raises(Broken, match=words):
            write(game)
    assert play.game.state.hash == before
    scripts["it"] = lambda game: None
    play.play(Do())


QUERIES: dict[str, Callable[[RunningGame], object]] = {
    "parts": lambda game: game.hooks(Workshop).parts(game),
    "number": lambda game: game.hooks(Workshop).number(game),
    "refuses": lambda game: game.verdict(Draw(1), Ask("Blue", (Draw,))),
    "refusals": lambda game: game.verdict(Odd("a"), Ask("Blue", (Odd,))),
    "reacts": lambda game: game.reactions(Happened()),
}


@pytest.mark.parametrize("query", QUERIES)
def test_nothing_is_written_inside_a_query(query: str) -> None:
    play = workshop.play(QUERIES[query])
    scripts[query] = lambda game: game.change(b1(game), size=2)
    assert_untouched(play, "change Piece b1 inside a query: queries only answer; write in an event or a procedure")


@pytest.mark.parametrize("query", QUERIES)
def test_a_write_in_a_query_is_found_out_though_the_module_hushes_it_up(query: str) -> None:
    def hush(game: RunningGame) -> Any:
        with suppress(Broken):
            game.note("psst")
        return 3 if query == "number" else None if query != "refusals" else ()

    play = workshop.play(QUERIES[query])
    scripts[query] = hush
    assert_untouched(play, "note inside a query")


def hushing(game: RunningGame) -> None:
    with suppress(Broken):
        game.change(b1(game), size=2)


@pytest.mark.parametrize("place", ["refuses", "domain", "refusals"])
@pytest.mark.parametrize("how", ["looked at", "sampled", "judged"])
def test_a_write_that_is_hushed_up_while_somebody_only_looks_fails_the_next_ply(place: str, how: str) -> None:
    play = workshop.play()

    def quietly(game: RunningGame) -> Any:
        hushing(game)
        return {"refuses": None, "domain": Choice(("a",)), "refusals": ()}[place]

    action: Action = Draw(1) if place == "refuses" else Odd("a")
    scripts[place] = quietly
    if how == "sampled":
        drawn = next(offer for offer in play.referee.offers() if offer.kind is type(action)).sample(Random(1))
        assert drawn is not None
        action = drawn
    elif how == "looked at":
        play.referee.offers()
    words = "change Piece b1 inside a query: queries only answer; .*module .* "
    words += "\\(tests/engine/state/test_gate.py:.*, in hushing\\)"
    before = play.game.state.documents()
    with pytest.raises(Broken, match=words) as caught:
        play.play(action)
    assert caught.value.module == (
        "bench"
        if place == "refuses"
        else "tests.engine.workshop"
        if place == "refusals"
        else "tests.engine.state.test_gate"
    )
    assert play.game.state.documents() == before
    del scripts[place]
    play.play(Draw(1))


# -- rows that are refused


@pytest.mark.parametrize(
    ("write", "words"),
    [
        (lambda game: game.change(b1(game), size=10), "Piece b1: Expected `int` <= 9"),
        (lambda game: game.change(b1(game), size="2"), "Piece b1: Expected `int`, got `str`"),
        (
            lambda game: game.change(b1(game), weight=1),
            "change Piece b1: Unexpected keyword argument 'weight'|no field",
        ),
        (
            lambda game: game.change(b1(game), side="Green"),
            "Piece 'b1': its side is 'Green', but there is no such Side",
        ),
        (
            lambda game: game.change(b1(game), stacked_on="b9"),
            "its stacked on is 'b9', but there is no such Piece",
        ),
        (lambda game: game.change(b1(game), side="Blu"), "there is no such Side: did you mean 'Blue'"),
        (lambda game: game.put(Piece(PieceId("x"), SideId("Green"))), "Piece 'x': its side is 'Green'"),
        (
            lambda game: game.remove(b1(game)),
            "after Do it: Piece 'b2': its stacked on is 'b1', but there is no such Piece",
        ),
        (lambda game: game.enter("asside"), "no sequence is called 'asside': did you mean aside"),
        (lambda game: game.leave("aside"), "leave aside: no such sequence is being played"),
        (lambda game: game.later(Unknown(), "x"), r"no module in force has @works\(Unknown\)"),
        (lambda game: game.mark("b1", MarkKind("sene", until="turn")), "no module in force brings the mark 'sene'"),
        (
            lambda game: game.oblige("Blue", DutyKind("debts", by="play"), "x", rule="W", says=""),
            "no module in force has @fails for the duty 'debts'",
        ),
    ],
)
def test_what_the_gate_refuses_cannot_be_hushed_up(write: Callable[[RunningGame], object], words: str) -> None:
    def hush(game: RunningGame) -> None:
        with suppress(SandtableError):
            write(game)

    for it in (write, hush):
        assert_untouched(workshop.play(it), words)


def test_a_row_that_is_no_longer_current_is_refused() -> None:
    def stale(game: RunningGame) -> None:
        old = b1(game)
        game.change(old, size=2)
        game.change(old, places=("c",))

    assert_untouched(
        workshop.play(stale),
        r"change Piece b1: this row is no longer the current one; fetch it again \(after every await\)",
    )

    def remove_twice(game: RunningGame) -> None:
        old = game[Piece]["b2"]
        game.remove(old)
        game.remove(old)

    assert_untouched(workshop.play(remove_twice), "remove Piece b2: this row is no longer the current one")

    async def slept(game: RunningGame) -> None:
        old = b1(game)
        game.change(b1(game), size=3)
        await roll("1d6", why="a pause", rule="W")
        game.change(old, size=2)

    assert_untouched(workshop.play(slept, dice=[3, 3]), "no longer the current one")


def test_a_view_shows_rows_that_cannot_be_changed() -> None:
    scripts["conceals"] = lambda row: replace(row, secret="?")

    def through_a_view(game: RunningGame) -> None:
        seen = game.seen_by_sides(frozenset({"Blue"}))
        seen.change(seen[Piece]["r1"], size=5)

    assert_untouched(workshop.play(through_a_view), "change Piece r1 outside a ply")


# -- modules that fail: each place names the module, and nothing is left behind


def failing(how: str) -> Any:
    match how:
        case "raises":
            raise ZeroDivisionError("by nothing")
        case "exits":
            sys.exit(3)
        case _:
            raise KeyError("nowhere")


PLACES: dict[str, tuple[Callable[[RunningGame], Any], str]] = {
    "it": (lambda game: None, "Do.perform"),
    "parts": (QUERIES["parts"], r"bench.parts \(W-parts\)"),
    "number": (QUERIES["number"], r"bench.number \(W-number\)"),
    "refuses": (QUERIES["refuses"], r"bench.forbidden \(W-refuses\)"),
    "refusals": (QUERIES["refusals"], "Odd.refusals"),
    "reacts": (QUERIES["reacts"], r"bench.reaction \(W-reacts\)"),
    "happening": (lambda game: game.hooks(Workshop).happening(game), r"bench.happening \(W-happening\)"),
    "settling": (lambda game: game.hooks(Workshop).settling(game), r"bench.settling \(W-settling\)"),
    "works": (lambda game: game.later(Chore(), "x"), r"bench.working \(W-works\)"),
    "leaves": (lambda game: game.enter("aside", side="Blue"), r"bench.leaving \(W-leaves\)"),
    "fails": (
        lambda game: game.oblige("Blue", DEBT, "x", rule="W", says="pay"),
        r"bench.failing \(W-fails\)",
    ),
}


@pytest.mark.parametrize("how", ["raises", "exits", "key"])
@pytest.mark.parametrize("place", PLACES)
def test_a_module_that_fails_is_named_with_its_place(place: str, how: str) -> None:
    call, where = PLACES[place]
    play = workshop.play(call)
    act: Callable[[], object] | None = None
    if place == "fails":  # as the step ends, what can no longer be done fails
        play.play(Do())
        act = lambda: play.play(EndStep())  # noqa: E731
    scripts[place] = lambda game: failing(how)
    words = {
        "raises": "raised ZeroDivisionError: by nothing",
        "exits": r"called sys\.exit",
        "key": "raised KeyError: 'nowhere'",
    }[how]
    if place in ("refuses", "refusals"):
        scripts["it"] = lambda game: ask_verdict(game, place)
    assert_untouched(play, f"{words} in {where}" if place != "it" else words, act=act)


def ask_verdict(game: RunningGame, place: str) -> object:
    return QUERIES[place](game)


@pytest.mark.parametrize("how", ["raises", "exits"])
def test_a_domain_that_fails_is_named(how: str) -> None:
    play = workshop.play()
    scripts["domain"] = lambda game: failing(how)
    with pytest.raises(
        Broken, match=r"(raised ZeroDivisionError: by nothing|called sys\.exit) in the domain of Odd\.field"
    ):
        play.referee.offers()
    del scripts["domain"]
    assert play.may(Odd) == [Odd("a"), Odd("b")]


def test_a_domain_that_is_none_is_named() -> None:
    play = workshop.play()
    scripts["domain"] = lambda game: None
    with pytest.raises(Broken, match=r"the domain of Odd\.field"):
        play.referee.offers()


@pytest.mark.parametrize("seed", [None, 1])
def test_a_way_that_fails_while_it_is_looked_for_is_named(seed: int | None) -> None:
    def onward(here: str) -> tuple[str, ...]:
        if here:
            raise ZeroDivisionError("by nothing")
        return ("a",)

    play = workshop.play()
    scripts["domain"] = lambda game: plain_ways("", onward, 3, ends=lambda there: there != "a", game=game)
    offer_odd = Offer(play.seen_by("Blue"), Ask("Blue", (Odd,)), Odd)
    with pytest.raises(Broken, match=r"raised ZeroDivisionError: by nothing in the ways of Wander"):
        _ = offer_odd.some() if seed is None else offer_odd.sample(Random(seed))


@pytest.mark.parametrize("where", ["conceals"])
def test_a_concealing_rule_that_fails_is_named(where: str) -> None:
    play = workshop.play()
    scripts[where] = lambda row: failing("raises")
    scripts["it"] = lambda game: None
    with pytest.raises(
        Broken, match=r"module bench raised ZeroDivisionError: by nothing in bench.hide_piece \(W-conceals\)"
    ):
        play.game.seen_by_sides(frozenset({"nobody"}))[Piece]
    assert play.game.gate.queries == 0


@pytest.mark.parametrize("when", ["switched_on", "switched_off"])
def test_an_option_that_fails_when_it_is_switched_is_named(when: str) -> None:
    from sandtable.engine import EndStep

    scripts["it"] = lambda game: None
    play = workshop.play(on=() if when == "switched_on" else ("extra",))
    scripts[when] = lambda game: failing("raises")
    play.switch(on=["extra"] if when == "switched_on" else [], off=["extra"] if when == "switched_off" else [])
    assert_untouched(
        play,
        f"module extra raised ZeroDivisionError: by nothing in extra.{when}",
        module="extra",
        act=lambda: play.play(EndStep()),
    )


# -- modules that answer nonsense


@pytest.mark.parametrize(
    ("place", "answer", "words"),
    [
        ("parts", 3, r"module bench did not answer a list in bench\.parts"),
        ("parts", ["three"], r"module bench answered 'three' in bench\.parts, where int belongs"),
        ("parts", "three", r"module bench answered .* in bench\.parts, where int belongs"),
        ("number", "three", r"module bench answered 'three' in bench\.number, where int belongs"),
        ("refuses", "no", r"module bench answered 'no' in bench\.forbidden, where a Refusal belongs"),
        ("refuses", True, r"module bench answered True in bench\.forbidden, where a Refusal belongs"),
        ("refusals", ["no"], r"answered 'no' in Odd\.refusals, where a Refusal belongs"),
        ("reacts", [Draw(1)], r"module bench answered Draw\(number=1\) in bench\.reaction, where Reaction belongs"),
        ("reacts", [Reaction("Green", Draw, "x", "W")], "no [Ss]ide is called 'Green'"),
        ("happening", "three", r"module bench answered 'three' in bench\.happening, where int belongs"),
        ("settling", "three", r"module bench answered 'three' in bench\.settling, where int belongs"),
    ],
)
def test_nonsense_is_named(place: str, answer: object, words: str) -> None:
    async def react_to(game: RunningGame) -> None:
        await react(Happened())

    play = workshop.play(react_to if place == "reacts" else PLACES[place][0])
    scripts[place] = lambda game: answer
    if "Green" in words:
        with pytest.raises(SandtableError, match=words):
            play.play(Do())
        return
    assert_untouched(play, words)


def test_answers_of_any_declared_type_are_welcome() -> None:
    found: list[object] = []

    def ask_all(game: RunningGame) -> None:
        hooks = game.hooks(Workshop)
        found.extend([hooks.pairs(game), hooks.names(game), hooks.anything(game)])

    scripts["pairs"] = lambda game: [("a", 1), ("b", 2)]
    scripts["names"] = lambda game: frozenset({"a"})
    scripts["anything"] = lambda game: {"a": 1}
    doing(ask_all)
    assert found == [[("a", 1), ("b", 2)], frozenset({"a"}), {"a": 1}]


@pytest.mark.parametrize("place", ["parts", "number", "refuses", "reacts"])
def test_a_query_that_awaits_is_named(place: str) -> None:
    async def asks() -> None:
        await roll("1d6", why="cheating", rule="W")

    play = workshop.play(PLACES[place][0])
    scripts[place] = lambda game: asks()
    assert_untouched(play, "awaits in the query")


def test_what_may_not_be_awaited_is_named() -> None:
    class Nonsense:
        def __await__(self) -> Any:
            yield "nonsense"

    async def awaits(game: RunningGame) -> None:
        await Nonsense()

    assert_untouched(workshop.play(awaits), "a procedure awaited 'nonsense'; it may await only what")

    async def asks_nobody(game: RunningGame) -> None:
        await offer("Green", Draw, "who?", rule="W", tells=True)

    assert_untouched(workshop.play(asks_nobody), "no [Ss]ide is called 'Green'")


def test_a_forgotten_await_is_told_at_run_time() -> None:
    async def forgets(game: RunningGame) -> None:
        roll("1d6", why="forgotten", rule="W")  # type: ignore[unused-coroutine]
        game.change(b1(game), size=2)

    assert_untouched(workshop.play(forgets), "`roll` is called and not awaited: write `await roll")

    async def compares(game: RunningGame) -> None:
        if roll("1d6", why="forgotten", rule="W") > 3:  # type: ignore[operator]
            game.change(b1(game), size=3)

    assert_untouched(workshop.play(compares), "has been awaited: write `await` before it")


def test_two_modules_that_decide_otherwise_are_a_named_conflict() -> None:
    scripts["number"], scripts["extra number"] = (lambda game: 1), (lambda game: 2)
    words = r"number: bench\.number \(W-number\) says 1 and extra\.number \(W-extra-number\) says 2; declare which"
    assert_untouched(workshop.play(QUERIES["number"], on=("extra",)), words)
    scripts["extra number"] = lambda game: 1
    workshop.play(QUERIES["number"], on=("extra",)).play(Do())


def test_a_rule_that_refuses_says_so_to_the_player() -> None:
    scripts["refuses"] = lambda game: Refusal("it is {day}", day="Sunday", cure="wait")
    play = workshop.play()
    assert [str(reason) for reason in play.referee.verdict(Draw(1))] == ["it is Sunday (W-refuses) — wait"]
    assert play.game[Side][RED].seat == "Bob"
    assert Choice(("a",)).says() == "one of 1"
