"""A rule function cites once: what is made while it works is cited by it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator

import pytest

from sandtable.engine import (
    Action,
    Ask,
    Broken,
    DutyKind,
    Frame,
    Game,
    HookSet,
    Option,
    Part,
    Pass,
    Phase,
    Reaction,
    Refusal,
    RuleModule,
    Sequence,
    Side,
    SideId,
    Step,
    Tally,
    Was,
    Work,
    ask,
    ask_all,
    ask_together,
    cached_for_position,
    collects,
    fails,
    hookimpl,
    offer,
    opens,
    pick,
    react,
    reacts,
    refuses,
    roll,
    rule,
    this_rule,
    works,
)
from sandtable.engine.rules.rules import Moment
from sandtable.engine.state.rows import Due, Duty
from sandtable.testing import Play, position, toy

NORTH, SOUTH = SideId("North"), SideId("South")
FOUND: list[str] = []


class Answer(Action, frozen=True):
    """Answer."""

    def perform(self, game: Game, ask: Ask) -> None:
        game.note("performed")


class Debt(Work, frozen=True):
    """Something owed."""


MUST = DutyKind("must", by="play")


class Heard(Moment, frozen=True):
    """A noise."""


class Die(HookSet):
    """A die."""

    @collects
    def parts(self, game: Game) -> Iterable[Part]:
        """Add to the die."""
        return ()


def lend(game: Game) -> None:
    """Help a rule: a note, and something due."""
    game.note("lent")
    game.due(Debt(), "gold", step="play", when=9)


async def borrow(game: Game) -> None:
    """Help a rule that awaits."""
    await ask(NORTH, Answer, "how much")
    lend(game)


@cached_for_position
def of_the_place(game: Game) -> str:
    """Say who is at work while an answer is kept for all."""
    return this_rule()


class AllOfIt(RuleModule):
    """It does all that can be cited."""

    key = "work"
    brings = (Debt, MUST)
    actions = {"play": (Answer,)}

    @opens("play")
    @rule("T-opens", "T-opens-too")
    async def all_of_it(self, game: Game, frame: Frame) -> None:
        """Do all of it once."""
        if game.round > 1 or frame.side != NORTH:
            return
        FOUND.append(str(Tally("die", [Part("base", await roll("1d6", why="a die"), says="die")])))
        FOUND.append(await pick(("a", "b"), why="a draw"))
        await borrow(game)
        await ask_all((NORTH, SOUTH), Answer, "all")
        await ask_together([Ask(NORTH, (Answer,), "one"), Ask(SOUTH, (Answer,), "other", "T-other")])
        await offer(NORTH, Answer, "an offer")
        game.oblige(NORTH, MUST, "pay", says="pay")
        game.note("said by another", "T-other")
        await react(Heard())
        FOUND.append(f"kept {of_the_place(game)!r}, now {this_rule()}")

    @works(Debt)
    @rule("T-works")
    def pays(self, game: Game) -> None: ...

    @fails(MUST)
    @rule("T-fails")
    def lapses(self, game: Game) -> None: ...

    @reacts(Heard)
    @rule("T-reacts")
    def hears(self, game: Game, moment: Heard) -> Iterable[Reaction]:
        """North may answer."""
        return [Reaction(NORTH, Answer, "a noise")]

    @hookimpl
    @rule("T-parts")
    def parts(self, game: Game) -> Iterable[Part]:
        """Parts as they come: out of a generator within, and out of a helper."""
        return (part for part in (*map(made, (1, 2)), Part("add", 3, "T-other", "three")))


def made(value: int) -> Part:
    return Part("add", value, says=f"part {value}")


def begin(*house: type[RuleModule], dice: tuple[int, ...] = (4, 2)) -> Play:
    FOUND.clear()
    on = [module.key for module in house if module.option]
    turn = Sequence("turn", (Phase("play", (Step("play", tells=True),), each="side"),))
    return position(
        toy(AllOfIt, *house, hook_sets=(Die,), sequences=(turn,)), Side(NORTH), Side(SOUTH), on=on, dice=dice
    )


def asked(play: Play) -> list[tuple[str, str]]:
    assert play.prompt is not None
    return [(one.why, one.rule) for one in play.prompt.open]


def test_all_that_a_function_makes_is_cited_by_it_before_and_after_it_awaits() -> None:
    play = begin()
    assert FOUND == ["4 die (T-opens); = 4 die", "b"]
    assert [(throw.why, throw.rule) for ply in play.referee.journal.line() for throw in ply.throws] == [
        ("a die", "T-opens"),
        ("a draw", "T-opens"),
    ]
    assert asked(play) == [("how much", "T-opens")]
    play.play(Answer())
    assert [(due.subject, due.rule) for due in play[Due]] == [("gold", "T-opens")]
    assert asked(play) == [("all", "T-opens"), ("all", "T-opens")]
    play.play(Answer(), side=NORTH)
    play.play(Answer(), side=SOUTH)
    assert asked(play) == [("one", "T-opens"), ("other", "T-other")]
    play.play(Answer(), side=NORTH)
    play.play(Answer(), side=SOUTH)
    assert asked(play) == [("an offer", "T-opens")]
    play.play(Pass())
    assert [duty.rule for duty in play[Duty]] == ["T-opens"]
    assert asked(play) == [("a noise", "T-reacts")]
    play.play(Answer())
    play.play(Pass())
    notes = [(note.text, note.rule) for ply in play.referee.journal.line() for note in ply.notes]
    assert notes == [("lent", "T-opens"), ("said by another", "T-other"), ("performed", "")]
    assert FOUND[-1] == "kept '', now T-opens"
    play.prove()


def test_parts_that_are_made_as_they_are_gone_through_are_cited_too() -> None:
    play = begin()
    assert Tally("die", play.game.hooks(Die).parts(play.game)).lines() == [
        "+3 three (T-other)",
        "+1 part 1 (T-parts)",
        "+2 part 2 (T-parts)",
        "= 6 die",
    ]


def test_an_amendment_cites_its_own_and_the_rule_beneath_it_its_own() -> None:
    class House(RuleModule):
        key = "house"
        option = Option("House", "One more.")

        @rule("H-more", amends="T-parts")
        def more(self, was: Was[Iterable[Part]]) -> Iterable[Part]:
            """One more."""
            yield from was()
            yield made(9)

        @rule("H-opens", amends="T-opens-alone")
        async def opening(self, was: Was[Awaitable[None]], game: Game) -> None:
            """Say so before and after."""
            game.note("before")
            await was()
            game.note("after")

    class Alone(RuleModule):
        key = "alone"

        @opens("play")
        @rule("T-opens-alone")
        async def note(self, game: Game) -> None:
            """Say so."""
            await roll("1d6", why="an end")
            game.note("between")

    play = begin(Alone, House, dice=(1, 1, 1))
    rules = {part.says: part.rule for part in play.game.hooks(Die).parts(play.game)}
    assert rules == {"part 1": "T-parts", "part 2": "T-parts", "three": "T-other", "part 9": "H-more"}
    notes = [(note.text, note.rule) for ply in play.referee.journal.line() for note in ply.notes]
    assert notes == [("before", "H-opens"), ("between", "T-opens-alone"), ("after", "H-opens")]


def test_functions_of_one_factory_are_different_rules() -> None:
    def rule_named(id: str) -> Callable[[], str]:
        @rule(id)
        def answer() -> str:
            return next(each())

        def each() -> Iterator[str]:
            yield this_rule()

        return answer

    one, other = rule_named("T-one"), rule_named("T-other")
    assert (one(), other(), this_rule()) == ("T-one", "T-other", "")


def test_a_refusal_that_a_helper_makes_is_cited_by_the_rule_that_answers_it() -> None:
    class Never(RuleModule):
        key = "never"

        @refuses(Answer)
        @rule("T-never")
        def never(self, game: Game, act: Answer) -> Refusal | None:
            return Refusal("{parts}", parts=Tally("of it", [made(1), made(2)]))

    play = begin()
    (reason,) = position(toy(AllOfIt, Never, hook_sets=(Die,)), Side(NORTH), do=ended).referee.game.verdict(
        Answer(), Ask(NORTH, (Answer,))
    )
    assert str(reason) == "3 (+1 part 1, +2 part 2) (T-never)"
    assert play.game.ended is None


async def ended(game: Game) -> None:
    game.end(None, "enough")


@pytest.mark.parametrize(
    ("make", "what"),
    [(lambda: made(1), "a part of a number"), (lambda: next(roll("1d6", why="it").__await__()), r"a throw \(it\)")],
)
def test_a_number_outside_of_any_rule_says_what_to_do(make: Callable[[], object], what: str) -> None:
    with pytest.raises(Broken, match=f"{what} cites no rule: give it one .*or make it in a function that has @rule"):
        make()
