"""Amendments of several rules, what they hand on, and whose fault it is when one fails."""

from __future__ import annotations

from collections.abc import Awaitable, Iterable
from typing import Annotated

import pytest
from msgspec import Meta

from sandtable.engine import (
    Action,
    Ask,
    Broken,
    Choices,
    Frame,
    Game,
    GameSystem,
    HookSet,
    InstalledGame,
    Invalid,
    Option,
    Part,
    Phase,
    Refusal,
    RuleModule,
    Sequence,
    Side,
    SideId,
    Step,
    Tally,
    Was,
    Work,
    collects,
    decides,
    happens,
    hookimpl,
    opens,
    refuses,
    rule,
    settles,
    works,
)
from sandtable.engine.state.rows import AgendaItem
from sandtable.testing import Play, position, toy

NORTH = SideId("North")
HEARD: list[str] = []


class March(Action, frozen=True):
    """March some miles."""

    miles: Annotated[int, Meta(ge=1, le=99)] = 1


class Ride(March, frozen=True):
    """Ride some miles."""


class Rest(Work, frozen=True):
    """Somebody rests some hours."""

    hours: int = 1


class Roads(HookSet):
    """What roads cost."""

    @collects
    def cost_parts(self, game: Game, miles: int, mud: int) -> Iterable[Part]:
        """Add to the cost."""
        return ()

    @decides
    def limit(self, game: Game, miles: int) -> int | None:
        """Say how far at most."""

    @decides
    def is_open(self, game: Game, miles: int) -> bool | None:
        """Say whether the road is open."""

    @happens
    async def after_march(self, game: Game, miles: int) -> None:
        """Act when somebody has marched."""

    @settles
    async def toll(self, game: Game, miles: int) -> str | None:
        """Say who takes a toll."""


class Base(RuleModule):
    """The rules of the road."""

    key = "base"
    actions = {"play": (March, Ride)}
    brings = (Rest,)

    @refuses(March)
    @rule("T-far")
    def far(self, game: Game, act: March, ask: Ask) -> Refusal | None:
        """Nobody marches more than three miles."""
        return Refusal("{miles} miles are too far", miles=act.miles) if act.miles > 3 else None

    @refuses(Ride)
    @rule("T-near")
    def near(self, game: Game, act: Ride, ask: Ask) -> Refusal | None:
        """Nobody rides a single mile."""
        return Refusal("a mile is not worth the saddle") if act.miles == 1 else None

    @opens("play")
    @rule("T-dawn")
    async def dawn(self, game: Game, frame: Frame) -> None:
        """A day begins."""
        HEARD.append(f"dawn of {frame.side}")

    @works(Rest)
    @rule("T-rest")
    def rest(self, game: Game, item: AgendaItem, work: Rest) -> None:
        """Somebody rests."""
        HEARD.append(f"{item.subject} rests {work.hours} hours")

    @hookimpl
    @rule("T-cost")
    def cost_parts(self, game: Game, miles: int, mud: int) -> Iterable[Part]:
        """Each mile costs a point, and one more for each inch of mud."""
        yield Part("base", miles, "T-cost", "miles")
        yield Part("add", mud * miles, "T-cost", "mud")

    @hookimpl(default=True)
    @rule("T-limit")
    def limit(self, game: Game, miles: int) -> int | None:
        """Three miles."""
        return min(miles, 3)

    @hookimpl
    @rule("T-open")
    def is_open(self, game: Game, miles: int) -> bool | None:
        """A road is open."""
        return True

    @hookimpl
    @rule("T-dust")
    async def after_march(self, game: Game, miles: int) -> None:
        """It raises dust."""
        HEARD.append(f"dust of {miles} miles")

    @hookimpl
    @rule("T-toll")
    async def toll(self, game: Game, miles: int) -> str | None:
        """Somebody takes it."""
        return f"North for {miles}"


TURN = Sequence("turn", (Phase("play", (Step("play", tells=True),), each="side"),))


def install(*modules: type[RuleModule]) -> GameSystem:
    return toy(*modules, hook_sets=(Roads,), sequences=(TURN,))


def road(*house: type[RuleModule]) -> Play:
    HEARD.clear()
    on = [module.key for module in house if module.option]
    return position(install(Base, *house), Side(NORTH), on=on)


def reasons(play: Play, act: March) -> list[str]:
    return [str(reason) for reason in play.referee.verdict(act)]


# -- one amendment of several rules


class Kind(RuleModule):
    """Both rules are amended by one."""

    key = "kind"
    option = Option("Kind", "Officers look away.")

    @rule("H-kind", amends=("T-far", "T-near"))
    def kind(self, was: Was[Refusal | None], act: March) -> Refusal | None:
        """Five miles may be marched, and what is refused is refused in other words."""
        return None if act.miles == 5 or was() is None else Refusal("not today")


def test_one_amendment_wraps_several_rules_and_cites_the_one_that_it_amends() -> None:
    play = road(Kind)
    assert reasons(play, Ride(5)) == []
    assert reasons(play, March(4)) == ["not today (H-kind in place of T-far)"]
    assert reasons(play, Ride(1)) == ["not today (H-kind in place of T-near)"]
    assert {rule: [f.where for f in by] for rule, by in play.game.rulebook.amenders.items()} == {
        "T-far": ["kind.kind"],
        "T-near": ["kind.kind"],
    }


def test_it_follows_one_of_them_to_its_replacement() -> None:
    class Longer(RuleModule):
        key = "longer"
        option = Option("Longer", "Six miles.")

        @refuses(March)
        @rule("H-longer", supersedes="T-far")
        def longer(self, act: March) -> Refusal | None:
            return Refusal("more than six") if act.miles > 6 else None

    play = road(Kind, Longer)
    assert reasons(play, March(7)) == ["not today (H-kind in place of T-far)"]
    assert reasons(play, March(6)) == []


def test_rules_that_do_not_answer_alike_are_named_with_what_they_are_given() -> None:
    class Both(RuleModule):
        key = "both"

        @rule("H-both", amends=("T-far", "T-dawn"))
        def both(self, was: Was[None]) -> None: ...

    with pytest.raises(
        Broken,
        match=r"both.both amends T-far and T-dawn, which do not answer alike: "
        r"base.far \(T-far\) is given game, act, ask and answers Refusal; "
        r"base.dawn \(T-dawn\) is given game, frame and answers None; "
        r"write a function with its id for each",
    ):
        InstalledGame(install(Base, Both))


def test_rules_given_the_same_that_answer_something_else_do_not_answer_alike() -> None:
    class Both(RuleModule):
        key = "both"

        @rule("H-both", amends=("T-limit", "T-open"))
        def both(self, was: Was[int | None]) -> int | None:
            return was()

    with pytest.raises(Broken, match=r"answers int; base.is_open \(T-open\) is given game, miles and answers bool"):
        InstalledGame(install(Base, Both))


class Truce(RuleModule):
    """A rule that amends what does not answer alike has a function for each."""

    key = "truce"
    option = Option("Truce", "Nobody fights.")

    @rule("H-truce", amends="T-far")
    def marches(self, was: Was[Refusal | None], act: March) -> Refusal | None:
        """One may march four miles."""
        return None if act.miles == 4 else was()

    @rule("H-truce", amends="T-dawn")
    async def dawns(self, was: Was[Awaitable[None]], frame: Frame) -> None:
        """The day begins in peace."""
        await was()
        HEARD.append("peace")


def test_one_id_has_a_function_for_each_rule_that_does_not_answer_alike() -> None:
    play = road(Truce)
    assert HEARD == ["dawn of North", "peace"]
    assert reasons(play, March(4)) == []
    assert reasons(play, March(5)) == ["5 miles are too far (T-far)"]


def test_such_a_rule_is_amended_by_a_function_for_each_that_takes_what_it_is_given() -> None:
    class BrokenTruce(RuleModule):
        key = "broken_truce"
        option = Option("Broken truce", "The truce is broken.")

        @rule("H-broken", amends="H-truce")
        def marches(self, was: Was[Refusal | None], act: March) -> Refusal | None:
            """The truce is no reason to march far."""
            return was() or (Refusal("the truce is broken") if act.miles == 4 else None)

        @rule("H-broken", amends="H-truce")
        async def dawns(self, was: Was[Awaitable[None]], frame: Frame) -> None:
            await was()
            HEARD.append("war")

    play = road(Truce, BrokenTruce)
    assert HEARD == ["dawn of North", "peace", "war"]
    assert reasons(play, March(4)) == ["the truce is broken (H-broken in place of H-truce)"]


def test_a_function_that_could_be_for_either_is_refused_in_words() -> None:
    class Vague(RuleModule):
        key = "vague"

        @rule("H-vague", amends="T-twice")
        def vague(self, was: Was[int | None]) -> int | None:
            return was()

    class Twice(RuleModule):
        key = "twice"

        @hookimpl
        @rule("T-twice")
        def limit(self, game: Game, miles: int) -> int | None: ...

        @hookimpl
        @rule("T-twice")
        def is_open(self, game: Game, miles: int) -> bool | None: ...

    with pytest.raises(
        Broken, match=r"vague.vague amends T-twice, which do not answer alike: twice.limit \(T-twice\) "
    ):
        InstalledGame(install(Twice, Vague))


# -- what an amendment hands on


def test_a_refusal_is_asked_about_another_action() -> None:
    class Short(RuleModule):
        key = "short"
        option = Option("Short miles", "Two of these miles are one.")

        @rule("H-short", amends="T-far")
        def short(self, was: Was[Refusal | None], act: March) -> Refusal | None:
            return was(act=March(act.miles // 2))

    play = road(Short)
    assert reasons(play, March(7)) == []
    assert reasons(play, March(8)) == ["4 miles are too far (T-far)"]


def test_a_number_is_asked_for_with_other_arguments_and_keeps_its_citations() -> None:
    class Dry(RuleModule):
        key = "dry"
        option = Option("Dry", "It is summer.")

        @rule("H-dry", amends="T-cost")
        def dry(self, was: Was[Iterable[Part]], miles: int) -> Iterable[Part]:
            return [*was(mud=0), *was(miles=miles * 10, mud=1)]

        @rule("H-far-at-most", amends="T-limit")
        def far_at_most(self, was: Was[int | None], miles: int) -> int | None:
            return (was(miles=1) or 0) + (was() or 0)

    play = road(Dry)
    hooks = play.game.hooks(Roads)
    assert Tally("cost", hooks.cost_parts(play.game, 2, 5)).lines() == [
        "2 miles (T-cost)",
        "20 miles (T-cost)",
        "+0 mud (T-cost)",
        "+20 mud (T-cost)",
        "= 42 cost",
    ]
    assert hooks.limit(play.game, 9) == 4


def test_events_are_told_of_something_else_plain_or_asking_settled_or_worked_off() -> None:
    class Longer(RuleModule):
        key = "longer"
        option = Option("Longer", "All is longer.")

        @rule("H-dust", amends="T-dust")
        async def dust(self, was: Was[Awaitable[None]], miles: int) -> None:
            await was(miles=miles + 1)

        @rule("H-toll", amends="T-toll")
        async def toll(self, was: Was[Awaitable[str | None]], miles: int) -> str | None:
            return await was(miles=miles * 2)

        @rule("H-rest", amends="T-rest")
        async def rest(self, was: Was[Awaitable[None]], work: Rest) -> None:
            await was(work=Rest(work.hours * 2))

    play = road(Longer)

    async def happen(game: Game) -> None:
        await game.hooks(Roads).after_march(game, 1)
        HEARD.append(str(await game.hooks(Roads).toll(game, 3)))
        game.later(Rest(8), "North")

    position(play.referee.family, Side(NORTH), on=["longer"], do=happen)
    assert HEARD[-4:-1] == ["dust of 2 miles", "North for 6", "North rests 16 hours"]


def test_what_is_handed_on_goes_down_to_the_base_through_every_amendment() -> None:
    """An amended amendment is asked about what it is handed, and so is the rule beneath it."""

    class Inner(RuleModule):
        key = "inner"

        @rule("H-inner", amends="T-far")
        def inner(self, was: Was[Refusal | None], act: March) -> Refusal | None:
            HEARD.append(f"inner {act.miles}")
            return was()

    class Outer(RuleModule):
        key = "outer"
        option = Option("Outer", "Farther.")

        @rule("H-outer", amends="H-inner")
        def outer(self, was: Was[Refusal | None], act: March) -> Refusal | None:
            HEARD.append(f"outer {act.miles}")
            return was(act=March(act.miles + 10))

    play = road(Inner, Outer)
    HEARD.clear()
    assert reasons(play, March(1))[0] == "11 miles are too far (T-far)"
    assert HEARD[:2] == ["outer 1", "inner 11"]


@pytest.mark.parametrize(
    ("handed", "words"),
    [
        ({"acts": None}, r"greedy.greedy \(H-greedy\) passes 'acts' on with was\(\); it can pass on act, ask"),
        ({"game": None}, r"greedy.greedy \(H-greedy\) passes 'game' on with was\(\); it can pass on act, ask"),
    ],
)
def test_what_cannot_be_handed_on_is_named_with_what_can(handed: dict[str, object], words: str) -> None:
    class Greedy(RuleModule):
        key = "greedy"
        option = Option("Greedy", "It wants too much.")

        @rule("H-greedy", amends="T-far")
        def greedy(self, was: Was[Refusal | None]) -> Refusal | None:
            return was(**handed)

    play = road(Greedy)
    with pytest.raises(Broken, match=words) as caught:
        reasons(play, March(1))
    assert caught.value.module == "greedy"


# -- whose fault it is


class Clumsy(RuleModule):
    """Its amendments fail."""

    key = "clumsy"
    option = Option("Clumsy", "It fails.")

    @rule("H-falls", amends="T-far")
    def falls(self, was: Was[Refusal | None], act: March) -> Refusal | None:
        was()
        return Refusal("{miles}", miles=1 // (act.miles - 2))

    @rule("H-slips", amends="T-toll")
    async def slips(self, was: Was[Awaitable[str | None]]) -> str | None:
        await was()
        raise KeyError("toll")

    @rule("H-talks", amends="T-near")
    def talks(self, was: Was[Refusal | None]) -> Refusal | None:
        return "no"  # type: ignore[return-value]  # pyright: ignore[reportReturnType]


def test_the_failure_of_an_amendment_is_laid_at_its_own_door() -> None:
    play = road(Clumsy)
    with pytest.raises(Broken, match=r"module clumsy raised ZeroDivisionError.* in clumsy.falls \(H-falls\)") as caught:
        play.referee.verdict(March(2))
    assert caught.value.module == "clumsy"

    async def toll(game: Game) -> None:
        await game.hooks(Roads).toll(game, 1)

    with pytest.raises(Broken, match=r"module clumsy raised KeyError.* in clumsy.slips \(H-slips\)"):
        position(play.referee.family, Side(NORTH), on=["clumsy"], do=toll)


def test_a_wrong_answer_is_the_one_of_the_amendment_that_gives_it() -> None:
    with pytest.raises(Broken, match=r"module clumsy answered 'no' in clumsy.talks, where a Refusal belongs"):
        road(Clumsy).referee.verdict(Ride(1))


def test_the_failure_of_the_amended_rule_stays_its_own() -> None:
    class Cracked(RuleModule):
        key = "cracked"

        @refuses(Ride)
        @rule("T-cracked")
        def cracked(self, act: Ride) -> Refusal | None:
            raise ValueError(act.miles)

    class Careful(RuleModule):
        key = "careful"

        @rule("H-careful", amends="T-cracked")
        def careful(self, was: Was[Refusal | None]) -> Refusal | None:
            return was()

    with pytest.raises(Broken, match=r"module cracked raised ValueError: 3 in cracked.cracked \(T-cracked\)"):
        position(install(Base, Cracked, Careful), Side(NORTH)).referee.verdict(Ride(3))


def test_an_amendment_that_awaits_in_a_query_is_found_when_it_is_installed() -> None:
    class Slow(RuleModule):
        key = "slow"

        @rule("H-slow", amends="T-far")
        async def slow(self, was: Was[Refusal | None]) -> Refusal | None:
            return was()

    with pytest.raises(Broken, match=r"slow.slow amends T-far, which is a query and must not await"):
        InstalledGame(install(Base, Slow))


def test_amendments_that_amend_each_other_are_a_circle() -> None:
    class Round(RuleModule):
        key = "round"

        @rule("H-one", amends=("H-two", "T-far"))
        def one(self, was: Was[Refusal | None]) -> Refusal | None:
            return was()

        @rule("H-two", amends="H-one")
        def two(self, was: Was[Refusal | None]) -> Refusal | None:
            return was()

    with pytest.raises(Broken, match=r"round\.one amends itself: H-one → H-two → H-one"):
        InstalledGame(install(Base, Round))


def test_switching_it_off_leaves_the_base() -> None:
    family = InstalledGame(install(Base, Kind))
    assert family.rulebook(Choices(frozenset({"kind"}))).amenders.keys() == {"T-far", "T-near"}
    assert family.rulebook(Choices()).amenders == {}


def test_an_amendment_that_replaces_what_the_amended_rule_amends_is_a_circle() -> None:
    """Round amends First and replaces Far; First amends Far, and would follow it to Round."""

    class First(RuleModule):
        key = "first"

        @rule("H-first", amends="T-far")
        def first(self, was: Was[Refusal | None]) -> Refusal | None:
            return was()

    class Around(RuleModule):
        key = "around"
        option = Option("Around", "It bites its tail.")

        @rule("H-around", amends="H-first", supersedes="T-far")
        def around(self, was: Was[Refusal | None]) -> Refusal | None:
            return was()

    family = InstalledGame(install(Base, First, Around))
    with pytest.raises(Invalid, match="amendments go round in a circle: H-first ← H-around ← H-first"):
        family.rulebook(Choices(frozenset({"around"})))


def test_a_question_is_not_left_without_the_answer_of_the_base() -> None:
    class Reckoning(HookSet):
        @decides
        def width(self, game: Game) -> int:
            """Say how wide it is."""
            raise NotImplementedError

    class Wide(RuleModule):
        key = "wide"

        @hookimpl(default=True)
        @rule("T-wide")
        def width(self, game: Game) -> int | None:
            return 3

    @rule("H-nothing", supersedes="T-wide")
    class Nothing(RuleModule):
        key = "nothing"
        option = Option("Nothing", "It has no width.")

    class Narrow(RuleModule):
        key = "narrow"
        option = Option("Narrow", "It is narrow.")

        @hookimpl
        @rule("H-narrow", supersedes="T-wide")
        def width(self, game: Game) -> int:
            return 1

    family = InstalledGame(toy(Wide, Nothing, Narrow, hook_sets=(Reckoning,)))
    words = r"H-nothing takes T-wide out of force, the base answer to width \(wide.width\): let a function of H-nothing"
    with pytest.raises(Invalid, match=words):
        family.rulebook(Choices(frozenset({"nothing"})))
    assert family.problems(Choices(frozenset({"nothing"}))) != []
    assert family.problems(Choices(frozenset({"narrow"}))) == []
