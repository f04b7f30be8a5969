"""The sequence of play: steps that modules insert, whatever order they come in."""

from __future__ import annotations

from itertools import permutations

import pytest

from sandtable.engine import (
    Frame,
    Game,
    Insert,
    Invalid,
    Mark,
    MarkKind,
    Option,
    Phase,
    RuleModule,
    Sequence,
    Side,
    SideId,
    Step,
    hookimpl,
    leaves,
    opens,
    rule,
)
from sandtable.engine.errors import Broken
from sandtable.engine.rules.phases import Inserts, arrange_sequences, check
from sandtable.testing import position, toy

DAY = Sequence("day", (Phase("battle", (Step("move"), Step("fire"), Step("rout"))), Phase("night", (Step("rest"),))))


def steps(inserts: Inserts, phase: str = "battle") -> list[str]:
    check((DAY,), inserts)
    found = {one.key: one for one in arrange_sequences((DAY,), inserts)["day"].phases}
    return [step.key for step in found[phase].steps]


def put(key: str, after: str = "", before: str = "", phase: str = "") -> Insert:
    return Insert(Step(key), tuple(after.split()), tuple(before.split()), phase)


@pytest.mark.parametrize(
    ("inserts", "expected"),
    [
        ((put("charge", after="fire"),), "move fire charge rout"),
        ((put("charge", before="fire"),), "move charge fire rout"),
        ((put("charge", before="move"),), "charge move fire rout"),
        ((put("charge", phase="battle"),), "move fire rout charge"),
        ((put("charge", after="move", before="rout"),), "move charge fire rout"),
        ((put("charge", after="fire"), put("guard", after="charge")), "move fire charge guard rout"),
        ((put("charge", after="fire"), put("guard", before="charge")), "move fire guard charge rout"),
        ((put("a", after="move"), put("b", after="move"), put("c", after="a b")), "move a b c fire rout"),
    ],
)
def test_inserted_steps_find_their_place_in_any_order(inserts: tuple[Insert, ...], expected: str) -> None:
    for order in permutations(inserts):
        modules = {f"m{at}": (insert,) for at, insert in enumerate(order)}
        assert steps(modules) == expected.split()


def test_an_anchor_that_is_off_does_not_count() -> None:
    both = {"charges": (put("charge", after="fire"),), "guards": (put("guard", after="charge", phase="battle"),)}
    assert steps(both) == ["move", "fire", "charge", "guard", "rout"]
    off = {"guards": both["guards"], "charges": ()}
    assert [s.key for s in arrange_sequences((DAY,), off)["day"].phases[0].steps] == ["move", "fire", "rout", "guard"]
    lost = {"guards": (put("guard", after="charge"),)}
    with pytest.raises(Invalid, match=r"no step is left to put guard \(module guards\) next to: name its phase too"):
        arrange_sequences((DAY,), lost)


@pytest.mark.parametrize(
    ("inserts", "words"),
    [
        ({"m": (put("x", after="fires"),)}, "no step is called 'fires': did you mean fire.*module m puts x next to it"),
        ({"m": (put("x", phase="nights"),)}, "no phase is called 'nights'"),
        ({"m": (put("x"),)}, "module m does not say where x goes: name a phase or a step"),
        ({"m": (put("fire", phase="night"),)}, "step fire is declared twice, by sequence day and by module m"),
        (
            {"m": (put("x", phase="night"),), "n": (put("x", phase="night"),)},
            "step x is declared twice, by module m and by module n",
        ),
    ],
)
def test_mistakes_are_named(inserts: Inserts, words: str) -> None:
    with pytest.raises(Invalid, match=words):
        steps(inserts)


def test_demands_that_contradict_each_other_name_the_modules() -> None:
    with pytest.raises(Invalid, match=r"circle: .*x \(module m\)"):
        steps({"m": (put("x", after="rout", before="move"),)})
    with pytest.raises(Invalid, match=r"circle: x \(module m\) before y \(module n\) before x \(module m\)"):
        steps({"m": (put("x", before="y", phase="battle"),), "n": (put("y", before="x", phase="battle"),)})


LOG: list[str] = []


class Teller(RuleModule):
    """Tells which step opens for whom."""

    key = "teller"

    @hookimpl
    async def before_step(self, game: Game, frame: Frame) -> None:
        LOG.append(f"{frame.side or '-'} {frame.step}")
        if frame.round == 2:
            game.end(None, "enough")


class Turned(RuleModule):
    """Sides play in the order of their ids turned round."""

    key = "turned"
    option = Option("Turned", "The other way round.")

    @hookimpl
    async def side_order(self, game: Game, frame: Frame) -> tuple[SideId, ...] | None:
        return tuple(side.id for side in game[Side])[::-1]


TURN = Sequence("turn", (Phase("each", (Step("a"), Step("b")), each="side"), Phase("all", (Step("c"),))))


@pytest.mark.parametrize(("on", "sides"), [((), "BLUE RED"), (("turned",), "RED BLUE")])
def test_each_side_plays_all_steps_of_a_phase(on: tuple[str, ...], sides: str) -> None:
    LOG.clear()
    position(toy(Teller, Turned, sequences=(TURN,)), Side(SideId("BLUE")), Side(SideId("RED")), on=on)
    first, second = sides.split()
    assert LOG[:5] == [f"{first} a", f"{first} b", f"{second} a", f"{second} b", "- c"]
    assert LOG[5] == f"{first} a"


class Misled(RuleModule):
    """Names a side that does not play."""

    key = "misled"

    @hookimpl
    async def side_order(self, game: Game, frame: Frame) -> tuple[SideId, ...] | None:
        return (SideId("Green"),)


def test_an_unknown_side_in_the_order_is_named() -> None:
    with pytest.raises((Invalid, Broken), match="no Side is called 'Green'"):
        position(toy(Misled), Side(SideId("Blue")))


class Nobody(RuleModule):
    """The phase of each side is played by nobody."""

    key = "nobody"

    @hookimpl
    async def side_order(self, game: Game, frame: Frame) -> tuple[SideId, ...] | None:
        return ()


EMPTY = Phase("empty", ())


@pytest.mark.parametrize(
    ("phases", "on", "played"),
    [
        ((EMPTY, *TURN.phases), (), ["BLUE a", "BLUE b", "- c"]),
        ((TURN.phases[0], EMPTY, TURN.phases[1], Phase("last", ())), (), ["BLUE a", "BLUE b", "- c"]),
        (TURN.phases, ("nobody",), ["- c"]),
        ((*TURN.phases[::-1], EMPTY), ("nobody",), ["- c"]),
    ],
    ids=["first", "between and last", "no sides", "no sides at the end"],
)
def test_a_phase_without_steps_or_sides_is_passed_over(
    phases: tuple[Phase, ...], on: tuple[str, ...], played: list[str]
) -> None:
    LOG.clear()
    modules = (Teller, Nobody) if on else (Teller,)
    position(toy(*modules, sequences=(Sequence("turn", phases),)), Side(SideId("BLUE")))
    assert LOG[: len(played) + 1] == [*played, played[0]]


@pytest.mark.parametrize(
    ("phases", "modules"),
    [((EMPTY, Phase("bare", (), each="side")), (Teller,)), ((TURN.phases[0],), (Teller, Nobody))],
    ids=["no steps", "no sides"],
)
def test_a_round_in_which_nobody_plays_anything_is_broken(
    phases: tuple[Phase, ...], modules: tuple[type[RuleModule], ...]
) -> None:
    with pytest.raises(Broken, match=r"nobody plays anything in round 1 of turn: .* no steps|no sides"):
        position(toy(*modules, sequences=(Sequence("turn", phases),)), Side(SideId("BLUE")))


PLAYED = MarkKind("played", until="step")
GOES_ON = MarkKind("goes on", until="c")
LASTS = tuple(MarkKind(f"lasts to {end}", until=end) for end in ("fire", "battle", "rest", "night", "day"))


class Idle(RuleModule):
    """Nobody decides anything, ever."""

    key = "idle"
    brings = (PLAYED,)

    @opens("play")
    @rule("I-1")
    def nothing(self, game: Game, frame: Frame) -> None:
        game.mark("nobody", PLAYED)


def test_a_game_without_decisions_is_broken_and_says_where() -> None:
    with pytest.raises(
        Broken, match=r"no end after 5,000 pieces of work without a decision: ... turn → play → turn → play"
    ):
        position(toy(Idle), Side(SideId("Blue")))


class Skirmish(RuleModule):
    """A day of battle is entered once; it is left in the middle of a phase."""

    key = "skirmish"
    brings = (GOES_ON, *LASTS)

    @opens("a")
    @rule("T-skirmish")
    def begin(self, game: Game, frame: Frame) -> None:
        game.mark("the turn", GOES_ON)
        if not LOG:
            game.enter("day", "a skirmish")
        LOG.append("a")

    @opens("move")
    @rule("T-move")
    def move(self, game: Game, frame: Frame) -> None:
        for kind in LASTS:
            game.mark("the day", kind)

    @opens("fire")
    @rule("T-fire")
    def over(self, game: Game, frame: Frame) -> None:
        game.leave("day")

    @leaves("day")
    @rule("T-left")
    def leave_day(self, game: Game, frame: Frame) -> None:
        LOG.extend(mark.what for mark in game[Mark])

    @opens("c")
    @rule("T-end")
    def end(self, game: Game, frame: Frame) -> None:
        game.end(None, "enough")


def test_a_sequence_that_is_left_takes_along_what_was_to_last_for_a_part_of_it() -> None:
    LOG.clear()
    game = position(toy(Skirmish, sequences=(TURN, DAY)), Side(SideId("BLUE")))
    assert LOG == ["a", "goes on"]
    assert game.game.ended is not None


def test_a_game_that_ends_stays_where_it_ended() -> None:
    LOG.clear()
    game = position(toy(Skirmish, sequences=(TURN, DAY)), Side(SideId("BLUE"))).game
    assert (game.round, game.frame.step) == (1, "c")
