"""What a rule author gets wrong is told where it is and how it is mended: nobody need read the engine for it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from typing import Any, ClassVar, cast

import pytest
from msgspec import structs

from sandtable.engine import (
    Action,
    Ask,
    Due,
    Game,
    Option,
    Part,
    Range,
    Refusal,
    RuleModule,
    SandtableError,
    SideId,
    Tally,
    Was,
    Work,
    fills,
    hookimpl,
    refuses,
    roll,
    rule,
    works,
)
from sandtable.testing import Play
from sandtable_twin_rivers import Area, AreaId, March, Retreat, TwinRiversHooks, Unit, UnitId
from tests.testing.rivers import rivers, unit

HOUSE = Option("House", "A rule of the house.")
UNITS = (unit("Blue 1", "Aldbridge"), unit("Blue 2", "Barrow"), unit("Red 1", "Larch"))


def table(*modules: type[RuleModule]) -> Play:
    return rivers(*UNITS, extra=modules, on=[module.key for module in modules], dice=[1, 2, 3])


def failure(module: type[RuleModule], do: Callable[[Play], object] = lambda play: play.may(March)) -> str:
    """Return what is told when a module is installed and something is done; nothing where all goes well."""
    try:
        do(table(module))
    except SandtableError as error:
        return str(error)
    return ""


def marches(play: Play) -> None:
    play.play(March(UnitId("Blue 2"), AreaId("Aldbridge")))


class Annotated(RuleModule):
    """The type of another action stands where that of the refused one belongs."""

    key, option = "annotated", HOUSE

    @refuses(March)
    @rule("HOUSE-annotated")
    def wrong(self, game: Game, act: Retreat) -> Refusal | None:
        return None


class Yes(RuleModule):
    """A refusal is no yes or no."""

    key, option = "yes", HOUSE

    @refuses(March)
    @rule("HOUSE-yes")
    def wrong(self, game: Game, act: March) -> bool:
        return True


class Broader(RuleModule):
    """A rule may be written for more than one action, and answer less than it might."""

    key, option = "broader", HOUSE

    @refuses(March)
    @rule("HOUSE-broader")
    def right(self, game: Game, act: March | Retreat) -> None:
        return None

    @refuses(March)
    @rule("HOUSE-base")
    def of_any(self, game: Game, act: Action) -> Refusal | None:
        return None


class Selfless(RuleModule):
    """Nothing stands for the module."""

    key, option = "selfless", HOUSE

    @refuses(March)
    @rule("HOUSE-selfless")
    def wrong(game: Game, act: March) -> Refusal | None:  # type: ignore[misc]  # noqa: N805  # the mistake
        return None


@pytest.mark.parametrize(
    ("module", "words"),
    [
        (Annotated, "annotated.wrong: act is Retreat here, and @refuses(March) gives a March"),
        (Yes, "yes.wrong returns bool; @refuses must return Refusal | None"),
        (Selfless, "selfless.wrong: its first parameter is 'game', and must be `self`"),
    ],
)
def test_what_is_declared_wrongly_is_told_before_play(module: type[RuleModule], words: str) -> None:
    assert failure(module, lambda play: None).startswith(words)


def test_a_rule_may_take_more_and_answer_less() -> None:
    assert failure(Broader) == ""


class Early(RuleModule):
    """It looks at a field that is not filled yet."""

    key, option = "early", HOUSE

    @refuses(March, "unit")
    @rule("HOUSE-early")
    def wrong(self, game: Game, act: March) -> Refusal | None:
        return Refusal("no") if game[Area][act.to].bridge else None


def test_a_rule_that_looks_at_what_it_has_not_named_is_told_to_name_it() -> None:
    assert failure(Early).endswith(
        "it is asked before `to` is filled: name what it looks at, @refuses(March, 'unit', 'to')"
    )


class Forgets(RuleModule):
    """A throw nobody waits for."""

    key, option = "forgets", HOUSE

    @hookimpl
    @rule("HOUSE-forgets")
    async def after_march(self, game: Game, unit: UnitId) -> None:
        roll("1d6", why="a shot in the dark")  # type: ignore[unused-coroutine]  # noqa: RUF100  # the mistake


class Compares(RuleModule):
    """A throw is taken for its number."""

    key, option = "compares", HOUSE

    @hookimpl
    @rule("HOUSE-compares")
    async def after_march(self, game: Game, unit: UnitId) -> None:
        shot: Any = roll("1d6", why="a shot in the dark")
        if shot > 3:
            game.note("hit")


class Plain(RuleModule):
    """A throw is handed back by a function that is not asynchronous."""

    key, option = "plain", HOUSE

    @hookimpl
    @rule("HOUSE-plain")
    def after_march(self, game: Game, unit: UnitId) -> None:
        return cast("None", roll("1d6", why="a shot in the dark"))


@pytest.mark.filterwarnings("ignore:coroutine 'roll' was never awaited")
def test_what_is_not_awaited_is_told_with_its_line() -> None:
    line = Forgets.after_march.__code__.co_firstlineno + 3
    where = f"(module forgets (tests/engine/rules/test_mistakes.py:{line}, in after_march))"
    assert failure(Forgets, marches) == f"`roll` is called and not awaited: write `await roll(...)` {where}"
    assert "await" in failure(Compares, marches)
    assert failure(Plain, marches) == (
        "module plain answered a coroutine in plain.after_march: make it `async def`, and await what it calls"
    )


class Behind(RuleModule):
    """A row is written as if it were a variable."""

    key, option = "behind", HOUSE

    @hookimpl
    @rule("HOUSE-behind")
    async def after_march(self, game: Game, unit: UnitId) -> None:
        row: Any = game[Unit][unit]
        row.steps = 1


class Puts(RuleModule):
    """A table is written as if it were a dictionary."""

    key, option = "puts", HOUSE

    @hookimpl
    @rule("HOUSE-puts")
    async def after_march(self, game: Game, unit: UnitId) -> None:
        units: Any = game[Unit]
        units[unit] = 1


@pytest.mark.parametrize("module", [Behind, Puts])
def test_who_writes_past_the_gate_is_told_how_one_writes(module: type[RuleModule]) -> None:
    assert "game.change(row, ...)" in failure(module, marches)


def test_a_failure_names_the_line_that_failed() -> None:
    line = Behind.after_march.__code__.co_firstlineno + 4
    assert f"in behind.after_march (HOUSE-behind), tests/engine/rules/test_mistakes.py:{line}" in failure(
        Behind, marches
    )


class CopiesPart(RuleModule):
    """A part of a number is copied as a dataclass is."""

    key, option = "copies_part", HOUSE

    @rule("HOUSE-copies-part", amends="TR-3-strongest")
    def stronger(self, was: Was[Iterable[Part]], game: Game, area: AreaId, side: SideId) -> Iterable[Part]:
        parts: list[Any] = [*was()]
        return [dataclasses.replace(part, value=9) for part in parts]


class CopiesRow(RuleModule):
    """A row is copied as a dataclass is."""

    key, option = "copies_row", HOUSE

    @hookimpl
    @rule("HOUSE-copies-row")
    async def after_march(self, game: Game, unit: UnitId) -> None:
        row: Any = game[Unit][unit]
        game.put(dataclasses.replace(row, steps=1))


class Copies(CopiesPart):
    """It is copied as it can be."""

    key = "copies"

    @rule("HOUSE-copies", amends="TR-3-strongest")
    def stronger(self, was: Was[Iterable[Part]], game: Game, area: AreaId, side: SideId) -> Iterable[Part]:
        return [structs.replace(part, value=9) for part in was()]


def adds_up(play: Play) -> Tally:
    hooks = play.game.hooks(TwinRiversHooks)
    return Tally("fire", hooks.fire_parts(play.game, AreaId("Aldbridge"), SideId("Blue")) or ())


@pytest.mark.parametrize(("module", "do"), [(CopiesPart, adds_up), (CopiesRow, marches)])
def test_who_copies_a_part_or_a_row_as_a_dataclass_is_told_what_copies_it(
    module: type[RuleModule], do: Callable[[Play], object]
) -> None:
    assert "copy it with msgspec.structs.replace(it, field=...)" in failure(module, do)


def test_what_copies_a_part_copies_it() -> None:
    (part,) = [part for part in adds_up(table(Copies)).parts if part.value == 9]
    assert part.cited_rules == "HOUSE-copies in place of TR-3-strongest"


class Someday(Work, frozen=True):
    """Something happens some day."""


class Never(RuleModule):
    """It waits for a step that is not played."""

    key, option, brings = "never", HOUSE, (Someday,)

    @hookimpl
    @rule("HOUSE-never")
    async def after_march(self, game: Game, unit: UnitId) -> None:
        game.due(Someday(), unit, step="marhc", when=2)

    @works(Someday)
    @rule("HOUSE-done")
    def done(self, game: Game, item: Due) -> None:
        """It is done."""


def test_work_is_not_put_off_to_a_step_there_is_not() -> None:
    assert "no step is called 'marhc': did you mean march? Someday would never be done" in failure(Never, marches)


def test_an_id_that_nothing_has_is_told_with_the_nearest() -> None:
    play = table()
    nobody = March(UnitId("Blue 9"), AreaId("Garth"))
    assert "unit cannot be Blue 9 here: no Unit is called 'Blue 9': did you mean Blue 2 or Blue 1? Now" in play.explain(
        nobody
    )


class Count(Action, frozen=True):
    """Say a number."""

    number: int

    def perform(self, game: Game, ask: Ask) -> None:
        game.note(f"{self.number} is said")


class Counting(RuleModule):
    """Numbers are said."""

    key, option = "counting", HOUSE
    actions: ClassVar = {"march": (Count,)}

    @fills(Count, "number")
    @rule("HOUSE-count")
    def up_to_five(self, game: Game, ask: Ask) -> Range:
        """Up to five."""
        return Range(1, 5)


class Fewer(RuleModule):
    """Fewer numbers."""

    key, option = "fewer", Option("Fewer", "Fewer numbers.", requires="counting")

    @rule("HOUSE-fewer", amends="HOUSE-count")
    def up_to_two(self, was: Was[Range], game: Game, ask: Ask) -> Range:
        """Up to two."""
        return Range(1, min(2, was().high))


class Same(RuleModule):
    """The same numbers."""

    key, option = "same", Option("Same", "The same numbers.", requires="counting")

    @rule("HOUSE-same", amends="HOUSE-count")
    def as_before(self, was: Was[Range], game: Game, ask: Ask) -> Range:
        """As before."""
        return Range(1, was().high)


def test_an_amended_choice_names_the_rule_that_has_narrowed_it() -> None:
    modules = (Counting, Fewer)
    assert (
        table(*modules)
        .explain(Count(3))
        .startswith("Against it: number cannot be 3 here: choose 1 to 2 (as amended by HOUSE-fewer) (HOUSE-count)")
    )
    assert table(*modules).explain(Count(9)).count("HOUSE-fewer") == 1
    assert "HOUSE-same" not in table(Counting, Same).explain(Count(9))


def test_a_module_that_is_on_and_was_not_handed_in_is_told_to_be() -> None:
    with pytest.raises(SandtableError, match=r"no option is called 'fewer': .* is handed in as extra="):
        rivers(*UNITS, on=["fewer"])
