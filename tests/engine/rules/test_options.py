"""Options: why a set is impossible, in words, and the nearest sets that work."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Annotated, Any

import pytest
from msgspec import Meta, Struct

from sandtable.engine import (
    AllOf,
    AnyOf,
    Choices,
    Illegal,
    InstalledGame,
    Invalid,
    Not,
    Option,
    Preset,
    Refusal,
    RuleModule,
    Side,
    SideId,
    refuses,
    rule,
)
from sandtable.engine.rules.options import Need, differences, resolve
from sandtable.engine.running.common_actions import EndStep
from sandtable.testing import position, toy
from tests.tiers import count

KEYS = ("ant", "bee", "cat", "dog", "eel", "fox")


def option(
    key: str,
    requires: Need | str | None = None,
    conflicts: tuple[str, ...] = (),
    provides: str = "",
    supersedes: tuple[str, ...] = (),
    **more: Any,
) -> type[RuleModule]:
    """Make a module that is an option; `provides` is a rule it implements."""
    body: dict[str, Any] = {"key": key, "option": Option(key.title(), "An option.", (), requires, conflicts, **more)}
    if provides:

        def refused(self: RuleModule) -> Refusal | None:
            return None

        body["refused"] = refuses(EndStep)(rule(provides, supersedes=supersedes)(refused))
    return type(key, (RuleModule,), body)


class Base(RuleModule):
    """The base game: one rule."""

    key = "base"

    @refuses(EndStep)
    @rule("BASE-1")
    def first(self) -> Refusal | None:
        return None


def random_family(rng: Random, *more: type[RuleModule]) -> InstalledGame:
    modules: list[type[RuleModule]] = [Base, *more]
    for key in KEYS:
        others = [other for other in KEYS if other != key]
        requires: Need | str | None = None
        match rng.randint(0, 7):
            case 0:
                requires = rng.choice(others)
            case 1:
                requires = AnyOf(*rng.sample(others, 2))
            case 2:
                requires = AllOf(rng.choice(others), Not(rng.choice(others)))
            case 3 | 4 | 5:
                some: list[Need | str] = [
                    Not("BASE-1"),
                    "BASE-1",
                    "R-ant",
                    "R-cat",
                    Not("R-bee"),
                    AnyOf("R-dog", "eel"),
                ]
                requires = rng.choice(some)
            case _:
                pass
        conflicts = tuple(rng.sample(others, rng.choice([0, 0, 0, 1, 2])))
        supersedes = rng.choice([(), (), ("BASE-1",), ("R-fox",), ("R-ant", "R-cat")])
        if f"R-{key}" in supersedes:
            supersedes = ()
        modules.append(option(key, requires, conflicts, f"R-{key}", supersedes))
    return InstalledGame(toy(*modules))


def all_sets() -> list[frozenset[str]]:
    return [frozenset(some) for size in range(len(KEYS) + 1) for some in combinations(KEYS, size)]


def test_nearest_sets_are_those_that_brute_force_finds() -> None:
    offered = 0
    for seed in range(count(1_500)):
        rng = Random(f"options {seed}")
        family = random_family(rng)
        working = [some for some in all_sets() if not family.problems(Choices(some))]
        for on in rng.sample(all_sets(), 6):
            found = family.nearest(Choices(on))
            least = min((len(on ^ some) for some in working), default=99)
            best = {some for some in working if len(on ^ some) == least}
            if least > 5:
                assert not found
                continue
            assert set(found) <= best, f"family {seed}: {sorted(on)} offers {found}"
            assert len(found) == min(5, len(best)), f"family {seed}: {sorted(on)} leaves out some of {best}"
            offered += len(found)
    assert offered > 50


def test_among_more_than_twelve_options_those_that_can_matter_are_tried() -> None:
    """Eight options that have to do with nothing stand beside the six: the best sets are as without them."""
    idle = [option(f"idle_{number}", provides=f"R-idle-{number}") for number in range(8)]
    offered = 0
    for seed in range(count(500)):
        few, many = random_family(Random(f"many {seed}")), random_family(Random(f"many {seed}"), *idle)
        for on in Random(f"on {seed}").sample(all_sets(), 4):
            plain = few.nearest(Choices(on))
            assert many.nearest(Choices(on)) == plain, f"family {seed}: {sorted(on)}"
            also = frozenset({*on, "idle_0"})
            assert many.nearest(Choices(also)) == [some | {"idle_0"} for some in plain], (
                f"family {seed}: {sorted(also)}"
            )
            offered += len(plain)
    assert offered > 50


def test_among_many_options_one_that_takes_a_rule_away_is_tried_too() -> None:
    """The eel wants no R-fox: without the fox, without the eel, or with the cat, which replaces the fox's rule."""
    idle = [option(f"idle_{number}") for number in range(12)]
    cat, fox = option("cat", supersedes=("R-fox",), provides="R-cat"), option("fox", provides="R-fox")
    family = InstalledGame(toy(Base, *idle, cat, fox, option("eel", Not("R-fox"))))
    found = family.nearest(Choices(frozenset({"eel", "fox"})))
    assert set(found) == {frozenset({"eel"}), frozenset({"fox"}), frozenset({"cat", "eel", "fox"})}


def test_problems_are_told_in_words() -> None:
    family = InstalledGame(
        toy(
            Base,
            option("ant", AllOf("bee", AnyOf("cat", "BASE-1"))),
            option("bee", conflicts=("cat",)),
            option("cat", conflicts=("bee",)),
            option("dog", Not("BASE-1")),
            option("eel", "R-fox", provides="R-eel", supersedes=("BASE-1",)),
            option("fox", provides="R-fox"),
            option("gnu", AllOf("BASE-1", "dog")),
        )
    )

    def problems_of(*on: str) -> list[str]:
        return family.problems(Choices(frozenset(on)))

    assert problems_of("bee", "ant") == []
    assert problems_of("ant") == ["ant needs bee and (cat or BASE-1); bee and cat are off"]
    assert problems_of("bee", "cat") == ["bee cannot be used with cat"]
    assert problems_of("dog") == ["dog needs not BASE-1"]
    assert problems_of("eel") == ["eel needs R-fox; fox (which has R-fox) is off"]
    assert problems_of("gnu", "eel", "fox") == ["gnu needs BASE-1 and dog; dog is off; there is no BASE-1"]
    assert problems_of("dog", "eel", "fox") == []
    assert family.nearest(Choices(frozenset({"eel"}))) == [frozenset({"eel", "fox"}), frozenset()]
    with pytest.raises(Invalid, match="no option is called 'bea': did you mean bee"):
        problems_of("bea")


def test_the_set_up_is_refused_with_the_nearest_that_works() -> None:
    family = InstalledGame(toy(option("bee", conflicts=("cat",)), option("cat")))
    with pytest.raises(Invalid, match=r"bee cannot be used with cat\. Nearest that works: without bee or without cat"):
        position(family, Side(SideId("Blue")), on=("bee", "cat"))


def test_a_set_that_cannot_be_compiled_is_no_nearest_set() -> None:
    twice = [
        option("ant", provides="R-a", supersedes=("BASE-1",)),
        option("bee", provides="R-b", supersedes=("BASE-1",)),
    ]
    family = InstalledGame(toy(Base, *twice))
    both = Choices(frozenset({"ant", "bee"}))
    (found,) = family.problems(both)
    assert found.startswith("BASE-1 is replaced twice, by ant.refused (R-a) and bee.refused (R-b): let one supersede")
    assert family.nearest(both) == [frozenset({"bee"}), frozenset({"ant"})]


class Numbers(RuleModule):
    """An option with numbers."""

    key = "numbers"
    option = Option("Numbers", "It has numbers.")

    class Parameters(Struct, frozen=True):
        """What the table may set."""

        dice: Annotated[int, Meta(ge=1, le=3)] = 2
        name: str = "plain"


def test_parameters_are_checked_one_by_one() -> None:
    family = InstalledGame(toy(Numbers))

    def parameters_of(**numbers: Any) -> Any:
        choices = Choices(frozenset({"numbers"}), {"numbers": numbers})
        assert family.problems(choices) == []
        return family.rulebook(choices).modules["numbers"].parameters

    assert (parameters_of().dice, parameters_of(dice=3).dice, parameters_of(name="x").dice) == (2, 3, 2)
    for numbers, words in (
        ({"dice": 4}, r"numbers\.dice cannot be 4: it is at most 3"),
        ({"dice": "2"}, r"numbers\.dice cannot be '2': it is a number"),
        ({"dices": 2}, r"no parameter of numbers is called 'dices': did you mean dice"),
    ):
        with pytest.raises(Invalid, match=words):
            parameters_of(**numbers)
    with pytest.raises(Invalid, match="no option is called 'number'"):
        family.problems(Choices(frozenset(), {"number": {}}))


def test_presets_inherit() -> None:
    presets = {
        preset.key: preset
        for preset in (
            Preset("printed", "Printed", on=("ant", "bee"), parameters={"ant": {"x": 1, "y": 1}}),
            Preset("group", "Ours", extends="printed", on=("cat",), off=("bee",), parameters={"ant": {"x": 2}}),
            Preset("campaign", "This time", extends="group", on=("bee",), off=("cat",)),
            Preset("lost", "Lost", extends="nowhere"),
            Preset("a", "A", extends="b"),
            Preset("b", "B", extends="a"),
        )
    }
    assert resolve("printed", presets) == Choices(frozenset({"ant", "bee"}), {"ant": {"x": 1, "y": 1}})
    assert resolve("group", presets) == Choices(frozenset({"ant", "cat"}), {"ant": {"x": 2, "y": 1}})
    assert resolve("campaign", presets) == Choices(frozenset({"ant", "bee"}), {"ant": {"x": 2, "y": 1}})
    with pytest.raises(Invalid, match="no preset is called 'nowhere'"):
        resolve("lost", presets)
    with pytest.raises(Invalid, match="preset a extends itself: a → b → a"):
        resolve("a", presets)


def test_differences_are_told_in_words() -> None:
    old = Choices(frozenset({"ant", "bee"}), {"ant": {"x": 1}})
    new = Choices(frozenset({"ant", "cat"}), {"ant": {"x": 2, "y": 0}})
    assert differences(old, new) == ["+ cat", "- bee", "ant.x: 1 → 2", "ant.y: default → 0"]
    assert differences(old, old) == []


def test_an_option_for_the_set_up_stays_as_it_is() -> None:
    family = InstalledGame(toy(option("ant", changeable="setup"), option("bee")))
    play = position(family, Side(SideId("Blue")), do=over)
    with pytest.raises(Illegal, match="ant can only be chosen when the campaign is set up"):
        play.referee.council.propose_options("Blue's player", Choices(frozenset({"ant"})))
    assert not play.game.gate.open


async def over(game: Any) -> None:
    game.end(None, "nothing is played")


def test_circles_name_the_modules() -> None:
    made = {
        key: type(key, (RuleModule,), {"key": key, "after": (after,)})
        for key, after in zip("abcd", "bcac", strict=True)
    }
    with pytest.raises(
        Invalid, match="the declared order runs in a circle: module a before module c before module b before module a"
    ):
        InstalledGame(toy(*made.values()))
    with pytest.raises(Exception, match="no module is called 'nobody'"):
        InstalledGame(toy(type("x", (RuleModule,), {"key": "x", "after": ("nobody",)})))
